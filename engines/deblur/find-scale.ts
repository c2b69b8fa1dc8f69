// Finds the size at which the network undoes a picture's blur, from a tile or two at each of a few sizes. The network was trained on motions of a few
// dozen pixels; longer ones are undone at a smaller size. Whether the network undoes a blur is judged by fitting the kernel between its input and its
// answer: first that of a smaller network, which costs a tenth, then that of the network that restores.
import type { PartProgress } from 'contract/run.ts';
import type { DeblurringNetworks, LazyNetwork } from '../maxim/open.ts';
import { lumaOf, readTile } from '../maxim/tiles.ts';
import { correlateGradients } from '../pixels/correlate-gradients.ts';
import { fitKernel, type KernelFit } from '../pixels/fit-kernel.ts';
import { measureNoise } from '../pixels/measure-noise.ts';
import type { Pixels, Plane } from '../pixels/plane.ts';
import { findTextures, type Spot, spotOf, surround } from './find-texture.ts';

interface Search {
  /** Undefined if the network undoes no blur at any size. */
  readonly found: FoundScale | undefined;
  /** Whether the picture looks blurred, by its gradients alone. */
  readonly isBlurred: boolean;
  /** Whether the small network saw a blur that is far longer than it is wide. */
  readonly isShaken: boolean;
  /** The largest size looked at. */
  readonly largest: SeenGradients;
}

/** What the gradients of a picture say at a part of its size. */
export interface SeenGradients {
  readonly part: number;
  /** The largest correlation of gradients three pixels apart there; infinite if there is nothing but noise. */
  readonly three: number;
}

/** A size at which the small network undoes a blur, and where it does so best. */
interface Hope {
  readonly part: number;
  readonly spot: Spot;
}

export interface FoundScale {
  /** The picture is restored at this fraction of its size. */
  readonly part: number;
  /** Extents of the blur along and across its longest direction, in pixels of the picture. */
  readonly length: number;
  readonly width: number;
  /** The longest direction, from 0 to 180; 0 is horizontal. */
  readonly degrees: number;
}

/** The sizes tried, from small to large; sizes between these only beside one at which a blur was undone. */
const parts = [1 / 8, 1 / 4, 1 / 2, 1];
/** From a size to the one between it and the next. */
const between = Math.SQRT2;
/** Pixels restored at most: beyond that it would take many minutes. */
const maxRestored = 3_000_000;
/** A smaller picture than this is not tried at a part of its size. */
const minSide = 120;

/** What a fit has to meet so that the network is trusted to have undone a blur. */
const trusted = { explained: 0.35, length: 4, gain: 1.1 };
/** What the probe's has to meet so that the whole network is asked: of some blurs the probe undoes a smaller part. */
const hopeful = { explained: 0.2, length: 3.5, gain: 1.05 };
const meets = (fit: KernelFit, min: typeof trusted) =>
  fit.explained >= min.explained && fit.length >= min.length && fit.gain >= min.gain;

/** At a larger size the network has undone less if the blur found there is shorter than this share of the longest one so far. */
const sameLength = 0.93;
/** Blurs shorter than this, in pixels of the size tried, are measured too coarsely to be compared. */
const comparedFrom = 6;
/** The whole network is asked at no further size once it has undone nothing at so many. */
const maxFailures = 2;
/** Share of the time that probing takes; the rest is confirming. */
const probedShare = 0.5;

/** Correlations of gradients, two and three pixels apart, below which a tile is sharp. Sharp photographs have -0.3 to 0.1, and -0.15 to 0.1. */
const [sharpTwo, sharpThree] = [-0.05, 0.1];

/** Correlation of gradients two pixels apart from which a person sees a blur. Sharp photographs, grainy ones apart, have up to 0.06. */
const blurredTwo = 0.1;
/** A blur that a person sees is looked for at so many of the largest sizes: reduced further, a picture is sharp again. */
const sizesSeen = 2;
/** Tiles looked at there. What is not blurred in one, or what the network cannot tell from it, shows in another. */
const tilesSeen = 2;
/** A blur this many times as long as it is wide is that of a hand. Discs have up to 1.8. */
const shakenFrom = 2;
/** Levels of noise from which the correlation of a sharp picture may be as high. */
const maxNoise = 5;

