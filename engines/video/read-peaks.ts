// The audio waveform for a timeline: peak levels in about a thousand equal intervals.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseTrack } from 'contract/clip/plan.ts';
import { countPeaks, loudestPeak } from 'contract/clip/views.ts';
import { AppError } from 'contract/errors.ts';
import { type ClipFile, openPart } from './open-arguments.ts';
import type { ProbedClip } from './probe-clip.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { keepInSync } from './write-arguments.ts';

/** Enough to recognise words and beats; at one byte per sample, two hours take about 60 MB. */
const samplesPerSecond = 8000;
/** Everything after this is drawn as silence. */
const maxSeconds = 7200;
const readBytes = 1024 * 1024;
/** Silence in unsigned 8-bit samples. */
const middle = 128;

async function sumUp(path: string, seconds: number): Promise<number[]> {
  const peaks = new Uint8Array(countPeaks(seconds));
  const perSample = peaks.length / (seconds * samplesPerSecond);
  await using file = await open(path);
  const chunk = Buffer.alloc(readBytes);
  let before = 0;
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, before);
    if (bytesRead === 0) break;
    for (let n = 0; n < bytesRead; n++) {
      const at = Math.min(peaks.length - 1, Math.floor((before + n) * perSample));
      const loudness = Math.abs(chunk[n]! - middle);
      if (loudness > peaks[at]!) peaks[at] = loudness;
    }
    before += bytesRead;
  }
  return Array.from(peaks, peak => Math.min(loudestPeak, Math.round((peak / (middle - 1)) * loudestPeak)));
}

/** Peaks from 0 to `loudestPeak` over the whole duration. Leaves a file in `folder`. Throws CLIP_WITHOUT_SOUND or FILE_CORRUPT. */
export async function readPeaks(file: ClipFile, facts: ProbedClip, folder: string): Promise<number[]> {
  const { streams = [], seconds = 0 } = facts;
  const sound = chooseTrack(streams, 'sound');
  if (!sound || seconds <= 0) throw new AppError('CLIP_WITHOUT_SOUND');
  const path = join(folder, 'samples.u8');
  const heard = ['-map', `0:${sound.index}`, '-vn', '-sn', '-dn', '-af', keepInSync];
  const samples = ['-ac', '1', '-ar', String(samplesPerSecond), '-c:a', 'pcm_u8', '-f', 'u8', `file:${path}`];
  const part = openPart(file, { start: 0, taken: Math.min(seconds, maxSeconds) });
  await runFfmpeg([...part, ...heard, ...samples], { folder, seconds: 0 });
  return sumUp(path, seconds);
}
