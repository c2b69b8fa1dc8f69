// Detail is seen in brightness. Colour that does not go along with brightness is hardly seen and costs as much where it is wrong, so most
// of that comes from the mean. Colour that does go along stays: grass is yellow where it is light and not grey.
import { luma } from './seams.ts';

/** How much a filling keeps of the colour that its brightness does not explain. */
const kept = 0.15;

/** What each channel of the detail changes when its brightness changes by one: a straight line through all of it, by least squares. */
export function fitTint(filled: Float32Array, calm: Float32Array): [number, number, number] {
  let energy = 1e-3;
  const along: [number, number, number] = [energy, energy, energy];
  for (let start = 0; start < filled.length; start += 4) {
    const change = luma(filled, start) - luma(calm, start);
    energy += change * change;
    for (let channel = 0; channel < 3; channel++)
      along[channel]! += change * (filled[start + channel]! - calm[start + channel]!);
  }
  return [along[0] / energy, along[1] / energy, along[2] / energy];
}

/** The brightness of `filled` with the colours that go along with it; what its colours are beyond that, mostly of `calm`. Four numbers a hole pixel. */
export function calmColours(filled: Float32Array, calm: Float32Array): Float32Array {
  const tint = fitTint(filled, calm);
  const result = new Float32Array(filled.length);
  for (let start = 0; start < filled.length; start += 4) {
    const change = luma(filled, start) - luma(calm, start);
    for (let channel = 0; channel < 3; channel++) {
      const index = start + channel;
      const explained = calm[index]! + tint[channel]! * change;
      result[index] = explained + kept * (filled[index]! - explained);
    }
  }
  return result;
}
