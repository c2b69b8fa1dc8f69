// Brings a labelling to full size, level by level: shifts are refined, and seams are cut again in a narrow band around the previous ones (banded
// graph cuts: Lombaert, Sun, Grady, Xu, ICCV 2005; seams between two sources: Kwatra et al., SIGGRAPH 2003).
import { seamCap } from './prices.ts';
import { featureCap, featureScale, isCopyable, isCopyableTo, listPoints, type Shift, type Stage } from './stage.ts';

/** Index of the shift by which each pixel of a stage is copied; -1 outside the group's holes. */
export interface ShiftMap {
  readonly labels: Int32Array;
  readonly shifts: Shift[];
}

const never = 1e9;
const rounds = 2;
const sharpenTurns = 2;
const maxPoints = 400;
/** Distances from a hole, in pixels, at which shifts are compared with the known pixels. */
const rimPoints = [3, 4];
const cap = Math.round((featureCap * featureScale) ** 2);

/** Bytes of the stage's memory that cutting takes when `pixels` of it are holes. */
export const cuttingBytes = (pixels: number): number => pixels * 130 + maxPoints * 8 + 200_000;

/** Returns the map of the next stage, which is twice as large. */
export function enlargeMap(map: ShiftMap, coarse: Stage, fine: Stage): ShiftMap {
  const labels = new Int32Array(fine.width * fine.height).fill(-1);
  for (let y = 0; y < fine.height; y++) {
    const row = Math.min(coarse.height - 1, Math.max(0, ((fine.top + y) >> 1) - coarse.top));
    for (let x = 0; x < fine.width; x++) {
      if (!fine.isTarget[y * fine.width + x]) continue;
      const column = Math.min(coarse.width - 1, Math.max(0, ((fine.left + x) >> 1) - coarse.left));
      labels[y * fine.width + x] = map.labels[row * coarse.width + column]!;
    }
  }
  return { labels, shifts: map.shifts.map(({ dx, dy }) => ({ dx: 2 * dx, dy: 2 * dy })) };
}

const stepsOf = (width: number): readonly number[] => [-1, 1, -width, width];

function hasNeighbour(pixel: number, side: number, width: number, count: number): boolean {
  if (side === 0) return pixel % width > 0;
  if (side === 1) return pixel % width < width - 1;
  return side === 2 ? pixel >= width : pixel < count - width;
}

/** Moves each shift by up to a pixel to where the pieces fit best to their neighbours. */
export function sharpenShifts(stage: Stage, { labels, shifts }: ShiftMap): void {
  const { kernel, width, height, plane, isKnown, isSource } = stage;
  const count = width * height;
  const copy = (pixel: number) => {
    const { dx, dy } = shifts[labels[pixel]!]!;
    const x = (pixel % width) + dx;
    const y = Math.floor(pixel / width) + dy;
    if (!isCopyable(stage, x, y)) return;
    const from = (y * width + x) * 8;
    plane.copyWithin(pixel * 8, from, from + 8);
  };
  const beside = new Map<number, Set<number>>();
  const pixelsOf = new Map<number, number[]>();
  const steps = stepsOf(width);
  for (let pixel = 0; pixel < count; pixel++) {
    const label = labels[pixel]!;
    if (label < 0) continue;
    copy(pixel);
    const list = beside.get(label) ?? new Set();
    beside.set(label, list);
    const pixels = pixelsOf.get(label) ?? [];
    pixels.push(pixel);
    pixelsOf.set(label, pixels);
    for (let side = 0; side < 4; side++) {
      if (!hasNeighbour(pixel, side, width, count)) continue;
      const other = pixel + steps[side]!;
      if (labels[other]! >= 0 && labels[other] !== label) list.add(other);
      if (!isKnown[other]) continue;
      // Beside the hole, features are uncertain because they were smoothed over known pixels only, so points a little away are used.
      for (const away of rimPoints) {
        const x = (pixel % width) + away * (side === 0 ? -1 : side === 1 ? 1 : 0);
        const y = Math.floor(pixel / width) + away * (side === 2 ? -1 : side === 3 ? 1 : 0);
        if (isCopyable(stage, x, y)) list.add(y * width + x);
      }
    }
  }
  const points = kernel.ints(2 * maxPoints);
  const move = (label: number, places: ReadonlySet<number>) => {
    const all = [...places];
    const used = Math.min(maxPoints, all.length);
    for (let index = 0; index < used; index++) {
      const place = all[Math.floor((index * all.length) / used)]!;
      points[index * 2] = place % width;
      points[index * 2 + 1] = Math.floor(place / width);
    }
    const { dx, dy } = shifts[label]!;
    const number = kernel.run.sharpenShift(
      plane.byteOffset,
      isSource.byteOffset,
      width,
      height,
      points.byteOffset,
      used,
      dx,
      dy,
      1,
      cap,
    );
    if (used === 0 || number === 4) return;
    shifts[label] = { dx: dx - 1 + (number % 3), dy: dy - 1 + Math.floor(number / 3) };
    for (const pixel of pixelsOf.get(label)!) copy(pixel);
  };
  // Adjacent pieces that were off together are corrected one after the other.
  for (let turn = 0; turn < sharpenTurns; turn++) for (const [label, places] of beside) move(label, places);
}

