// Renders marks as a mask to send with a call, and measures how much of the picture they cover.
import { encodeMaskPng } from './encode-mask-png.ts';
import type { MaskOp } from './ops.ts';
import { rasteriseBand } from './rasterise.ts';

/** Number of pixels processed before yielding to the page. */
const bandPixels = 1_000_000;
const coarsePixels = 60_000;
const finePixels = 4_000_000;

function* readBands(ops: readonly MaskOp[], label: string, width: number, height: number, scale: number) {
  const max = Math.max(1, Math.floor(bandPixels / width));
  for (let top = 0; top < height; top += max)
    yield rasteriseBand(ops, label, { width, top, rows: Math.min(max, height - top), scale });
}

/** Returns a PNG of `width` x `height`, the size of the picture that was marked: white where `label` is on top, otherwise black. */
export function renderMask(ops: readonly MaskOp[], width: number, height: number, label: string): Promise<Blob> {
  return encodeMaskPng(width, height, readBands(ops, label, width, height, 1));
}

function measureShare(ops: readonly MaskOp[], label: string, width: number, height: number, pixels: number): number {
  const scale = Math.min(1, Math.sqrt(pixels / (width * height)));
  const columns = Math.max(1, Math.round(width * scale));
  const rows = Math.max(1, Math.round(height * scale));
  let marked = 0;
  for (const band of readBands(ops, label, columns, rows, scale)) for (const value of band) marked += value;
  return marked / (columns * rows);
}

const known = new WeakMap<readonly MaskOp[], Map<string, number>>();

/** Returns the fraction of the picture marked with `label`, 0..1, estimated from a sample of its pixels; 0 only if no pixel is marked. */
export function markedShare(ops: readonly MaskOp[], width: number, height: number, label: string): number {
  if (!ops.some(op => op.label === label)) return 0;
  const shares = known.get(ops) ?? new Map<string, number>();
  known.set(ops, shares);
  const key = `${width} ${height} ${label}`;
  const share =
    shares.get(key) ??
    (measureShare(ops, label, width, height, coarsePixels) || measureShare(ops, label, width, height, finePixels));
  shares.set(key, share);
  return share;
}
