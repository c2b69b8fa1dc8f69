// Styles of plain colour: flat, and cut paper, where each layer casts a shadow on the one behind.
import type { Shape } from '../graph.ts';
import {
  blur,
  type Canvas,
  fillCanvas,
  grainAt,
  noisePlane,
  type Painter,
  render,
  renderLayer,
  type Sheet,
} from './canvas.ts';

export const paintFlat: Painter = async sheet => {
  const { data } = await render(sheet);
  return fillCanvas(sheet.size, (i, x, y, out) => {
    const grain = grainAt(x, y, sheet.seed) * 3.2;
    for (let c = 0; c < 3; c++) out[c] = data[i * 3 + c]! + grain;
  });
};

/** Returns sheets of paper from back to front: scenery by layers, and each thing separately unless there are too many. */
function listSheets({ scene }: Sheet): Shape[][] {
  const solid = scene.shapes.filter(({ isShadow }) => !isShadow);
  const groups: Shape[][] = [];
  let key = '';
  for (const shape of solid) {
    const own =
      shape.layer === 'things'
        ? `things ${Math.round(shape.depth)}`
        : `${shape.layer} ${shape.layer === 'far' || shape.layer === 'middle' ? shape.depth : ''}`;
    if (own === key) groups.at(-1)!.push(shape);
    else groups.push([shape]);
    key = own;
  }
  while (groups.length > 16) {
    const at = groups.findIndex((group, i) => i > 0 && group[0]!.layer === groups[i - 1]![0]!.layer);
    if (at < 1) break;
    groups.splice(at - 1, 2, [...groups[at - 1]!, ...groups[at]!]);
  }
  return groups;
}

interface Pile {
  readonly base: Canvas;
  readonly index: number;
  /** The texture of the paper; each sheet starts at a different position of it. */
  readonly fibre: Float32Array;
}

async function layPaper({ base, index, fibre }: Pile, sheet: Sheet, shapes: readonly Shape[]): Promise<Canvas> {
  const { size, k, seed } = sheet;
  const { width, height } = size;
  const layer = await renderLayer(sheet, shapes);
  const alpha = new Uint8Array(width * height);
  for (let i = 0; i < alpha.length; i++) alpha[i] = layer[i * 4 + 3]!;
  const isLow = shapes[0]!.layer === 'things';
  const [near, soft] = await Promise.all([blur(alpha, size, 1, 1.6 * k), blur(alpha, size, 1, (isLow ? 7 : 12) * k)]);
  const shift = index * 7919;
  const drop = Math.round((isLow ? 7 : 11) * k);
  const hasRim = isLow || shapes[0]!.layer === 'heaven';
  return fillCanvas(size, (i, x, y, out) => {
    const above = Math.max(0, y - drop) * width + Math.max(0, x - Math.round(drop * 0.6));
    const shade = 1 - (soft[above]! / 255) * 0.42 * (1 - alpha[i]! / 255);
    const rim = hasRim ? Math.min(1, near[i]! / 60) : 0;
    const a = alpha[i]! / 255;
    // Light comes from the upper left: the edge there is bright, the opposite one dark.
    const lower = Math.min(height - 1, y + 2) * width + Math.min(width - 1, x + 2);
    const bevel = (alpha[i]! - alpha[lower]!) * 0.05 * a;
    const tooth = 1 + fibre[(i + shift) % fibre.length]! * 0.035 + grainAt(x, y, seed + index) * 0.014;
    for (let c = 0; c < 3; c++) {
      const under = base.data[i * 3 + c]! * shade;
      const rimmed = under + ((c === 2 ? 240 : 250) - under) * rim * (1 - a);
      const ink = layer[i * 4 + c]! * 0.93 + 16;
      out[c] = (rimmed + (ink - rimmed) * a) * (a > 0.02 || rim > 0.02 ? tooth : 1) + bevel;
    }
  });
}

export const paintPaperCut: Painter = async sheet => {
  let canvas = fillCanvas(sheet.size, (_i, _x, _y, out) => out.fill(245));
  const fibre = noisePlane(sheet.size, 5 * sheet.k, sheet.seed);
  for (const [index, shapes] of listSheets(sheet).entries())
    canvas = await layPaper({ base: canvas, index, fibre }, sheet, shapes);
  return canvas;
};
