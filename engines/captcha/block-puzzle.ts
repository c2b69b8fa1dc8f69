// The image of the slider captcha: a piece cut out of a scene, the hole it leaves, and often a decoy hole with a different outline.
import { captchaSize, sliderY } from 'contract/routes/captcha.ts';
import type { Pixels } from '../pixels/plane.ts';
import { sharp } from '../sharp.ts';
import { coverageAt, makeFlower, makeJigsaw, type Outline } from './outline.ts';
import { isLucky, wholeBetween } from './random.ts';
import { drawScene } from './scene.ts';
import type { DrawnCaptcha } from './thread-messages.ts';

const { width, height, piece } = captchaSize;
/** Range of the hole's left edge, in pixels: the piece at rest covers the pixels left of the range, and the slider stops at its end. */
const [firstX, lastX] = [56, 256];
/** Minimum distance between the left edges of the hole and the decoy, in pixels. */
const minApart = 52;

interface Hole {
  readonly x: number;
  readonly y: number;
  readonly outline: Outline;
}

export interface PuzzlePlan {
  readonly hole: Hole;
  readonly decoy: Hole | undefined;
}

export function planPuzzle(): PuzzlePlan {
  const place = () => ({ x: wholeBetween(firstX, lastX), y: wholeBetween(2, height - piece - 2) });
  const hole = { ...place(), outline: makeJigsaw() };
  if (isLucky(0.4)) return { hole, decoy: undefined };
  for (;;) {
    const decoy = { ...place(), outline: makeFlower() };
    if (Math.abs(decoy.x - hole.x) >= minApart) return { hole, decoy };
  }
}

const byte = (value: number) => Math.min(255, Math.max(0, Math.round(value)));
const lumaOf = (rgb: Uint8Array, at: number) => rgb[at]! * 0.3 + rgb[at + 1]! * 0.59 + rgb[at + 2]! * 0.11;

/** Visits the pixels of a hole's bounding square: the pixel's index in the image, and its column and row in the square. */
function visit({ x, y }: Hole, see: (at: number, u: number, v: number) => void): void {
  for (let v = 0; v < piece; v++) for (let u = 0; u < piece; u++) see((y + v) * width + x + u, u, v);
}

/** Shades a hole: dark on a light area, light on a dark one, with a rim of the opposite brightness. */
function sinkHole(target: Uint8Array, hole: Hole): void {
  let [sum, count] = [0, 0];
  visit(hole, (at, u, v) => {
    if (coverageAt(hole.outline, u, v, 0) === 0) return;
    sum += lumaOf(target, at * 3);
    count++;
  });
  const isDark = sum / count > 120;
  const [goal, rim, share] = isDark ? [16, 240, 0.62] : [242, 16, 0.66];
  const middle = piece / 2;
  visit(hole, (at, u, v) => {
    const inside = coverageAt(hole.outline, u, v, 1.8);
    const line = Math.max(0, 1 - Math.abs(hole.outline(u + 0.5 - middle, v + 0.5 - middle) - 0.6) / 1.6) * 0.75;
    for (let channel = at * 3; channel < at * 3 + 3; channel++) {
      const sunk = target[channel]! * (1 - inside * share) + goal * inside * share;
      target[channel] = byte(sunk * (1 - line) + rim * line);
    }
  });
}

/** Cuts the piece out of the scene as RGBA, edged with a pale line inside the outline and a dark one outside it. */
function cutPiece(scene: Pixels, hole: Hole): Uint8Array {
  const cut = new Uint8Array(piece * height * 4);
  const middle = piece / 2;
  visit(hole, (at, u, v) => {
    const to = ((hole.y + v) * piece + u) * 4;
    const distance = hole.outline(u + 0.5 - middle, v + 0.5 - middle);
    const line = Math.max(0, 1 - Math.abs(distance + 0.9) / 1.5);
    for (let channel = 0; channel < 3; channel++)
      cut[to + channel] = distance > 0 ? 0 : byte(scene.data[at * 3 + channel]! * (1 - line) + 250 * line);
    cut[to + 3] = byte(255 * Math.max(coverageAt(hole.outline, u, v, 0.4), 0.6 - distance / 4));
  });
  return cut;
}

/** Tests pass a plan and a scene, so that they know the original image. */
export async function drawBlockPuzzle(given: { plan?: PuzzlePlan; scene?: Pixels } = {}): Promise<DrawnCaptcha> {
  const { hole, decoy } = given.plan ?? planPuzzle();
  const scene = given.scene ?? (await drawScene({ width, height }));
  const target = new Uint8Array(scene.data);
  if (decoy) sinkHole(target, decoy);
  sinkHole(target, hole);
  const [original, jigsaw] = await Promise.all([
    sharp(target, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
      .toBuffer(),
    sharp(cutPiece(scene, hole), { raw: { width: piece, height, channels: 4 } })
      .png()
      .toBuffer(),
  ]);
  return {
    originalImageBase64: original.toString('base64'),
    jigsawImageBase64: jigsaw.toString('base64'),
    wordList: null,
    hasFigures: false,
    answer: [{ x: hole.x, y: sliderY }],
  };
}
