// Lays out tiles in rows of nearly equal length, the longer ones first, each filling the width.

/** Returns for each of `count` tiles how many tiles share its row; no row is longer than `longest`. 5 with 4 → [3,3,3,2,2]. */
export function planRows(count: number, longest: number): number[] {
  const rows = Math.ceil(count / longest);
  const lengths: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    const length = Math.floor(count / rows) + (row < count % rows ? 1 : 0);
    for (let tile = 0; tile < length; tile += 1) lengths.push(length);
  }
  return lengths;
}
