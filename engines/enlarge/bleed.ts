// Extends colours under transparent pixels, whose stored colours are mostly black and would darken edges when the image is enlarged.
import type { RawPixels } from '../formats/decode-dib.ts';

/** Alpha below which a colour is ignored, because it was quantised too coarsely. */
const believedFrom = 8;
/** Distance in pixels over which colours are extended, larger than the support of any filter or network. */
const rings = 24;

const neighbours = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
] as const;

/** Replaces the colours of RGBA pixels that are transparent or nearly so. Alpha and the input are not changed. */
export function bleedColours({ data, width, height, channels }: RawPixels): RawPixels {
  const out = Buffer.from(data);
  const isKnown = new Uint8Array(width * height);
  for (let i = 0; i < isKnown.length; i++) isKnown[i] = data[i * 4 + 3]! >= believedFrom ? 1 : 0;
  let frontier = findFrontier(isKnown, width, height);
  for (let ring = 0; ring < rings && frontier.length > 0; ring++) {
    for (const at of frontier) takeMean(out, isKnown, at, width, height);
    for (const at of frontier) isKnown[at] = 1;
    frontier = nextFrontier(frontier, isKnown, width, height);
  }
  return { data: out, width, height, channels };
}

function* around(at: number, width: number, height: number): Generator<number> {
  const x = at % width;
  const y = (at - x) / width;
  for (const [dx, dy] of neighbours)
    if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height) yield at + dy * width + dx;
}

function findFrontier(isKnown: Uint8Array, width: number, height: number): number[] {
  const found: number[] = [];
  for (let at = 0; at < isKnown.length; at++) {
    if (isKnown[at]) continue;
    for (const beside of around(at, width, height)) {
      if (!isKnown[beside]) continue;
      found.push(at);
      break;
    }
  }
  return found;
}

function nextFrontier(last: readonly number[], isKnown: Uint8Array, width: number, height: number): number[] {
  const found = new Set<number>();
  for (const at of last) for (const beside of around(at, width, height)) if (!isKnown[beside]) found.add(beside);
  return [...found];
}

/** Writes the mean colour of the known neighbours. */
function takeMean(out: Uint8Array, isKnown: Uint8Array, at: number, width: number, height: number): void {
  const sums = [0, 0, 0];
  let count = 0;
  for (const beside of around(at, width, height)) {
    if (!isKnown[beside]) continue;
    count++;
    for (let channel = 0; channel < 3; channel++) sums[channel]! += out[beside * 4 + channel]!;
  }
  for (let channel = 0; channel < 3; channel++) out[at * 4 + channel] = Math.round(sums[channel]! / count);
}
