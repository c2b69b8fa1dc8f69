// How much detail a filling should have: as much as what is around it, less where nobody could foresee it.
import { boxSum } from './box-sum.ts';
import { cellAt, cellSide, sampleCells } from './cells.ts';
import { luma, type System } from './seams.ts';

/** Sums over one cell of the picture. */
interface Sums {
  /** Squared differences of neighbouring pixels that are known, and their number. */
  readonly known: Float32Array;
  readonly knownCount: Float32Array;
  /** The same inside holes. */
  readonly made: Float32Array;
  readonly madeCount: Float32Array;
  /** How far solutions disagree: in differences of neighbours, and in colours. */
  readonly doubtOfDetail: Float32Array;
  readonly doubt: Float32Array;
}

/** Bounds of the gain that makes up for missing detail. */
const leastGain = 1.4;
const mostGain = 1.6;
/** Squared differences that do not count as detail. */
const flat = 4;
/** A second gain, by how much of the detail solutions agree about; between these bounds. */
const sureGain = 2.2;
const doubtWeight = 3.6;
const leastSure = 0.72;
const mostSure = 1.9;
const noLossBelow = 0.1;

function sumKnown({ region }: System, across: number, sums: Sums): void {
  const { width, height, colours, isHole } = region;
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const pixel = y * width + x;
      if (isHole[pixel] || isHole[pixel + 1] || isHole[pixel + width]) continue;
      const here = luma(colours, pixel * 3);
      const index = cellAt(x, y, across);
      sums.known[index]! +=
        (luma(colours, pixel * 3 + 3) - here) ** 2 + (luma(colours, (pixel + width) * 3) - here) ** 2;
      sums.knownCount[index]!++;
    }
  }
}

/** `made`: the colours to judge; `all`: those of every solution; `mean`: what they may be a sample of. Four numbers a hole pixel. */
function sumMade(
  system: System,
  across: number,
  sums: Sums,
  made: Float32Array,
  all: readonly Float32Array[],
  mean: Float32Array,
): void {
  const { holes, neighbours, region, nowhere, values } = system;
  const count = holes.length;
  for (let slot = 0; slot < count; slot++) {
    const pixel = holes[slot]!;
    const y = Math.floor(pixel / region.width);
    const index = cellAt(pixel - y * region.width, y, across);
    for (const other of [neighbours[slot * 4 + 1]!, neighbours[slot * 4 + 3]!]) {
      if (other === nowhere) continue;
      const isRim = other >= count;
      const there = luma(isRim ? values : made, other * 4);
      sums.made[index]! += (there - luma(made, slot * 4)) ** 2;
      for (const one of all) {
        const here = luma(one, slot * 4) - luma(mean, slot * 4);
        const beside = isRim ? 0 : luma(one, other * 4) - luma(mean, other * 4);
        sums.doubtOfDetail[index]! += (here - beside) ** 2 / (all.length - 1);
      }
    }
    for (const one of all) sums.doubt[index]! += (luma(one, slot * 4) - luma(mean, slot * 4)) ** 2 / (all.length - 1);
    sums.madeCount[index]!++;
  }
}

const divide = (sum: number, by: number): number => (by > 0 ? sum / by : 0);

/** How little of the detail of one cell can be foreseen, and its gain, from sums around it. */
function judgeCell({ known, knownCount, made, madeCount, doubtOfDetail, doubt }: Sums, index: number) {
  const around = divide(known[index]!, knownCount[index]!);
  const inside = divide(made[index]!, madeCount[index]!);
  const missing = knownCount[index]! > 0 ? Math.sqrt((around + flat) / (inside + flat)) : 1;
  // Detail that solutions disagree about costs most where it is all that they disagree about. White noise has four times as much in
  // its differences as in its values.
  const noise = divide(doubtOfDetail[index]!, 4 * doubt[index]!);
  const chance = divide(doubtOfDetail[index]!, made[index]! + flat * madeCount[index]!);
  const sure = Math.min(mostSure, Math.max(leastSure, sureGain - doubtWeight * noise * chance));
  // What all agree about loses nothing in their mean and needs no strengthening.
  const loss = Math.min(1, chance / noLossBelow);
  const gain = (sure > 1 ? 1 + (sure - 1) * loss : sure) * Math.min(mostGain, Math.max(leastGain, missing));
  return { doubt: noise * chance, gain };
}

/**
 * For each hole pixel, by how much the differences of `made` should be multiplied; for each cell, how little of its detail can be foreseen.
 * `mean`: the colours that detail is added to. `reach`: pixels around that count. All colours are four numbers a hole pixel.
 */
export function findGains(
  system: System,
  made: Float32Array,
  all: readonly Float32Array[],
  mean: Float32Array,
  reach: number,
): { readonly gains: Float32Array; readonly doubts: Float32Array } {
  const { region, holes } = system;
  const across = Math.ceil(region.width / cellSide);
  const down = Math.ceil(region.height / cellSide);
  const empty = () => new Float32Array(across * down);
  const sums: Sums = {
    known: empty(),
    knownCount: empty(),
    made: empty(),
    madeCount: empty(),
    doubtOfDetail: empty(),
    doubt: empty(),
  };
  sumKnown(system, across, sums);
  sumMade(system, across, sums, made, all, mean);
  for (const values of Object.values(sums)) boxSum(values, across, down, Math.max(1, Math.round(reach / cellSide)));
  const gains = new Float32Array(across * down).fill(1);
  const doubts = new Float32Array(across * down);
  for (let cell = 0; cell < gains.length; cell++) {
    if (sums.madeCount[cell]! === 0) continue;
    const { doubt, gain } = judgeCell(sums, cell);
    gains[cell] = gain;
    doubts[cell] = doubt;
  }
  return { gains: sampleCells(gains, across, down, region.width, holes), doubts };
}
