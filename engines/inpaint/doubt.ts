// Uncertainty of a filling's detail: in fur, for example, every solution shows hairs, but each in different places.
import type { Cells } from './cells.ts';
import { luma, type System } from './seams.ts';

/** Squared differences between neighbours below this do not count as detail. */
const flat = 4;
/** For white noise: squared differences to two neighbours, divided by the variance. */
const ofNoise = 4;

export interface Solutions {
  /** All solutions, the best of them, and their mean: four numbers per hole pixel. */
  readonly all: readonly Float32Array[];
  readonly made: Float32Array;
  readonly mean: Float32Array;
}

/**
 * Returns for each cell 0 where solutions have the same detail, 1 where it is pure noise: the share of noise in their differences, times the ratio of
 * these differences to the detail of the best solution. Cells within `radius` are included.
 */
export function measureDoubt(
  system: System,
  cells: Cells,
  { all, made, mean }: Solutions,
  radius: number,
): Float32Array {
  const { holes, neighbours } = system;
  const count = holes.length;
  const ofDetail = new Float32Array(count);
  const ofColours = new Float32Array(count);
  const detail = new Float32Array(count).fill(flat);
  for (let slot = 0; slot < count; slot++) {
    const bright = luma(made, slot * 4);
    const usual = luma(mean, slot * 4);
    const others = [neighbours[slot * 4 + 1]!, neighbours[slot * 4 + 3]!].filter(other => other < count);
    for (const other of others) detail[slot]! += (luma(made, other * 4) - bright) ** 2;
    for (const one of all) {
      const off = luma(one, slot * 4) - usual;
      ofColours[slot]! += off ** 2 / (all.length - 1);
      for (const other of others)
        ofDetail[slot]! += (luma(one, other * 4) - luma(mean, other * 4) - off) ** 2 / (all.length - 1);
    }
  }
  const [details, colours, disagreed] = [detail, ofColours, ofDetail].map(values => cells.sum(values, radius));
  return disagreed!.map((sum, cell) => {
    if (!(details![cell]! > 0)) return 0;
    return (sum / Math.max(1e-3, ofNoise * colours![cell]!)) * (sum / details![cell]!);
  });
}
