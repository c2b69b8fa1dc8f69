// Splits an image into the regions that need work: holes with enough surroundings to copy from. Distant holes are in separate regions, so that the
// cost of a small hole does not grow with the image.

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Holes that are filled together, and the part of the image that is used for them. */
export interface HoleGroup {
  readonly box: Box;
  readonly cells: ReadonlySet<number>;
}

/** Side in pixels of the grid cells in which holes are gathered. */
const cell = 32;
/** Limits for the margin of known pixels around holes; it equals the longer side of their box in between. */
const minMargin = 160;
const maxMargin = 400;

const area = (box: Box): number => (box.right - box.left) * (box.bottom - box.top);

const unite = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

/** Returns the bounding box of the hole pixels in each cell that has some. */
function gatherCells(mask: Uint8Array, width: number, height: number): Map<number, Box> {
  const across = Math.ceil(width / cell);
  const cells = new Map<number, Box>();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!mask[y * width + x]) continue;
      const index = Math.floor(y / cell) * across + Math.floor(x / cell);
      const pixel = { left: x, top: y, right: x + 1, bottom: y + 1 };
      const known = cells.get(index);
      const isInside = known && x >= known.left && x < known.right && y < known.bottom;
      if (!isInside) cells.set(index, known ? unite(known, pixel) : pixel);
    }
  }
  return cells;
}

/** Returns the connected groups of cells with holes. */
function groupCells(cells: Map<number, Box>, across: number, down: number): HoleGroup[] {
  const groups: HoleGroup[] = [];
  for (const start of cells.keys()) {
    const waiting = [start];
    const members: number[] = [];
    let group: Box | undefined;
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      const box = cells.get(index);
      if (!box) continue;
      cells.delete(index);
      members.push(index);
      group = group ? unite(group, box) : box;
      const y = Math.floor(index / across);
      const x = index - y * across;
      for (let row = Math.max(0, y - 1); row <= Math.min(down - 1, y + 1); row++)
        for (let column = Math.max(0, x - 1); column <= Math.min(across - 1, x + 1); column++)
          waiting.push(row * across + column);
    }
    if (group) groups.push({ box: group, cells: new Set(members) });
  }
  return groups;
}

function widen(box: Box, width: number, height: number): Box {
  const longer = Math.max(box.right - box.left, box.bottom - box.top);
  const margin = Math.max(minMargin, Math.min(maxMargin, longer));
  return {
    left: Math.max(0, box.left - margin),
    top: Math.max(0, box.top - margin),
    right: Math.min(width, box.right + margin),
    bottom: Math.min(height, box.bottom + margin),
  };
}

/** Merges regions as long as the merged region has no more pixels than the separate ones together. */
function mergeRegions(regions: readonly HoleGroup[]): HoleGroup[] {
  const merged: HoleGroup[] = [];
  for (const region of regions) {
    let grown = region;
    for (let index = 0; index < merged.length; index++) {
      const other = merged[index]!;
      const united = unite(grown.box, other.box);
      if (area(united) > area(grown.box) + area(other.box)) continue;
      grown = { box: united, cells: new Set([...grown.cells, ...other.cells]) };
      merged.splice(index, 1);
      index = -1;
    }
    merged.push(grown);
  }
  return merged;
}

/** Returns regions for all holes: each hole pixel belongs to exactly one, though it may lie inside the box of another. Empty without holes. */
export function splitHoles(mask: Uint8Array, width: number, height: number): HoleGroup[] {
  const groups = groupCells(gatherCells(mask, width, height), Math.ceil(width / cell), Math.ceil(height / cell));
  return mergeRegions(groups.map(({ box, cells }) => ({ box: widen(box, width, height), cells })));
}

/** Returns whether the pixel at x, y belongs to the group. */
export const isInGroup = ({ cells }: HoleGroup, x: number, y: number, width: number): boolean =>
  cells.has(Math.floor(y / cell) * Math.ceil(width / cell) + Math.floor(x / cell));
