// Background replacement for anime portraits: blurred photograph or solid colour. Shared by server and browser.
import { boxBlur } from '../box-filter.ts';
import type { Pixels } from '../plane.ts';
import { readColour } from '../read-colour.ts';

/** Alpha matte of the subject over the whole image, 0..255, at any size with the same aspect ratio. */
export interface SubjectMatte {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A crop of an image, as fractions of its sides. */
interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Minimum mean of a matte that counts as having a subject. */
const minSubject = 0.004;
/** Radius of the background blur, as a share of the drawing's longer side. */
const blurShare = 0.022;
const blurPasses = 3;

export const hasSubject = ({ data }: SubjectMatte): boolean =>
  data.reduce((sum, value) => sum + value, 0) > minSubject * 255 * data.length;

/** Returns the matte of a crop at the size of the drawing, resampled bilinearly, values 0..1. */
export function cutMatte(
  { data, width, height }: SubjectMatte,
  part: Part,
  drawn: { readonly width: number; readonly height: number },
): Float32Array {
  const out = new Float32Array(drawn.width * drawn.height);
  const clamp = (value: number, max: number) => Math.min(max, Math.max(0, value));
  for (let y = 0, i = 0; y < drawn.height; y++) {
    const atY = clamp((part.top + ((y + 0.5) / drawn.height) * part.height) * height - 0.5, height - 1);
    const top = Math.floor(atY) * width;
    const bottom = Math.min(height - 1, Math.floor(atY) + 1) * width;
    const down = atY - Math.floor(atY);
    for (let x = 0; x < drawn.width; x++, i++) {
      const atX = clamp((part.left + ((x + 0.5) / drawn.width) * part.width) * width - 0.5, width - 1);
      const left = Math.floor(atX);
      const right = Math.min(width - 1, left + 1);
      const across = atX - left;
      const above = data[top + left]! * (1 - across) + data[top + right]! * across;
      const below = data[bottom + left]! * (1 - across) + data[bottom + right]! * across;
      out[i] = (above * (1 - down) + below * down) / 255;
    }
  }
  return out;
}

/** Composites the foreground of `pixels`, given by `matte`, over a background. */
function putBehind({ data, width, height }: Pixels, matte: Float32Array, groundAt: (index: number) => number): Pixels {
  const out = new Uint8Array(data.length);
  for (let index = 0; index < data.length; index++) {
    const share = matte[Math.floor(index / 3)]!;
    out[index] = data[index]! * share + groundAt(index) * (1 - share) + 0.5;
  }
  return { data: out, width, height };
}

/** Replaces the background with a solid colour. */
export function paintGround(pixels: Pixels, matte: Float32Array, colour: string): Pixels {
  const channels = readColour(colour);
  return putBehind(pixels, matte, index => channels[index % 3]!);
}

/** Blurs the background. The subject does not bleed into it, because only background pixels are averaged. */
export function softenGround(pixels: Pixels, matte: Float32Array): Pixels {
  const { data, width, height } = pixels;
  const radius = Math.max(1, Math.round(blurShare * Math.max(width, height)));
  const spread = (values: Float32Array) => boxBlur(values, width, height, radius, blurPasses);
  const weights = spread(matte.map(share => 1 - share));
  const planes = [0, 1, 2].map(channel =>
    spread(matte.map((share, pixel) => (1 - share) * data[pixel * 3 + channel]!)),
  );
  return putBehind(pixels, matte, index => {
    const pixel = Math.floor(index / 3);
    const weight = weights[pixel]!;
    return weight > 1e-3 ? Math.min(255, planes[index % 3]![pixel]! / weight) : data[index]!;
  });
}
