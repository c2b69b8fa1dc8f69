// Paints a mark for the screen at its shown size, with the same steps as the server.

import type { Shape, Size } from 'contract/mark/place.ts';
import { type Finish, finishMark, tintCoverage } from 'engines/pixels/paint-mark.ts';

/** A source that can be drawn at any size. */
export interface MarkSource {
  /** For a text: white ink on transparent. */
  readonly drawn: HTMLCanvasElement | ImageBitmap | HTMLImageElement;
  readonly kind: 'text' | 'image';
  readonly shape: Shape;
}

/** The painted canvas: the box plus a margin of `inset` pixels for outline and shadow. */
export interface PaintedCanvas {
  readonly canvas: HTMLCanvasElement;
  readonly inset: number;
}

export function makeCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('this browser has no canvas left to draw on');
  context.imageSmoothingQuality = 'high';
  return { canvas, context };
}

/** Paints the mark for a box of this size in canvas pixels. */
export function paintMark(source: MarkSource, box: Size, color: string, finish: Finish): PaintedCanvas {
  const { canvas, context } = makeCanvas(box.width, box.height);
  const { width, height } = canvas;
  context.drawImage(source.drawn, 0, 0, width, height);
  const data = new Uint8Array(context.getImageData(0, 0, width, height).data.buffer);
  const isText = source.kind === 'text';
  const ink = () => Uint8Array.from({ length: width * height }, (_, i) => data[i * 4 + 3]!);
  const plain = isText ? tintCoverage({ data: ink(), width, height }, color) : { data, width, height };
  const unit = isText ? (source.shape.unit * width) / source.shape.width : Math.min(width, height);
  const { sheet, inset } = finishMark(plain, finish, unit);
  const painted = makeCanvas(sheet.width, sheet.height);
  const pixels = new ImageData(new Uint8ClampedArray(sheet.data), sheet.width, sheet.height);
  painted.context.putImageData(pixels, 0, 0);
  return { canvas: painted.canvas, inset };
}
