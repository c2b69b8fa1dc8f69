// Removes motion blur from a photograph with a network: at the size at which it undoes the blur, brought back to full size by the enlarger. Where the
// picture was sharper before, it is kept.
import { type PartProgress, within } from 'contract/run.ts';
import { enlarge } from '../enlarge/enlarge.ts';
import { openNetwork } from '../enlarge/network.ts';
import type { RawPixels } from '../formats/decode-dib.ts';
import { readColours, withAlphaOf } from '../maxim/colours.ts';
import { findDeblurring } from '../maxim/open.ts';
import { resize } from '../maxim/resize.ts';
import { restoreTiles } from '../maxim/tiles.ts';
import type { Pixels } from '../pixels/plane.ts';
import { type FoundScale, findScale, type SeenGradients } from './find-scale.ts';
import { keepSharper } from './keep-sharper.ts';

interface Deblurring {
  readonly found: FoundScale;
  /** The restored picture, with the alpha of the original. */
  readonly restore: (progress: PartProgress) => Promise<RawPixels>;
}

interface Answer {
  /** Whether the picture looks blurred, by its gradients alone. */
  readonly isBlurred: boolean;
  /** Whether the small network saw the blur of a shaken hand. */
  readonly isShaken: boolean;
  /** Undefined if the picture was not looked at. */
  readonly largest?: SeenGradients;
  /** Undefined if the network undoes no blur of this picture, or if it is not installed. */
  readonly deblurring?: Deblurring;
}

/** The enlarger doubles once or twice; what is left is resampled. Below `minEnlarged`, resampling alone is more like the truth: by 0.10 and 0.59 dB on two. */
const minEnlarged = 1.6;
const enlargingScales = [2, 4] as const;
/** The share of the time that the network takes; the rest is enlarging. */
const restoredShare = 0.85;
/** Sides in pixels below which a picture is mostly mirrored margin. */
const minSide = 96;

async function bringBack(small: Pixels, { width, height }: Pixels, progress: PartProgress): Promise<Pixels> {
  const factor = Math.max(width / small.width, height / small.height);
  if (factor < minEnlarged) return resize(small, { width, height });
  const scale = enlargingScales.find(one => one >= factor * 0.99) ?? 4;
  const network = await openNetwork(undefined, { scale, isLossy: true });
  const pixels = { ...small, data: Buffer.from(small.data), channels: 3 } as const;
  return resize(await enlarge(pixels, { scale, mode: 'photo', network, isLossy: true, progress }), { width, height });
}

/** Finds out whether the picture is blurred, and whether the network undoes it. */
export async function planDeblurring(picture: RawPixels, progress: PartProgress): Promise<Answer> {
  if (Math.min(picture.width, picture.height) < minSide) return { isBlurred: false, isShaken: false };
  const networks = findDeblurring();
  if (!networks) return { isBlurred: false, isShaken: false };
  const colours = readColours(picture);
  const shrink = (width: number, height: number) => resize(colours, { width, height });
  const { found, ...seen } = await findScale(colours, networks, shrink, progress);
  if (!found) return seen;
  const restore = async (report: PartProgress) => {
    const { width, height } = picture;
    const small = await shrink(Math.round(width * found.part), Math.round(height * found.part));
    const restored = await restoreTiles(small, await networks.whole.open(), within(report, 0, restoredShare));
    const whole = await bringBack(restored, colours, within(report, restoredShare, 1));
    keepSharper(whole, colours);
    return withAlphaOf(picture, whole);
  };
  return { ...seen, deblurring: { found, restore } };
}
