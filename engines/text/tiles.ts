// Cuts a long side into tiles that overlap, so that the memory of the network does not grow with the picture.

/** The network halves the picture five times, so all its sides are multiples of this. */
export const step = 32;
const tileSide = 1280;
/** Seen by both neighbours at a border between tiles, so that a line across it is seen whole. */
const tileOverlap = 128;

/** Where the map's next tile is looked at, and which part of it is kept. */
export interface Tile {
  readonly from: number;
  readonly size: number;
  readonly keepFrom: number;
  readonly keepTo: number;
}

/** `length` is a multiple of `step`. The kept parts follow each other without a gap. */
export function cutIntoTiles(length: number): Tile[] {
  if (length <= tileSide) return [{ from: 0, size: length, keepFrom: 0, keepTo: length }];
  const count = Math.ceil((length - tileOverlap) / (tileSide - tileOverlap));
  const stride = (length - tileSide) / (count - 1);
  return Array.from({ length: count }, (_, i) => {
    const from = Math.round((i * stride) / step) * step;
    const next = Math.round(((i + 1) * stride) / step) * step;
    const before = Math.round(((i - 1) * stride) / step) * step;
    const middle = (a: number, b: number) => Math.round((a + tileSide + b) / 2);
    return {
      from,
      size: tileSide,
      keepFrom: i === 0 ? 0 : middle(before, from),
      keepTo: i === count - 1 ? length : middle(from, next),
    };
  });
}
