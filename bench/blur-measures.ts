// What a person would see in a sharpened picture, against the truth: likeness wherever the camera is said to have been, and ringing.
import { findRange } from '../engines/pixels/morphology.ts';
import type { Pixels } from '../engines/pixels/plane.ts';
import { comparePixels } from '../engines/test-photos.ts';
import { lumaOf, measureSsim } from './fill-measures.ts';

export interface Likeness {
  /** PSNR in dB. */
  readonly psnr: number;
  readonly ssim: number;
  /** Share of the pixels that are brighter or darker than all within three pixels of the truth, by more than 16 levels. */
  readonly ringing: number;
}

/** Where on its path a shaken camera is said to have been is arbitrary: shifts up to this are compared. */
const maxShift = 6;
/** Pixels at the border that are not compared: what the camera saw there came from outside. */
const border = 24;
const reach = 3;
const maxOvershoot = 16;

function cutShifted({ data, width, height }: Pixels, across: number, down: number): Pixels {
  const [w, h] = [width - 2 * border, height - 2 * border];
  const out = new Uint8Array(w * h * 3);
  for (let y = 0; y < h; y++) {
    const from = ((y + border + down) * width + border + across) * 3;
    out.set(data.subarray(from, from + w * 3), y * w * 3);
  }
  return { data: out, width: w, height: h };
}

const psnrOf = (a: Pixels, b: Pixels) =>
  comparePixels({ ...a, channels: 3 } as never, { ...b, channels: 3 } as never, 0);

function measureRinging(made: Pixels, truth: Pixels): number {
  const plane = { data: lumaOf(truth), width: truth.width, height: truth.height };
  const { low, high } = findRange(plane, reach);
  const beyond = lumaOf(made).filter((level, i) => level > high[i]! + maxOvershoot || level < low[i]! - maxOvershoot);
  return beyond.length / plane.data.length;
}

/** Number of words of `truth` among those that were read, each at most as often as it occurs there. */
export function countRead(truth: readonly string[], read: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of read) left.set(word, (left.get(word) ?? 0) + 1);
  return truth.filter(word => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
}

/** Compares at the shift at which they are most alike. */
export function compareShifted(made: Pixels, truth: Pixels): Likeness {
  const target = cutShifted(truth, 0, 0);
  let best = { psnr: 0, picture: target };
  const steps = Array.from({ length: 2 * maxShift + 1 }, (_, i) => i - maxShift);
  for (const down of steps)
    for (const across of steps) {
      const picture = cutShifted(made, across, down);
      const psnr = psnrOf(picture, target);
      if (psnr > best.psnr) best = { psnr, picture };
    }
  const all = new Uint8Array(target.width * target.height).fill(1);
  return {
    psnr: best.psnr,
    ssim: measureSsim(best.picture, target, all),
    ringing: measureRinging(best.picture, target),
  };
}
