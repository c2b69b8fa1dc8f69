// How lively a picture is around holes and how lively a filling came out: the variance of luma in the 7 x 7 pixels around each pixel.
import { boxSum } from './box-sum.ts';
import { cellAt, cellSide, sampleCells } from './cells.ts';
import { luma, type System } from './seams.ts';

const radius = 3;
const inSquare = (2 * radius + 1) ** 2;
/** Variance that is not seen. */
const flat = 4;
/** How lively a filling should be, of what is around: this much, less where nobody could foresee its detail. */
const wanted = 1.88;
const doubtWeight = 2.5;
const mostWanted = 1.12;
const leastWanted = 0.65;
/** Bounds of one correction. */
const leastFactor = 0.25;
const mostFactor = 1.62;

function measureVariances({ region, holes }: System, filled: Float32Array): Float32Array {
  const { width, height, colours } = region;
  const first = new Float32Array(width * height);
  // Sums of small numbers stay exact for longer.
  for (let pixel = 0; pixel < first.length; pixel++) first[pixel] = luma(colours, pixel * 3) - 128;
  for (let slot = 0; slot < holes.length; slot++) first[holes[slot]!] = luma(filled, slot * 4) - 128;
  const second = first.map(value => value * value);
  boxSum(first, width, height, radius);
  boxSum(second, width, height, radius);
  for (let pixel = 0; pixel < second.length; pixel++)
    second[pixel] = Math.max(0, second[pixel]! / inSquare - (first[pixel]! / inSquare) ** 2);
  return second;
}

/** Means over those pixels that are 1 in `counts`, for squares of cells; -1 where there are none. */
function averageCells({ region }: System, variances: Float32Array, counts: Uint8Array, reach: number): Float32Array {
  const { width, height } = region;
  const across = Math.ceil(width / cellSide);
  const down = Math.ceil(height / cellSide);
  const sums = new Float32Array(across * down);
  const numbers = new Float32Array(across * down);
  // Squares beyond the border are not whole.
  for (let y = radius; y < height - radius; y++) {
    for (let x = radius; x < width - radius; x++) {
      if (!counts[y * width + x]) continue;
      const cell = cellAt(x, y, across);
      sums[cell]! += variances[y * width + x]!;
      numbers[cell]!++;
    }
  }
  const cells = Math.max(1, Math.round(reach / cellSide));
  boxSum(sums, across, down, cells);
  boxSum(numbers, across, down, cells);
  return sums.map((sum, cell) => (numbers[cell]! > 0.5 ? sum / numbers[cell]! : -1));
}

/**
 * For each hole pixel, by how much the detail of `filled` should be multiplied to be as lively as what is around. `doubts`: of each cell,
 * how little of its detail can be foreseen. `reach`: pixels around that count.
 */
export function correctLiveliness(
  system: System,
  filled: Float32Array,
  doubts: Float32Array,
  reach: number,
): Float32Array {
  const { region, holes } = system;
  const { width, height, isHole } = region;
  const holesAround = Float32Array.from(isHole);
  boxSum(holesAround, width, height, radius);
  const isFree = new Uint8Array(isHole.length);
  for (let pixel = 0; pixel < isFree.length; pixel++) isFree[pixel] = holesAround[pixel]! < 0.5 ? 1 : 0;
  const variances = measureVariances(system, filled);
  const around = averageCells(system, variances, isFree, reach);
  const inside = averageCells(system, variances, isHole, reach);
  const factors = around.map((there, cell) => {
    if (there < 0 || inside[cell]! < 0) return 1;
    const share = Math.min(mostWanted, Math.max(leastWanted, wanted - doubtWeight * doubts[cell]!));
    const factor = Math.sqrt((share * there + flat) / (inside[cell]! + flat));
    return Math.min(mostFactor, Math.max(leastFactor, factor));
  });
  return sampleCells(factors, Math.ceil(width / cellSide), Math.ceil(height / cellSide), width, holes);
}
