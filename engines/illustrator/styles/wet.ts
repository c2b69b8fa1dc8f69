// Styles of water and pigment: watercolour and ink wash. Edges darken where pigment gathers, washes vary, and paper shows through (after the effects
// named in Bousseau, Kaplan, Thollot and Sillion, Interactive watercolor rendering, 2006).
import { sharp } from '../../sharp.ts';
import {
  blur,
  fillCanvas,
  findEdges,
  grainAt,
  lumaAt,
  noisePlane,
  type Painter,
  render,
  type Sheet,
  type Size,
  waver,
} from './canvas.ts';

/** Returns 1 inside an irregular hand-painted border, 0 on the bare paper around it. */
function makeBorder({ width, height }: Size, k: number, noise: Float32Array, margin: number): Float32Array {
  const border = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const away = Math.min(x, y, width - 1 - x, height - 1 - y) + noise[i]! * 15 * k;
      border[i] = Math.min(1, Math.max(0, (away - margin * k) / (5 * k)));
    }
  return border;
}

const withoutShadows = ({ scene }: Sheet) => scene.shapes.filter(({ isShadow }) => !isShadow);

export const paintWatercolour: Painter = async sheet => {
  const { size, k, seed } = sheet;
  const wavering = waver(waver(await render(sheet), 7 * k, 34 * k, seed), 2.4 * k, 7 * k, seed + 5);
  const [soft, wide] = await Promise.all([blur(wavering.data, size, 3, 1.2 * k), blur(wavering.data, size, 3, 9 * k)]);
  const lines = await blur(findEdges(wavering, 1), size, 1, 0.8 * k);
  const pools = await blur(findEdges({ ...size, data: soft }, Math.max(1, Math.round(2 * k))), size, 1, 2.2 * k);
  const wash = noisePlane(size, 130 * k, seed + 11);
  const bloom = noisePlane(size, 42 * k, seed + 23);
  const tooth = noisePlane(size, 2.6 * k, seed + 37);
  const border = makeBorder(size, k, noisePlane(size, 26 * k, seed + 3), 26);
  const paper = [252, 249, 241] as const;
  return fillCanvas(size, (i, x, y, out) => {
    // Wet areas, where colours run into each other.
    const wet = Math.min(1, Math.max(0, bloom[i]! * 2.2 - 0.35));
    const pool = (pools[i]! / 255) * 0.3;
    const density = 0.83 + wash[i]! * 0.26 + bloom[i]! * 0.1;
    const granules = 1 + tooth[i]! * 0.08 + grainAt(x, y, seed) * 0.02;
    const pencil = Math.min(0.42, (lines[i]! / 255) * 0.55) * (0.7 + tooth[i]! * 0.5);
    for (let c = 0; c < 3; c++) {
      const pigment = soft[i * 3 + c]! + (wide[i * 3 + c]! - soft[i * 3 + c]!) * wet;
      const thin = 1 - (1 - pigment / 255) * density * granules;
      const dark = thin ** (1 + pool * 2.6) * (1 - pool * 0.35);
      const drawn = dark * (1 - pencil) + [0.27, 0.22, 0.22][c]! * pencil;
      const shown = paper[c]! * Math.min(1, drawn * 1.02);
      out[c] = paper[c]! * (1 + tooth[i]! * 0.012) * (1 - border[i]!) + shown * border[i]!;
    }
  });
};

/** A red seal in a corner, the traditional end of an ink painting. */
const seal = ({ width, height }: Size, k: number): string => {
  const s = 62 * k;
  const [x, y] = [width - 118 * k, height - 128 * k];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g transform="translate(${x},${y}) scale(${s / 62})"><rect width="62" height="62" rx="7" fill="#fff"/><path d="M14 12h34M31 12v38M14 24h34v26H14zM14 37h34" fill="none" stroke="#000" stroke-width="5"/></g></svg>`;
};

export const paintInk: Painter = async sheet => {
  const { size, k, seed } = sheet;
  const shapes = withoutShadows(sheet);
  const things = shapes.filter(({ layer }) => layer === 'things' || layer === 'front');
  const wavering = waver(waver(await render(sheet, shapes), 8 * k, 40 * k, seed), 3 * k, 9 * k, seed + 5);
  const wide = await blur(wavering.data, size, 3, 7 * k);
  const near = waver(waver(await render(sheet, things), 8 * k, 40 * k, seed), 3 * k, 9 * k, seed + 5);
  const strokes = await blur(findEdges(near, Math.max(1, Math.round(1.4 * k))), size, 1, 1.1 * k);
  const farStrokes = await blur(findEdges(wavering, 1), size, 1, 2 * k);
  const pressure = noisePlane(size, 55 * k, seed + 9);
  const wash = noisePlane(size, 110 * k, seed + 15);
  const fibre = noisePlane(size, 3 * k, seed + 21);
  const border = makeBorder(size, k, noisePlane(size, 90 * k, seed + 3, 2), 46);
  const stamp = await stampOf(size, k);
  const [paper, ink, red] = [
    [244, 237, 220],
    [30, 29, 31],
    [188, 44, 34],
  ] as const;
  return fillCanvas(size, (i, _x, _y, out) => {
    const luma = lumaAt(wide, i) * 0.55 + lumaAt(wavering.data, i) * 0.45;
    const tone = Math.max(0, 1 - luma) ** 1.25 * (0.72 + wash[i]! * 0.42);
    const press = 0.55 + pressure[i]! * 0.5;
    const dry = fibre[i]! > 0.55 - press * 0.4 ? 0.55 : 1;
    const line =
      Math.min(1, (strokes[i]! / 150) * Math.max(0.25, press) * 1.25) * dry + Math.min(0.22, farStrokes[i]! / 700);
    // Only red keeps its colour, as in the flowers and lanterns of old paintings; other colours keep a faint tint.
    const [r, g, b] = [wavering.data[i * 3]!, wavering.data[i * 3 + 1]!, wavering.data[i * 3 + 2]!];
    const isRed = Math.min(1, Math.max(0, (r - Math.max(g, b) - 60) / 90)) * 0.72;
    const inked = Math.min(1, tone * 0.82 * (1 - isRed) + line) * (0.25 + 0.75 * border[i]!);
    for (let c = 0; c < 3; c++) {
      const breath = ([r, g, b][c]! - luma * 255) * 0.24 * border[i]!;
      const ground = paper[c]! * (1 + fibre[i]! * 0.018) + breath;
      const washed = ground + (red[c]! - ground) * isRed * border[i]!;
      const painted = washed + (ink[c]! - washed) * inked;
      out[c] = painted + (red[c]! - painted) * stamp[i]! * 0.9;
    }
  });
};

async function stampOf(size: Size, k: number): Promise<Float32Array> {
  const { data, info } = await sharp(Buffer.from(seal(size, k)))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Float32Array.from(
    { length: size.width * size.height },
    (_, i) => (data[i * info.channels + 3]! / 255) * (data[i * info.channels]! / 255),
  );
}
