// The slider captcha for suspects: a row of holes with one outline that differ only in the figure drawn in them, and a piece with another drawing of
// one of those figures. Who gets it and why is in docs/decisions/captcha.md.
import { captchaSize, sliderY } from 'contract/routes/captcha.ts';
import type { Pixels } from '../pixels/plane.ts';
import { sharp } from '../sharp.ts';
import { chooseDrawings } from './choose-drawings.ts';
import { type Drawing, paintDrawing } from './figures.ts';
import { coverageAt, makeNarrowJigsaw, type Outline } from './outline.ts';
import { between, isLucky, random, shuffle, wholeBetween } from './random.ts';
import { drawScene } from './scene.ts';
import type { DrawnCaptcha } from './thread-messages.ts';

const { width, height, piece } = captchaSize;
const holeCount = 5;
/** Minimum distance between the left edges of two holes, in pixels; the outlines are at most 32 wide. */
const minApart = 42;
/** Range of a hole's left edge, in pixels: the piece at rest covers the pixels left of the range, and the slider stops at its end. */
const [firstX, lastX] = [53, 256];

interface Hole {
  readonly x: number;
  readonly drawing: Drawing;
}

export interface RowPlan {
  readonly outline: Outline;
  readonly y: number;
  /** The piece belongs to the first hole. */
  readonly holes: readonly Hole[];
  readonly onPiece: Drawing;
  /** Whether the figure on the piece is filled. The figures in the holes are then outlined, and vice versa. */
  readonly isPieceFilled: boolean;
}

export function planRow(): RowPlan {
  const spare = lastX - firstX - minApart * (holeCount - 1);
  const extra = Array.from({ length: holeCount }, () => random() * spare).sort((a, b) => a - b);
  const xs = extra.map((more, i) => Math.floor(firstX + minApart * i + more));
  const isPieceFilled = isLucky(0.5);
  const { onPiece, inHoles } = chooseDrawings(holeCount);
  return {
    outline: makeNarrowJigsaw(),
    y: wholeBetween(2, height - piece - 2),
    holes: shuffle(xs).map((x, i) => ({ x, drawing: inHoles[i]! })),
    onPiece,
    isPieceFilled,
  };
}

const byte = (value: number) => Math.min(255, Math.max(0, Math.round(value)));

/** Blurs the area of a hole and shades it dark or light enough for every figure to be visible. */
function sinkHole(target: Uint8Array, blurred: Uint8Array, plan: RowPlan, x: number, isDark: boolean): void {
  const light = (isDark ? -1 : 1) * between(45, 60);
  const [goal, share] = [isDark ? 45 : 215, between(0.55, 0.65)];
  for (let v = 0; v < piece; v++)
    for (let u = 0; u < piece; u++) {
      const inside = coverageAt(plan.outline, u, v, 1.6);
      if (inside === 0) continue;
      const at = ((plan.y + v) * width + x + u) * 3;
      for (let channel = at; channel < at + 3; channel++) {
        const sunk = (blurred[channel]! + light) * (1 - share) + goal * share;
        target[channel] = byte(target[channel]! * (1 - inside) + sunk * inside);
      }
    }
}

const svg = (wide: number, tall: number, body: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${tall}">${body}</svg>`);

const pale = () => `hsl(${wholeBetween(0, 360)} 60% ${wholeBetween(86, 94)}%)`;
const deep = () => `hsl(${wholeBetween(0, 360)} 60% ${wholeBetween(10, 18)}%)`;

async function drawOriginal(scene: Pixels, plan: RowPlan, isFilled: boolean): Promise<Buffer> {
  const raw = { width, height, channels: 3 } as const;
  const blurred = await sharp(scene.data, { raw }).blur(3).raw().toBuffer();
  const target = new Uint8Array(scene.data);
  const figures = plan.holes.map(({ x, drawing }) => {
    const isDark = isLucky(0.55);
    sinkHole(target, blurred, plan, x, isDark);
    const look = { isFilled, colour: isDark ? pale() : deep(), lineColour: isDark ? deep() : pale() };
    return paintDrawing(drawing, x + piece / 2 + between(-2, 2), plan.y + piece / 2 + between(-2, 2), look);
  });
  return sharp(target, { raw })
    .composite([{ input: svg(width, height, figures.join('')) }])
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** Draws the piece, filled with a random part of the scene so that it cannot be matched with the border of the hole. */
async function drawPiece(scene: Pixels, plan: RowPlan, isFilled: boolean): Promise<Buffer> {
  const [fromX, fromY] = [wholeBetween(0, width - piece), wholeBetween(0, height - piece)];
  const isPale = isLucky(0.5);
  const [rim, ground] = isPale ? [250, 215] : [25, 50];
  const data = new Uint8Array(piece * height * 4);
  for (let v = 0; v < piece; v++)
    for (let u = 0; u < piece; u++) {
      const inside = coverageAt(plan.outline, u, v, 0.6);
      const deepInside = plan.outline(u + 0.5 - piece / 2, v + 0.5 - piece / 2) < -between(1, 2.4);
      const from = ((fromY + v) * width + fromX + u) * 3;
      const to = ((plan.y + v) * piece + u) * 4;
      for (let channel = 0; channel < 3; channel++)
        data[to + channel] = byte(deepInside ? scene.data[from + channel]! * 0.4 + ground * 0.6 : rim);
      data[to + 3] = byte(255 * inside);
    }
  const look = { isFilled, colour: isPale ? deep() : pale(), lineColour: isPale ? pale() : deep() };
  const figure = paintDrawing(plan.onPiece, piece / 2, plan.y + piece / 2, look);
  return sharp(data, { raw: { width: piece, height, channels: 4 } })
    .composite([{ input: svg(piece, height, figure) }])
    .png()
    .toBuffer();
}

/** Tests pass a plan and a scene, so that they know the original image. */
export async function drawFigureRow(given: { plan?: RowPlan; scene?: Pixels } = {}): Promise<DrawnCaptcha> {
  const plan = given.plan ?? planRow();
  const scene = given.scene ?? (await drawScene({ width, height }));
  const [original, jigsaw] = await Promise.all([
    drawOriginal(scene, plan, !plan.isPieceFilled),
    drawPiece(scene, plan, plan.isPieceFilled),
  ]);
  return {
    originalImageBase64: original.toString('base64'),
    jigsawImageBase64: jigsaw.toString('base64'),
    wordList: null,
    hasFigures: true,
    answer: [{ x: plan.holes[0]!.x, y: sliderY }],
  };
}
