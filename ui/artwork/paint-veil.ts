// Mosaic and blur of everything drawn below.
import type { VeilLayer } from 'contract/artwork/artwork.ts';
import { rubOut } from './erase.ts';
import { tracePath } from './paint-drawing.ts';
import { type Context, withScratch } from './scratch.ts';

/** A part of the canvas, in device pixels. */
interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Cells are aligned with the page's corner, so that they stay in place when the veil is moved. `corner` and `cell` are in device pixels. */
function pixelate(from: Context, part: Part, cell: number, corner: { x: number; y: number }): OffscreenCanvas {
  const columns = Math.ceil(part.width / cell) + 2;
  const rows = Math.ceil(part.height / cell) + 2;
  const left = corner.x + Math.floor((part.x - corner.x) / cell) * cell;
  const top = corner.y + Math.floor((part.y - corner.y) / cell) * cell;
  const small = new OffscreenCanvas(columns, rows).getContext('2d')!;
  small.imageSmoothingQuality = 'high';
  small.drawImage(from.canvas, left, top, columns * cell, rows * cell, 0, 0, columns, rows);
  const out = new OffscreenCanvas(part.width, part.height).getContext('2d')!;
  out.imageSmoothingEnabled = false;
  out.drawImage(small.canvas, 0, 0, columns, rows, left - part.x, top - part.y, columns * cell, rows * cell);
  return out.canvas;
}

/** Blurs by repeatedly halving and then doubling the size, which approximates a Gaussian and works in browsers without canvas filters. */
function smear(from: Context, part: Part, reach: number): OffscreenCanvas {
  const steps = Math.max(1, Math.round(Math.log2(Math.max(2, reach))));
  const sizes = [{ width: part.width, height: part.height }];
  for (let step = 0; step < steps; step++) {
    const { width, height } = sizes.at(-1)!;
    sizes.push({ width: Math.max(1, Math.ceil(width / 2)), height: Math.max(1, Math.ceil(height / 2)) });
  }
  let now = new OffscreenCanvas(part.width, part.height);
  now.getContext('2d')!.drawImage(from.canvas, part.x, part.y, part.width, part.height, 0, 0, part.width, part.height);
  for (const { width, height } of [...sizes.slice(1), ...sizes.slice(0, -1).reverse()]) {
    const next = new OffscreenCanvas(width, height);
    const context = next.getContext('2d')!;
    context.drawImage(now, 0, 0, now.width, now.height, 0, 0, width, height);
    now = next;
  }
  return now;
}

/** The origin of `context` is the page's corner, which is at `corner` in device pixels. `scale` is the number of device pixels per page pixel. */
export function paintVeil(context: Context, layer: VeilLayer, scale: number, corner: { x: number; y: number }): void {
  const { canvas } = context;
  const reach = Math.hypot(layer.width, layer.height) / 2;
  const left = Math.max(0, Math.floor(corner.x + (layer.x - reach) * scale));
  const top = Math.max(0, Math.floor(corner.y + (layer.y - reach) * scale));
  const width = Math.min(canvas.width, Math.ceil(corner.x + (layer.x + reach) * scale)) - left;
  const height = Math.min(canvas.height, Math.ceil(corner.y + (layer.y + reach) * scale)) - top;
  if (width <= 0 || height <= 0) return;
  const part = { x: left, y: top, width, height };
  const size = Math.max(1, layer.grain * scale);
  const covered = layer.kind === 'mosaic' ? pixelate(context, part, size, corner) : smear(context, part, size);
  withScratch(width, height, mask => {
    mask.setTransform(scale, 0, 0, scale, corner.x - left, corner.y - top);
    mask.translate(layer.x, layer.y);
    mask.rotate((layer.degrees * Math.PI) / 180);
    mask.scale(layer.isFlippedX ? -1 : 1, layer.isFlippedY ? -1 : 1);
    if (layer.path) tracePath(mask, layer, layer.path, layer.strokeWidth, '#000000');
    else mask.fillRect(-layer.width / 2, -layer.height / 2, layer.width, layer.height);
    rubOut(mask, layer, { scale, x: corner.x - left, y: corner.y - top }, { width, height });
    mask.setTransform(1, 0, 0, 1, 0, 0);
    mask.globalCompositeOperation = 'source-in';
    mask.drawImage(covered, 0, 0);
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = layer.opacity;
    context.drawImage(mask.canvas, 0, 0, width, height, left, top, width, height);
    context.restore();
  });
}
