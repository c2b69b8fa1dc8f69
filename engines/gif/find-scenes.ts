// Divides an animation into scenes: runs of frames with nearly the same colours.

export interface Scene {
  /** The number of its first frame, from 0. */
  readonly first: number;
  readonly count: number;
}

const samplesOfFrame = 4000;
/** Mean difference of a channel between two frames, in levels, above which the second one begins a scene. */
const cutLevels = 25;

function differenceOf(before: Uint32Array, after: Uint32Array): number {
  const step = Math.max(1, Math.floor(before.length / samplesOfFrame)) | 1;
  let [sum, count] = [0, 0];
  for (let at = 0; at < before.length; at += step, count += 3)
    for (let shift = 0; shift < 24; shift += 8)
      sum += Math.abs(((before[at]! >> shift) & 255) - ((after[at]! >> shift) & 255));
  return sum / count;
}

/** `words` has `count` frames of `size` pixels with red in the lowest byte. */
export function findScenes(words: Uint32Array, size: number, count: number): Scene[] {
  const at = (frame: number) => words.subarray(frame * size, (frame + 1) * size);
  const firsts = [0];
  for (let frame = 1; frame < count; frame++)
    if (differenceOf(at(frame - 1), at(frame)) > cutLevels) firsts.push(frame);
  return firsts.map((first, number) => ({ first, count: (firsts[number + 1] ?? count) - first }));
}
