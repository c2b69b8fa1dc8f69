// Line styles: pen with hatching, chalk on a board, and neon tubes at night.
import {
  blur,
  fillCanvas,
  findEdges,
  grainAt,
  lumaAt,
  mapShapes,
  noisePlane,
  type Painter,
  render,
  waver,
} from './canvas.ts';

export const paintLines: Painter = async sheet => {
  const { size, k, seed } = sheet;
  const { width, height } = size;
  const solid = sheet.scene.shapes.filter(({ isShadow }) => !isShadow);
  const drawn = waver(await render(sheet, solid), 3 * k, 26 * k, seed);
  const edges = await blur(findEdges(drawn, Math.max(1, Math.round(1.3 * k))), size, 1, 0.7 * k);
  const soft = await blur(drawn.data, size, 3, 3 * k);
  const pressure = noisePlane(size, 70 * k, seed + 4);
  const [slipX, slipY] = [Math.round(7 * k), Math.round(-5 * k)];
  const gap = 9 * k;
  return fillCanvas(size, (i, x, y, out) => {
    const luma = lumaAt(soft, i);
    const line = Math.min(1, Math.max(0, (edges[i]! - 14) / 70)) * (0.82 + pressure[i]! * 0.35);
    const across = Math.abs(((x + y + pressure[i]! * 6 * k) % gap) - gap / 2) / (gap / 2);
    const against = Math.abs(((x - y + 4096 * gap + pressure[i]! * 6 * k) % gap) - gap / 2) / (gap / 2);
    const hatch = luma < 0.52 ? Math.max(0, 1 - across * (1.9 + luma * 5)) : 0;
    const cross = luma < 0.3 ? Math.max(0, 1 - against * (2 + luma * 8)) : 0;
    const ink = Math.min(1, line + Math.max(hatch, cross) * 0.72);
    // Colour is applied loosely, shifted from its lines.
    const from = Math.min(height - 1, Math.max(0, y + slipY)) * width + Math.min(width - 1, Math.max(0, x + slipX));
    const own = lumaAt(drawn.data, from) * 255;
    for (let c = 0; c < 3; c++) {
      const hue = own + (drawn.data[from * 3 + c]! - own) * 0.95;
      const tone = Math.round((255 - (255 - hue) * 0.42) / 17) * 17;
      const paper = Math.min([253, 250, 243][c]!, tone + 6);
      out[c] = paper + ([38, 36, 46][c]! - paper) * ink + grainAt(x, y, seed) * 1.6;
    }
  });
};

export const paintChalk: Painter = async sheet => {
  const { size, k, seed } = sheet;
  const solid = sheet.scene.shapes.filter(({ isShadow }) => !isShadow);
  const drawn = waver(await render(sheet, solid), 4 * k, 20 * k, seed);
  const edges = await blur(findEdges(drawn, Math.max(1, Math.round(2 * k))), size, 1, 1.3 * k);
  const map = await mapShapes(sheet);
  const dust = noisePlane(size, 2.1 * k, seed + 6);
  const smear = noisePlane(size, 150 * k, seed + 8);
  return fillCanvas(size, (i, x, y, out) => {
    const luma = lumaAt(drawn.data, i);
    const turn = ((map[i]! * 47) % 90) - 45;
    const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    const along = (x * sin + y * cos) / (5.5 * k);
    const streak = 0.5 + Math.sin(along * Math.PI + dust[i]! * 1.6) * 0.5;
    const isBack = map[i]! < 4;
    const fill = (isBack ? 0.1 : 0.2 + luma * 0.5) * streak * (dust[i]! > -0.1 ? 1 : 0.35);
    const line = Math.min(1, (edges[i]! / 105) * (dust[i]! > -0.42 ? 1 : 0.2));
    const board = [38, 62, 54].map(v => v + smear[i]! * 9 + grainAt(x, y, seed) * 3);
    for (let c = 0; c < 3; c++) {
      const chalk = 118 + (drawn.data[i * 3 + c]! - luma * 255) * 0.85 + luma * 112;
      const filled = board[c]! + (chalk - board[c]!) * Math.min(0.8, fill);
      const white = Math.max(chalk, 205);
      out[c] = filled + (white - filled) * line * 0.94;
    }
  });
};

export const paintNeon: Painter = async sheet => {
  const { size, k, seed } = sheet;
  const solid = sheet.scene.shapes.filter(({ isShadow }) => !isShadow);
  const drawn = await render(sheet, solid);
  const edges = findEdges(drawn, Math.max(1, Math.round(1.6 * k)));
  const pixels = size.width * size.height;
  const tubes = new Uint8Array(pixels * 3);
  const hues = [
    [255, 60, 150],
    [40, 220, 255],
    [255, 200, 60],
    [130, 90, 255],
    [70, 255, 160],
  ] as const;
  for (let i = 0; i < pixels; i++) {
    const on = Math.min(1, Math.max(0, (edges[i]! - 26) / 90));
    const luma = lumaAt(drawn.data, i) * 255;
    const [r, g, b] = [drawn.data[i * 3]! - luma, drawn.data[i * 3 + 1]! - luma, drawn.data[i * 3 + 2]! - luma];
    let [best, max] = [hues[1] as readonly [number, number, number], -Infinity];
    for (const hue of hues) {
      const middle = (hue[0] + hue[1] + hue[2]) / 3;
      const like = r * (hue[0] - middle) + g * (hue[1] - middle) + b * (hue[2] - middle);
      if (like > max) [best, max] = [hue, like];
    }
    for (let c = 0; c < 3; c++) tubes[i * 3 + c] = best[c]! * on;
  }
  const [near, wide, far] = await Promise.all([
    blur(tubes, size, 3, 2 * k),
    blur(tubes, size, 3, 8 * k),
    blur(tubes, size, 3, 26 * k),
  ]);
  const brick = noisePlane(size, 3 * k, seed);
  return fillCanvas(size, (i, _x, y, out) => {
    const core = Math.max(tubes[i * 3]!, tubes[i * 3 + 1]!, tubes[i * 3 + 2]!) / 255;
    const floor = [13, 10, 30] as const;
    for (let c = 0; c < 3; c++) {
      const dark = floor[c]! + drawn.data[i * 3 + c]! * 0.13 + brick[i]! * 2 + (y / size.height) * 7;
      const light = near[i * 3 + c]! * 0.95 + wide[i * 3 + c]! * 0.9 + far[i * 3 + c]! * 1.15;
      const screened = 255 - ((255 - Math.min(255, dark)) * (255 - Math.min(255, light))) / 255;
      out[c] = screened + (255 - screened) * core * 0.55;
    }
  });
};
