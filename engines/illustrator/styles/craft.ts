// Styles of crafts: stained glass, embroidery and oil paint.

import { mulberry32 } from 'contract/random.ts';
import { luma709 } from '../../pixels/luma.ts';
import {
  blur,
  type Canvas,
  fillCanvas,
  findEdges,
  grainAt,
  lumaAt,
  mapShapes,
  noisePlane,
  type Painter,
  render,
  type Size,
} from './canvas.ts';

interface Pane {
  x: number;
  y: number;
  r: number;
  g: number;
  b: number;
}

/** Cuts panes that follow the drawing: superpixels by SLIC (Achanta et al., 2012). Returns the pane of every pixel. */
function cutPanes(
  { data, width, height }: Canvas,
  side: number,
  seed: number,
): { readonly labels: Int32Array; readonly panes: readonly Pane[] } {
  const random = mulberry32(seed);
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)];
  const panes: Pane[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const x = Math.min(width - 1, Math.floor((column + 0.15 + random() * 0.7) * side));
      const y = Math.min(height - 1, Math.floor((row + 0.15 + random() * 0.7) * side));
      const i = (y * width + x) * 3;
      panes.push({ x, y, r: data[i]!, g: data[i + 1]!, b: data[i + 2]! });
    }
  const labels = new Int32Array(width * height);
  for (let round = 0; round < 3; round++) {
    const sums = panes.map(() => [0, 0, 0, 0, 0, 0]);
    for (let y = 0; y < height; y++) {
      const row = Math.min(rows - 1, Math.floor(y / side));
      for (let x = 0; x < width; x++) {
        const column = Math.min(columns - 1, Math.floor(x / side));
        const i = (y * width + x) * 3;
        let [best, min] = [0, Infinity];
        for (let dr = -1; dr <= 1; dr++) {
          if (row + dr < 0 || row + dr >= rows) continue;
          for (let dc = -1; dc <= 1; dc++) {
            if (column + dc < 0 || column + dc >= columns) continue;
            const at = (row + dr) * columns + column + dc;
            const pane = panes[at]!;
            const far = (x - pane.x) ** 2 + (y - pane.y) ** 2;
            const apart = (data[i]! - pane.r) ** 2 + (data[i + 1]! - pane.g) ** 2 + (data[i + 2]! - pane.b) ** 2;
            const cost = far / (side * side) + apart / 2600;
            if (cost < min) [best, min] = [at, cost];
          }
        }
        labels[y * width + x] = best;
        const sum = sums[best]!;
        sum[0]! += x;
        sum[1]! += y;
        sum[2]! += data[i]!;
        sum[3]! += data[i + 1]!;
        sum[4]! += data[i + 2]!;
        sum[5]! += 1;
      }
    }
    for (const [at, [x = 0, y = 0, r = 0, g = 0, b = 0, count = 0]] of sums.entries())
      if (count > 0)
        Object.assign(panes[at]!, { x: x / count, y: y / count, r: r / count, g: g / count, b: b / count });
  }
  return { labels, panes };
}

export const paintGlass: Painter = async sheet => {
  const { size, k, seed } = sheet;
  const { width, height } = size;
  const solid = sheet.scene.shapes.filter(({ isShadow }) => !isShadow);
  const { labels, panes } = cutPanes(await render(sheet, solid), 34 * k, seed);
  const lead = new Uint8Array(width * height);
  for (let y = 0; y < height - 1; y++)
    for (let x = 0; x < width - 1; x++) {
      const i = y * width + x;
      if (labels[i] !== labels[i + 1] || labels[i] !== labels[i + width]) lead[i] = 255;
    }
  const [thick, round] = await Promise.all([blur(lead, size, 1, 1.5 * k), blur(lead, size, 1, 5 * k)]);
  const ripple = noisePlane(size, 16 * k, seed + 5);
  return fillCanvas(size, (i, x, y, out) => {
    const pane = panes[labels[i]!]!;
    const bar = Math.min(1, Math.max(0, (thick[i]! - 42) / 34));
    const glow =
      1.16 + ripple[i]! * 0.1 - (round[i]! / 255) * 0.5 - Math.hypot((x - pane.x) / 40, (y - pane.y) / 40) * 0.05;
    const luma = luma709(pane.r, pane.g, pane.b);
    const relief = Math.min(46, Math.max(0, (thick[i]! - thick[Math.min(thick.length - 1, i + width + 1)]!) * 0.9));
    for (let c = 0; c < 3; c++) {
      const rich = luma + ([pane.r, pane.g, pane.b][c]! - luma) * 1.5;
      const glass = Math.min(255, Math.max(6, rich)) * glow;
      out[c] = glass + (34 + relief - glass) * bar + grainAt(x, y, seed) * 2;
    }
  });
};

