// Samples runs of consecutive frames from the times at which marks are shown.
import { AppError } from 'contract/errors.ts';
import { readFrames } from '../video/pipe-frames.ts';
import type { ClipSource } from './clip-source.ts';
import { type Camera, followCamera } from './follow-camera.ts';
import type { Place } from './marked-areas.ts';
import { type Box, cutPatch, type Frame, type Patch } from './patch.ts';

/** Sampling rate in frames per second, and the length and maximum number of the sampled stretches: enough to follow the scene, in enough scenes. */
const sampled = { hertz: 12.5, seconds: 3, max: 6 };
const fewestSamples = 12;
/** Maximum bytes of all samples. */
const maxSampleBytes = 320 * 1024 * 1024;
const bytesOfBox = ({ w, h }: Box) => (w * h * 3) / 2;

interface Run {
  readonly start: number;
  readonly taken: number;
}

/** Returns the runs to sample: all of the time if it is short, otherwise some seconds at regular intervals. */
function chooseRuns(times: readonly { readonly start: number; readonly end: number }[]): Run[] {
  const total = times.reduce((sum, { start, end }) => sum + end - start, 0);
  const { seconds, max } = sampled;
  if (total <= seconds * max) return times.map(({ start, end }) => ({ start, taken: end - start }));
  const pause = (total - seconds) / (max - 1);
  return Array.from({ length: max }, (_, k) => {
    let passed = k * pause;
    const time = times.find(({ start, end }) => {
      if (passed < end - start) return true;
      passed -= end - start;
      return false;
    });
    const { start, end } = time ?? times.at(-1)!;
    const from = Math.max(start, Math.min(start + passed, end - seconds));
    return { start: from, taken: Math.min(seconds, end - from) };
  });
}

export interface Sampled {
  /** For each place, runs of consecutive frames from the times of its areas. */
  readonly runs: readonly (readonly (readonly Patch[])[])[];
  readonly camera: Camera;
}

/** Samples places whose areas have the same times. */
export async function sampleRuns(
  places: readonly Place[],
  { reading, format, seconds }: ClipSource,
  onProgress: (fraction: number) => void,
): Promise<Sampled> {
  const runs = chooseRuns(places[0]!.areas);
  const bytes = places.reduce((sum, { box }) => sum + bytesOfBox(box), 0);
  const total = runs.reduce((sum, { taken }) => sum + taken, 0);
  const hertz = Math.min(
    format.framesPerSecond,
    sampled.hertz,
    Math.max(fewestSamples, maxSampleBytes / bytes) / total,
  );
  const patches: Patch[][][] = places.map(() => []);
  const camera = new Map<Patch, ReturnType<typeof follow>>();
  const follow = followCamera(
    places.map(({ areas: [{ area }] }) => area.box),
    format,
  );
  for (const [number, run] of runs.entries()) {
    for (const list of patches) list.push([]);
    const isRest = run.start + run.taken >= seconds - 0.01;
    const everyHertz = hertz < format.framesPerSecond ? hertz : undefined;
    const reads = { ...reading, start: run.start, taken: isRest ? undefined : run.taken, everyHertz };
    const max = Math.max(1, Math.ceil(run.taken * hertz));
    for await (const data of readFrames(reads)) {
      const frame: Frame = { data, width: format.width, height: format.height };
      const position = follow(frame, patches[0]![number]!.length === 0);
      for (const [at, { box }] of places.entries()) {
        const patch = cutPatch(frame, box);
        patches[at]![number]!.push(patch);
        camera.set(patch, position);
      }
      onProgress(Math.min(1, (number + patches[0]![number]!.length / max) / runs.length));
    }
  }
  const kept = patches.map(list => list.filter(run => run.length > 0));
  if (kept[0]!.length === 0) throw new AppError('FILE_CORRUPT');
  return { runs: kept, camera };
}
