// Tools of the styles: pixels of a scene or of some of its shapes, blurs, edges, noise, and a map of shapes.

import { luma709 } from '../../pixels/luma.ts';
import { sharp } from '../../sharp.ts';
import { writeSvg } from '../compose.ts';
import type { Scene, Shape } from '../graph.ts';
import { makeNoise } from '../random.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Three bytes per pixel, row by row. */
export interface Canvas extends Size {
  readonly data: Uint8Array;
}

export interface Sheet {
  readonly scene: Scene;
  readonly size: Size;
  readonly seed: number;
  /** Pixels per pixel of a canvas of 1024. */
  readonly k: number;
}

/** Paints a scene; the same sheet always gives the same pixels. */
export type Painter = (sheet: Sheet) => Promise<Canvas>;

export async function render({ scene, size }: Sheet, shapes: readonly Shape[] = scene.shapes): Promise<Canvas> {
  const data = await sharp(Buffer.from(writeSvg(scene, shapes, size)))
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return { ...size, data };
}

/** Renders shapes with four bytes per pixel. */
export async function renderLayer({ scene, size }: Sheet, shapes: readonly Shape[]): Promise<Uint8Array> {
  return sharp(Buffer.from(writeSvg(scene, shapes, size)))
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer();
}

export async function blur(
  data: Uint8Array,
  { width, height }: Size,
  channels: 1 | 3,
  sigma: number,
): Promise<Uint8Array> {
  if (sigma < 0.3) return data;
  const { data: out, info } = await sharp(data, { raw: { width, height, channels } })
    .blur(sigma)
    .raw()
    .toBuffer({ resolveWithObject: true });
  // libvips may add channels to a grey image.
  return info.channels === channels ? out : out.filter((_, i) => i % info.channels === 0);
}

/** Returns the colour difference between a pixel's neighbours `step` away, 0..255. */
export function findEdges({ data, width, height }: Canvas, step = 1): Uint8Array {
  const edges = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const [up, down] = [Math.max(0, y - step), Math.min(height - 1, y + step)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - step), Math.min(width - 1, x + step)];
      let max = 0;
      for (let c = 0; c < 3; c++) {
        const across = data[(y * width + right) * 3 + c]! - data[(y * width + left) * 3 + c]!;
        const along = data[(down * width + x) * 3 + c]! - data[(up * width + x) * 3 + c]!;
        max = Math.max(max, Math.abs(across) + Math.abs(along));
      }
      edges[y * width + x] = Math.min(255, max);
    }
  }
  return edges;
}

/** Returns noise with a period of `grain` pixels, -1..1, row by row. */
export function noisePlane({ width, height }: Size, grain: number, seed: number, octaves = 2): Float32Array {
  const noise = makeNoise(seed);
  const plane = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = noise(x / grain, y / grain);
      if (octaves > 1) sum = sum * 0.65 + noise((x / grain) * 2.7 + 31, (y / grain) * 2.7 + 17) * 0.35;
      plane[y * width + x] = sum;
    }
  return plane;
}

/** Per-pixel noise, -1..1, computed from the position without state. */
export const grainAt = (x: number, y: number, seed: number): number => {
  let h = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 2246822519);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 2147483648 - 1;
};

/** Displaces each pixel slightly, so that lines waver as if hand-drawn. */
export function waver(canvas: Canvas, amount: number, grain: number, seed: number): Canvas {
  const { width, height, data } = canvas;
  const dx = noisePlane(canvas, grain, seed);
  const dy = noisePlane(canvas, grain, seed + 91);
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const sx = Math.min(width - 1, Math.max(0, Math.round(x + dx[i]! * amount)));
      const sy = Math.min(height - 1, Math.max(0, Math.round(y + dy[i]! * amount)));
      const from = (sy * width + sx) * 3;
      out[i * 3] = data[from]!;
      out[i * 3 + 1] = data[from + 1]!;
      out[i * 3 + 2] = data[from + 2]!;
    }
  return { width, height, data: out };
}

/** Renders each shape in a unique colour and returns the number of the shape at each pixel, row by row. */
export async function mapShapes(sheet: Sheet): Promise<Uint16Array> {
  const marked = sheet.scene.shapes
    .filter(({ isShadow }) => !isShadow)
    .map((shape, i) => {
      const code = `#${((i + 1) * 8).toString(16).padStart(6, '0')}`;
      const svg = shape.svg
        .replace(/(fill|stroke)="(?!none)[^"]*"/g, `$1="${code}"`)
        .replace(/\s(opacity|stroke-opacity|fill-opacity)="[^"]*"/g, '');
      return { ...shape, svg: `<g shape-rendering="crispEdges">${svg}</g>` };
    });
  const { data } = await render(sheet, marked);
  const map = new Uint16Array(data.length / 3);
  for (let i = 0; i < map.length; i++)
    map[i] = ((data[i * 3]! << 16) | (data[i * 3 + 1]! << 8) | data[i * 3 + 2]!) >> 3;
  return map;
}

export const lumaAt = (data: Uint8Array, i: number): number =>
  luma709(data[i * 3]!, data[i * 3 + 1]!, data[i * 3 + 2]!) / 255;

/** Computes three channels of every pixel by a function of its index, x and y. */
export function fillCanvas(size: Size, paint: (i: number, x: number, y: number, out: number[]) => void): Canvas {
  const { width, height } = size;
  const data = new Uint8Array(width * height * 3);
  const out = [0, 0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      paint(i, x, y, out);
      for (let c = 0; c < 3; c++) data[i * 3 + c] = Math.min(255, Math.max(0, out[c]!));
    }
  return { width, height, data };
}