export const paintStitches: Painter = async sheet => {
  const { size, k, seed } = sheet;
  const solid = sheet.scene.shapes.filter(({ isShadow }) => !isShadow);
  const drawn = await render(sheet, solid);
  const map = await mapShapes(sheet);
  const rims = await blur(findEdges({ ...size, data: drawn.data }, 1), size, 1, 1.4 * k);
  const thread = 4.4 * k;
  const long = 30 * k;
  return fillCanvas(size, (i, x, y, out) => {
    const [r, g, b] = [drawn.data[i * 3]!, drawn.data[i * 3 + 1]!, drawn.data[i * 3 + 2]!];
    // Each shape is sewn in its own direction, and its colours at slightly different angles.
    const isSky = map[i]! <= 1;
    const turn = isSky ? 0.04 : ((map[i]! * 0.83) % 3.14) + (((r >> 6) + (g >> 6) * 3 + (b >> 6) * 5) % 4) * 0.4;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const [u, v] = [x * cos + y * sin, y * cos - x * sin];
    const row = Math.floor(v / thread);
    const inRow = v / thread - row - 0.5;
    const shift = grainAt(row, map[i]!, seed) * long;
    const stitch = (u + shift) / long;
    const inStitch = stitch - Math.floor(stitch) - 0.5;
    const body = 1.13 - inRow * inRow * 1.9 - Math.max(0, Math.abs(inStitch) - 0.4) * 4.2;
    const twist = Math.sin((u / k + row * 5) * 1.5) * 0.045;
    const tint = 1 + grainAt(row, Math.floor(stitch), seed + 3) * 0.075;
    const shine = Math.max(0, 0.1 - Math.abs(inRow + 0.18)) * 1.5;
    const rim = 1 - Math.min(0.32, (rims[i]! / 255) * 0.5);
    const light = (body + twist) * tint * rim;
    out[0] = r * light + shine * 150;
    out[1] = g * light + shine * 150;
    out[2] = b * light + shine * 150;
  });
};

interface Brush {
  readonly size: number;
  readonly gap: number;
  /** Minimum strength of edges at which this brush paints, so that fine strokes appear only where there is detail. */
  readonly detail: number;
}

