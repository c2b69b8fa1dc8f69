// The bounding box of a matte's subject.

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Smallest share of the image that counts as a subject rather than dust. */
const minShare = 2e-4;
/** Thinner hair is excluded from the box, or a single stray pixel would extend it to the border. */
const minAlpha = 64;

/** Counts the subject's pixels in a row, adding each to its column's count. */
function countRow(row: Uint8Array, columns: Uint32Array): number {
  let count = 0;
  for (let x = 0; x < row.length; x++) {
    if (row[x]! < minAlpha) continue;
    count++;
    columns[x]!++;
  }
  return count;
}

/** The bounding box of the subject; undefined when the matte is practically empty. */
export function findSubjectBox(alpha: Uint8Array, width: number, height: number): Box | undefined {
  const rows = new Uint32Array(height);
  const columns = new Uint32Array(width);
  let total = 0;
  for (let y = 0; y < height; y++) {
    rows[y] = countRow(alpha.subarray(y * width, (y + 1) * width), columns);
    total += rows[y]!;
  }
  if (total < Math.max(1, minShare * width * height)) return undefined;
  // A row or column counts only with more than a few pixels, in proportion to the image's size.
  const min = Math.max(1, Math.round(Math.sqrt(total) / 200));
  const isFull = (count: number) => count >= min;
  const y = rows.findIndex(isFull);
  const x = columns.findIndex(isFull);
  if (x < 0 || y < 0) return undefined;
  return { x, y, w: columns.findLastIndex(isFull) - x + 1, h: rows.findLastIndex(isFull) - y + 1 };
}