function measureTile(luma: Plane): { readonly isSharp: boolean; readonly isBlurred: boolean; readonly three: number } {
  const levels = { ...luma, data: luma.data.map(level => 255 * level) };
  const noise = measureNoise(levels);
  const { two, three } = correlateGradients(levels, noise);
  return {
    isSharp: two < sharpTwo && three < sharpThree,
    isBlurred: two >= blurredTwo && noise < maxNoise && Number.isFinite(two),
    three,
  };
}

/** `shrink` resizes the picture. */
export async function findScale(
  picture: Pixels,
  { probe, whole }: DeblurringNetworks,
  shrink: (width: number, height: number) => Promise<Pixels>,
  progress: PartProgress,
): Promise<Search> {
  const sizeOf = (part: number) => ({
    width: Math.round(picture.width * part),
    height: Math.round(picture.height * part),
  });
  const isTried = (part: number) => {
    const { width, height } = sizeOf(part);
    return (part === 1 || Math.min(width, height) >= minSide) && width * height <= maxRestored * 1.01;
  };
  const resized = async (part: number) => {
    const { width, height } = sizeOf(part);
    return part === 1 ? picture : shrink(width, height);
  };
  const ask = async ({ side, open }: LazyNetwork, tile: Float32Array) => {
    const { restore } = await open();
    return fitKernel(lumaOf(tile, side), lumaOf(await restore(tile), side));
  };

  const sizes = parts.filter(isTried);
  const hoped: Hope[] = [];
  let [isTriedNow, isBlurred, isShaken] = [false, false, false];
  let largest: SeenGradients = { part: 1, three: -1 };
  for (const [index, part] of sizes.entries()) {
    progress((probedShare * index) / sizes.length);
    const isSeen = index >= sizes.length - sizesSeen;
    const small = await resized(part);
    const tiles = findTextures(small, probe.side, isSeen ? tilesSeen : 1).map(place => ({
      levels: readTile(small, place, probe.side),
      spot: spotOf(small, place, probe.side),
    }));
    const seen = measureTile(lumaOf(tiles[0]!.levels, probe.side));
    // Noise hides a blur at full size more than at a smaller one: what is not sharp there is tried at all larger sizes.
    isTriedNow ||= isSeen || !seen.isSharp;
    largest = { part, three: seen.three };
    if (isSeen) isBlurred ||= seen.isBlurred;
    if (!isTriedNow) continue;
    const asked: { fit: KernelFit; spot: Spot }[] = [];
    for (const { levels, spot } of tiles) asked.push({ fit: await ask(probe, levels), spot });
    const hopes = asked.filter(({ fit }) => meets(fit, hopeful)).toSorted((a, b) => b.fit.explained - a.fit.explained);
    if (hopes[0]) hoped.push({ part, spot: hopes[0].spot });
    if (isSeen) isShaken ||= hopes.some(({ fit }) => fit.length >= shakenFrom * fit.width);
  }

  let longest = 0;
  /** Undefined if no blur is undone at that size, or less of it than at a smaller one. */
  const confirm = async ({ part, spot }: Hope): Promise<FoundScale | undefined> => {
    const small = await resized(part);
    const fit = await ask(whole, readTile(small, surround(small, spot, whole.side), whole.side));
    const length = fit.length / part;
    if (!meets(fit, trusted) || length < sameLength * longest) return undefined;
    if (fit.length >= comparedFrom) longest = Math.max(longest, length);
    return { part, length, width: fit.width / part, degrees: fit.degrees };
  };
  let [found, foundAt]: [FoundScale?, Spot?] = [];
  let failures = 0;
  for (const [index, hope] of hoped.entries()) {
    progress(probedShare + ((1 - probedShare) * index) / (hoped.length + 1));
    const next = await confirm(hope);
    if (!next) failures++;
    if (!next && (found || failures === maxFailures)) break;
    if (next) [found, foundAt] = [next, hope.spot];
  }
  if (found && found.part < 1 && isTried(found.part * between))
    found = (await confirm({ part: found.part * between, spot: foundAt! })) ?? found;
  progress(1);
  return { found, isBlurred, isShaken, largest };
}