/** Paints strokes of one brush over the canvas, along the edges of their subject (Hertzmann 1998, Litwinowicz 1997). */
function brushOver(
  canvas: Canvas,
  relief: Float32Array,
  source: { readonly soft: Uint8Array; readonly detail: Uint8Array; readonly slope: Float32Array },
  brush: Brush,
  seed: number,
): void {
  const { width, height, data } = canvas;
  const random = mulberry32(seed);
  const spots: [number, number][] = [];
  for (let y = 0; y < height; y += brush.gap)
    for (let x = 0; x < width; x += brush.gap) spots.push([x + random() * brush.gap, y + random() * brush.gap]);
  // Strokes are painted in random order, or rows would show.
  for (let i = spots.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [spots[i], spots[j]] = [spots[j]!, spots[i]!];
  }
  for (const [cx, cy] of spots) {
    const [x0, y0] = [Math.min(width - 1, Math.floor(cx)), Math.min(height - 1, Math.floor(cy))];
    const at = y0 * width + x0;
    if (source.detail[at]! < brush.detail) continue;
    const angle = source.slope[at]! + (random() - 0.5) * 0.5;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const [half, long] = [brush.size * (0.75 + random() * 0.4), brush.size * (1.6 + random() * 1.7)];
    const shade = (random() - 0.5) * 26;
    const colour = [0, 1, 2].map(c => source.soft[at * 3 + c]! + shade + (random() - 0.5) * 12);
    const reach = Math.ceil(Math.max(half, long) + 1);
    const bristle = Math.floor(random() * 1000);
    for (let dy = -reach; dy <= reach; dy++) {
      const y = y0 + dy;
      if (y < 0 || y >= height) continue;
      for (let dx = -reach; dx <= reach; dx++) {
        const x = x0 + dx;
        if (x < 0 || x >= width) continue;
        const [u, v] = [dx * cos + dy * sin, dy * cos - dx * sin];
        const away = (u / long) ** 2 + (v / half) ** 2;
        if (away > 1) continue;
        const hair = grainAt(Math.round(v * 1.6), bristle, 7);
        const cover = Math.min(1, (1 - away) * 3) * (hair > 0.7 && Math.abs(u) > long * 0.3 ? 0.25 : 0.92);
        const i = y * width + x;
        for (let c = 0; c < 3; c++)
          data[i * 3 + c] = Math.min(255, Math.max(0, data[i * 3 + c]! + (colour[c]! - data[i * 3 + c]!) * cover));
        relief[i] = relief[i]! * (1 - cover) + (0.6 + hair * 0.4) * cover;
      }
    }
  }
}

/** Returns the direction along edges, and a smooth random direction in areas without edges. */
async function findSlope(canvas: Canvas, size: Size, k: number, seed: number): Promise<Float32Array> {
  const smooth = await blur(canvas.data, size, 3, 5 * k);
  const flow = noisePlane(size, 190 * k, seed + 2);
  const { width, height } = size;
  const slope = new Float32Array(width * height);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const gx = lumaAt(smooth, i + 1) - lumaAt(smooth, i - 1);
      const gy = lumaAt(smooth, i + width) - lumaAt(smooth, i - width);
      const strong = Math.hypot(gx, gy);
      slope[i] = strong > 0.008 ? Math.atan2(gx, -gy) : flow[i]! * 1.3;
    }
  return slope;
}

export const paintOil: Painter = async sheet => {
  const { size, k, seed } = sheet;
  const drawn = await render(sheet);
  const [soft, softer, slope] = await Promise.all([
    blur(drawn.data, size, 3, 1.2 * k),
    blur(drawn.data, size, 3, 5 * k),
    findSlope(drawn, size, k, seed),
  ]);
  const detail = await blur(findEdges(drawn, Math.max(1, Math.round(2 * k))), size, 1, 5 * k);
  const canvas: Canvas = { ...size, data: softer.slice() };
  const relief = new Float32Array(size.width * size.height).fill(0.5);
  brushOver(canvas, relief, { soft: softer, detail, slope }, { size: 15 * k, gap: 15 * k, detail: 0 }, seed);
  brushOver(canvas, relief, { soft, detail, slope }, { size: 7.5 * k, gap: 7 * k, detail: 5 }, seed + 1);
  brushOver(canvas, relief, { soft: drawn.data, detail, slope }, { size: 3.4 * k, gap: 3.6 * k, detail: 20 }, seed + 2);
  const { width } = size;
  return fillCanvas(size, (i, x, y, out) => {
    const lit = (relief[i]! - relief[Math.min(relief.length - 1, i + width + 1)]!) * 46;
    const weave = ((x ^ y) & 1) * 2;
    for (let c = 0; c < 3; c++) out[c] = canvas.data[i * 3 + c]! + lit + weave - 1;
  });
};