/** Maximum distance by which a shift is moved to bring a pixel back to known pixels. */
const maxMended = 4;
/**
 * The same at the outline of a body, where pixels of the coarser stage belong to both sides: the ground may be as far away as the width of an arm.
 */
const maxMendedBeside = 40;

/** Finds a shift near `shift` that takes a pixel to one that may be copied: the last resort, since the two pieces will not quite meet. */
function bringBack(stage: Stage, pixel: number, { dx, dy }: Shift): Shift | undefined {
  const max = stage.kinds ? maxMendedBeside : maxMended;
  for (let reach = 1; reach <= max; reach++)
    for (let moveY = -reach; moveY <= reach; moveY++)
      for (let moveX = -reach; moveX <= reach; moveX++)
        if (isCopyableTo(stage, pixel, { dx: dx + moveX, dy: dy + moveY })) return { dx: dx + moveX, dy: dy + moveY };
  return undefined;
}

/** Gives the pixels whose shift leads out of the known pixels another shift. Returns whether all pixels have a valid one. */
export function mendLost(stage: Stage, { labels, shifts }: ShiftMap): boolean {
  const { width } = stage;
  const used = [...new Set(labels)].filter(label => label >= 0);
  let isWhole = true;
  const fits = (label: number, pixel: number) => isCopyableTo(stage, pixel, shifts[label]!);
  for (let pixel = 0; pixel < labels.length; pixel++) {
    if (labels[pixel]! < 0 || fits(labels[pixel]!, pixel)) continue;
    // The shift just chosen on the left or above is likely to fit here too, and needs no seam.
    const near = [labels[pixel - 1] ?? -1, labels[pixel - width] ?? -1].filter(label => label >= 0);
    let other = [...near, ...used].find(label => fits(label, pixel));
    const moved = other === undefined ? bringBack(stage, pixel, shifts[labels[pixel]!]!) : undefined;
    if (moved) {
      other = shifts.push(moved) - 1;
      used.push(other);
    }
    if (other === undefined) isWhole = false;
    else labels[pixel] = other;
  }
  return isWhole;
}

/** Returns the pixels within `reach` of a seam, and those beside them, which keep their shift. */
function findBand({ width, height }: Stage, labels: Int32Array, reach: number) {
  const isOpen = new Uint8Array(labels.length);
  const open = (x: number, y: number, by: number, value: number) => {
    for (let row = Math.max(0, y - by); row <= Math.min(height - 1, y + by); row++)
      for (let column = Math.max(0, x - by); column <= Math.min(width - 1, x + by); column++) {
        const at = row * width + column;
        if (labels[at]! >= 0 && isOpen[at]! < value) isOpen[at] = value;
      }
  };
  const differ = (a: number, b: number) => labels[a]! >= 0 && labels[b]! >= 0 && labels[a] !== labels[b];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      const isSeam = (x < width - 1 && differ(pixel, pixel + 1)) || (y < height - 1 && differ(pixel, pixel + width));
      if (!isSeam) continue;
      open(x, y, reach + 1, 1);
      open(x, y, reach, 2);
    }
  }
  const pixels: number[] = [];
  for (let pixel = 0; pixel < labels.length; pixel++) if (isOpen[pixel]) pixels.push(pixel);
  return { pixels, isOpen };
}

