// Takes the noise out of one band of detail, by local statistics (Lee, "Digital Image Enhancement and Noise Filtering by Use of Local Statistics",
// IEEE TPAMI, 1980): where a band has no more energy than the noise of that brightness, nothing of it is kept; where it has much more, all is.
import { boxBlur } from '../pixels/box-filter.ts';

/** Variance of the noise by brightness: one for each 16 levels. */
export type NoiseLevels = Float32Array;

const bins = 16;
const levelsOfBin = 256 / bins;
/** Levels beyond which a sensor or a file clips the noise. */
export const [darkest, brightest] = [3, 252];
/** A brightness that fewer of the samples have than this has the noise of the next one that is known. */
const minOfBin = { samples: 60, share: 0.01 };
/** Pixels around each one over which its energy is averaged, and over which the gain is smoothed, lest single grains remain. */
export const energyReach = 3;
const gainReach = 2;
/** Rows around a stripe that its pixels depend on. */
export const bandMargin = energyReach + gainReach;
/** Quantile of the energies of one brightness that is taken as noise alone: the calmest parts have no detail. */
const calmShare = 0.02;
/** Quantile that is compared with it: energies of noise are close to each other where it is as bright, those of texture are not. */
const comparedShare = 0.25;
/** Energies of rounding, in levels squared. */
const rounding = 0.05;

const energyOf = (band: Float32Array, width: number) =>
  boxBlur(
    band.map(value => value * value),
    width,
    band.length / width,
    energyReach,
  );

/** Energies of a band, by the brightness of their pixels. */
export class Calm {
  private readonly energies: readonly number[][] = Array.from({ length: bins }, () => []);

  /** Adds the energies of the pixels whose `luma` is given. The band begins `above` rows before them, since energies depend on the rows around. */
  add(band: Float32Array, luma: Float32Array, width: number, above: number): void {
    const energy = energyOf(band, width).subarray(above * width);
    for (const [i, level] of luma.entries())
      if (level > darkest && level < brightest) this.energies[Math.floor(level / levelsOfBin)]!.push(energy[i]!);
  }

  private quantile(energies: readonly number[], share = calmShare): number {
    return energies.toSorted((a, b) => a - b)[Math.floor(energies.length * share)] ?? 0;
  }

  /** Standard deviation of the noise of the whole picture. */
  get deviation(): number {
    // Sums of the box filter may be a little below 0.
    return Math.sqrt(Math.max(0, this.quantile(this.energies.flat())));
  }

  /** The brightnesses that have enough samples. */
  private listKnown(): { readonly bin: number; readonly energies: readonly number[] }[] {
    const total = this.energies.reduce((sum, one) => sum + one.length, 0);
    const min = Math.max(minOfBin.samples, minOfBin.share * total);
    return this.energies.flatMap((energies, bin) => (energies.length >= min ? [{ bin, energies }] : []));
  }

  /** How many times the energy of the calmest parts a quarter of the picture has at most, at one brightness: 1.4 to 2.7 for noise. 1 if unknown. */
  get spread(): number {
    let [sum, count] = [0, 0];
    for (const { energies } of this.listKnown()) {
      const energyAt = (share: number) => Math.max(0, this.quantile(energies, share)) + rounding;
      const ratio = energyAt(comparedShare) / energyAt(calmShare);
      sum += energies.length * Math.log(ratio);
      count += energies.length;
    }
    return Math.exp(sum / Math.max(1, count));
  }

  toLevels(): NoiseLevels {
    const known = this.listKnown().map(({ bin, energies }) => ({ bin, variance: this.quantile(energies) }));
    return Float32Array.from(this.energies, (_, bin) => {
      const nearest = known.reduce<(typeof known)[number] | undefined>(
        (best, one) => (best && Math.abs(best.bin - bin) <= Math.abs(one.bin - bin) ? best : one),
        undefined,
      );
      return nearest?.variance ?? 0;
    });
  }
}

/** Between the middles of two bins the noise is interpolated. */
function noiseAt(levels: NoiseLevels, luma: number): number {
  const place = Math.min(bins - 1.001, Math.max(0, luma / levelsOfBin - 0.5));
  const bin = Math.floor(place);
  return levels[bin]! + (place - bin) * (levels[bin + 1]! - levels[bin]!);
}

/** From 0 to 1: small gains become smaller, which single strong grains have in the dark, and large ones larger. */
const easeInOut = (gain: number) => gain * gain * (3 - 2 * gain);

/** The band without its noise; energies up to `over` times that of the noise count as noise alone. */
export function shrinkBand(
  band: Float32Array,
  luma: Float32Array,
  width: number,
  { levels, over }: { readonly levels: NoiseLevels; readonly over: number },
): Float32Array {
  const energy = energyOf(band, width);
  const gains = energy.map((value, i) => Math.max(0, value - over * noiseAt(levels, luma[i]!)) / (value + 1e-6));
  const smooth = boxBlur(gains, width, band.length / width, gainReach);
  return band.map((value, i) => value * easeInOut(smooth[i]!));
}