/** Cuts the seams of a map again, at most `reach` pixels from their present position. Yields between labels. */
export function* recutSeams(stage: Stage, map: ShiftMap, reach: number): Generator<void, void> {
  const { labels, shifts } = map;
  const { kernel, width, height, plane, isSource } = stage;
  const { pixels, isOpen } = findBand(stage, labels, reach);
  if (pixels.length === 0) return;
  const nodeOf = new Int32Array(labels.length).fill(-1);
  pixels.forEach((pixel, node) => {
    nodeOf[pixel] = node;
  });
  const count = pixels.length;
  const points = listPoints(stage, pixels);
  const right = kernel.ints(count);
  const below = kernel.ints(count);
  const nodeLabels = kernel.ints(count);
  const costs = kernel.floats(count);
  const alphaCosts = kernel.floats(count);
  const order = kernel.ints(count);
  const room = kernel.bytes(count * 78 + 1024);
  const shiftList = kernel.ints(shifts.length * 2);
  shifts.forEach(({ dx, dy }, index) => {
    shiftList[index * 2] = dx;
    shiftList[index * 2 + 1] = dy;
  });
  const price = makeEdgePrice(stage, shifts);
  const boxes = new Map<number, { left: number; top: number; right: number; bottom: number }>();
  const widen = (label: number, x: number, y: number) => {
    const box = boxes.get(label);
    if (!box) boxes.set(label, { left: x, top: y, right: x, bottom: y });
    else {
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    }
  };
  pixels.forEach((pixel, node) => {
    const x = pixel % width;
    right[node] = x < width - 1 ? nodeOf[pixel + 1]! : -1;
    below[node] = pixel + width < labels.length ? nodeOf[pixel + width]! : -1;
    nodeLabels[node] = labels[pixel]!;
    costs[node] = price(pixel, labels[pixel]!);
    if (isOpen[pixel] === 2) widen(labels[pixel]!, x, Math.floor(pixel / width));
  });
  for (let round = 0; round < rounds; round++) {
    let changed = 0;
    for (const [label, box] of boxes) {
      pixels.forEach((pixel, node) => {
        const x = pixel % width;
        const y = Math.floor(pixel / width);
        const isNear =
          isOpen[pixel] === 2 &&
          x >= box.left - 2 * reach &&
          x <= box.right + 2 * reach &&
          y >= box.top - 2 * reach &&
          y <= box.bottom + 2 * reach;
        alphaCosts[node] = isNear ? price(pixel, label) : never;
      });
      changed += kernel.run.expand(
        plane.byteOffset,
        isSource.byteOffset,
        width,
        height,
        points.byteOffset,
        right.byteOffset,
        below.byteOffset,
        nodeLabels.byteOffset,
        costs.byteOffset,
        alphaCosts.byteOffset,
        count,
        shiftList.byteOffset,
        label,
        seamCap * featureScale,
        never,
        order.byteOffset,
        room.byteOffset,
      );
      yield;
    }
    if (changed === 0) break;
  }
  pixels.forEach((pixel, node) => {
    labels[pixel] = nodeLabels[node]!;
  });
}

/** Prices a shift at a pixel by the seams with the known pixels beside it; `never` where the source may not be copied. */
function makeEdgePrice(stage: Stage, shifts: readonly Shift[]): (pixel: number, label: number) => number {
  const { width, isKnown, plane } = stage;
  const steps = stepsOf(width);
  return (pixel, label) => {
    const { dx, dy } = shifts[label]!;
    if (!isCopyableTo(stage, pixel, { dx, dy })) return never;
    let sum = 0;
    for (let side = 0; side < 4; side++) {
      if (!hasNeighbour(pixel, side, width, isKnown.length)) continue;
      const other = pixel + steps[side]!;
      if (!isKnown[other]) continue;
      const otherY = Math.floor(other / width);
      const otherX = other - otherY * width;
      if (!isCopyable(stage, otherX + dx, otherY + dy)) {
        sum += seamCap * featureScale;
        continue;
      }
      const from = ((otherY + dy) * width + otherX + dx) * 8;
      let squares = 0;
      for (let number = 0; number < 8; number++) squares += (plane[other * 8 + number]! - plane[from + number]!) ** 2;
      sum += 2 * Math.min(seamCap * featureScale, Math.sqrt(squares));
    }
    return sum;
  };
}
