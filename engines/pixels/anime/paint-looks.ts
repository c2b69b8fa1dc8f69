// Painted looks: watercolour, gouache and ink wash. Pigment pools at edges, runs where it is wet and leaves paper bare (the effects of Bousseau et
// al., "Interactive Watercolor Rendering with Temporal Coherence and Abstraction", 2006).
import { blurPlane } from '../gaussian.ts';
import { type Lab, labOf, makeLab } from '../oklab.ts';
import { slant } from './flow.ts';
import { streak } from './flow-filters.ts';
import { hash, makeClouds, makeTurbulence, ramp } from './grounds.ts';
import { paintDabs } from './kuwahara.ts';
import { mix, type Painter, placeSkin, skinLight, stepTone, tint } from './painter.ts';
import type { Study } from './study.ts';

/** Paints two coats of dabs, the second with a smaller radius over the first. */
function paintTwice({ lab, flow: own, unit, faces }: Study, radius: number, flow = own): Lab {
  const reach = Math.max(1.5, radius * unit);
  return paintDabs(paintDabs(lab, flow, reach, faces?.scale), flow, reach * 0.7, faces?.scale);
}

/** Returns the gradient magnitude of a plane, per pixel. */
function findSlopes(plane: Float32Array, width: number, height: number): Float32Array {
  const slopes = new Float32Array(plane.length);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      slopes[i] = Math.hypot(plane[i + 1]! - plane[i - 1]!, plane[i + width]! - plane[i - width]!) / 2;
    }
  return slopes;
}

/** Returns the distance from the irregular border of the painted area, in thousandths of the image: positive inside, negative on the bare margin. */
function makeSheet({ width, height, unit, seed }: Study, margin: number, wander: number): Float32Array {
  const edge = makeTurbulence(width, height, 90 * unit, 4, seed + 41);
  const sheet = new Float32Array(width * height);
  const room = Math.min(margin, (Math.min(width, height) / unit) * 0.08);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const away = Math.min(x, y, width - 1 - x, height - 1 - y) / unit;
      sheet[i] = away - room + (edge[i]! - 0.5) * 2 * wander;
    }
  return sheet;
}

/** Displaces pixels by up to `reach` thousandths of the image, like a brush that wanders off its outline. */
function waver(lab: Lab, { width, height, unit, faces, seed }: Study, reach: number, cell: number): Lab {
  const across = makeTurbulence(width, height, cell * unit, 2, seed + 3);
  const down = makeTurbulence(width, height, cell * unit, 2, seed + 53);
  const out = makeLab(width, height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const far = reach * unit * 2 * (faces ? faces.scale[i]! ** 2 : 1);
      const px = Math.min(width - 1, Math.max(0, Math.round(x + (across[i]! - 0.5) * far)));
      const py = Math.min(height - 1, Math.max(0, Math.round(y + (down[i]! - 0.5) * far)));
      const from = py * width + px;
      out.l[i] = lab.l[from]!;
      out.a[i] = lab.a[from]!;
      out.b[i] = lab.b[from]!;
    }
  return out;
}

export const paintWatercolour: Painter = ({ study, line }) => {
  const { width, height, unit, faces } = study;
  const dabs = waver(paintTwice(study, 9), study, 5, 30);
  const out = makeLab(width, height);
  const tone = placeSkin(study, dabs.l, 0.86, 0.15);
  const washed = tone.map(value => mix(value, stepTone(value, 0.86, 0.17, 0.3), 0.8));
  const pools = findSlopes(blurPlane(washed, width, height, 1.5 * unit), width, height);
  // Colour bleeds beyond the outlines.
  const runA = blurPlane(dabs.a, width, height, 5 * unit);
  const runB = blurPlane(dabs.b, width, height, 5 * unit);
  const wet = makeTurbulence(width, height, 190 * unit, 4, study.seed + 21);
  const granules = makeTurbulence(width, height, 6 * unit, 3, study.seed + 31);
  const tooth = makeClouds(width, height, Math.max(1.5, 2.4 * unit), study.seed + 37);
  const sheet = makeSheet(study, 30, 24);
  const lines = study.lines(1);
  const paper = labOf('#fdfbf5');
  const pencil = labOf('#54424a');
  for (let i = 0; i < out.l.length; i++) {
    const face = faces ? Math.min(1, faces.skin[i]! + faces.features[i]!) : 0;
    const subject = faces ? faces.subject[i]! : 0.75;
    const flow = (wet[i]! - 0.5) * (1 - 0.7 * face);
    const grain = 1 + ((granules[i]! - 0.5) * 0.34 + (tooth[i]! - 0.5) * 0.12) * (1 - 0.5 * face);
    // 0 is bare paper. Pigment pools where a wash ends, and there is more water than pigment away from people.
    const body = Math.max(0, 0.97 - washed[i]!) * 0.7;
    const pool = Math.min(0.2, pools[i]! * unit * 4);
    const thin = mix(0.42 + 0.8 * flow, 1 + 0.6 * flow, subject);
    const rim = ramp(0, 2.5, sheet[i]!) * (1 + 0.35 * Math.exp(-((sheet[i]! - 3) ** 2) / 14));
    const depth = (body + pool * (0.25 + body)) * thin * grain * rim;
    const chroma = Math.hypot(runA[i]!, runB[i]!);
    const colour =
      (1.55 - 1.5 * Math.min(0.25, chroma) + pool - 0.3 * face) * rim * mix(0.75, 1, subject) * (1 + 0.5 * flow);
    const run = 0.75 - 0.6 * face;
    out.l[i] = paper[0] - depth - chroma * 0.2 * rim + (tooth[i]! - 0.5) * 0.014;
    out.a[i] = paper[1] + mix(dabs.a[i]!, runA[i]!, run) * colour;
    out.b[i] = paper[2] + mix(dabs.b[i]!, runB[i]!, run) * colour;
    tint(
      out,
      i,
      pencil,
      ramp(0.2, 0.8, lines[i]! * line) * (0.35 + 0.4 * tooth[i]!) * Math.min(1, rim) * mix(0.4, 1, subject),
    );
  }
  return out;
};

/** Size of a brush stroke, a long cell slanted up to the right, and how far its colour is taken from, in thousandths of the image. */
const stroke = { long: 30, wide: 7, reach: 5 } as const;

/**
 * Takes the colour of each stroke from a nearby position, so that strokes stand out, except on faces. Also returns a random number 0..1 per stroke.
 */
function layStrokes(lab: Lab, { width, height, unit, faces, seed }: Study): { laid: Lab; kinds: Float32Array } {
  const laid = makeLab(width, height);
  const kinds = new Float32Array(width * height);
  const bend = makeTurbulence(width, height, 160 * unit, 2, seed + 71);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const sway = bend[i]! * 60;
      const along = (0.64 * x - 0.77 * y) / unit + sway;
      const across = (0.77 * x + 0.64 * y) / unit + sway;
      const row = Math.floor(across / stroke.wide);
      const column = Math.floor(along / stroke.long + hash(row, 5, seed));
      kinds[i] = hash(row, column, seed + 73);
      const far = stroke.reach * unit * 2 * (faces ? Math.max(0, faces.scale[i]! - faces.features[i]!) ** 3 : 1);
      const px = Math.min(width - 1, Math.max(0, Math.round(x + (hash(row, column, seed + 75) - 0.5) * far)));
      const py = Math.min(height - 1, Math.max(0, Math.round(y + (hash(row, column, seed + 77) - 0.5) * far)));
      const from = py * width + px;
      laid.l[i] = lab.l[from]!;
      laid.a[i] = lab.a[from]!;
      laid.b[i] = lab.b[from]!;
    }
  return { laid, kinds };
}

export const paintGouache: Painter = ({ study, line }) => {
  const { width, height, unit, faces } = study;
  const strokes = slant(study.flow, unit, 0);
  const { laid, kinds } = layStrokes(paintTwice(study, 9), study);
  const dabs = paintDabs(laid, strokes, Math.max(1.5, 6 * unit), faces?.scale);
  const out = makeLab(width, height);
  const skin = skinLight(study);
  // Bristles: streaks of noise along the strokes, lit from the upper left.
  const noise = new Float32Array(width * height);
  const cell = Math.max(1, 1.7 * unit);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) noise[i] = hash((x / cell) | 0, (y / cell) | 0, study.seed + 13);
  const bristles = blurPlane(streak(noise, strokes, Math.max(4, 17 * unit)), width, height, 0.7 * unit);
  const lines = study.lines(2);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const from = i - (x > 0 ? 1 : 0) - (y > 0 ? width : 0);
      const relief = (bristles[i]! - bristles[from]!) * (1 - 0.6 * (faces ? faces.skin[i]! : 0));
      // Paint is mixed in a few tones, and every stroke has slightly more or less of it.
      const light = mix(dabs.l[i]!, stepTone(dabs.l[i]!, skin, 0.1, 0.35), 0.6);
      const face = faces ? Math.min(1, faces.skin[i]! + faces.features[i]!) : 0;
      const kind = (kinds[i]! - 0.5) * (1 - 0.75 * face);
      const chroma = Math.hypot(dabs.a[i]!, dabs.b[i]!);
      const strength = 1.75 - 1.8 * Math.min(0.28, chroma);
      const shade = ramp(0.6, 0.15, light);
      out.l[i] =
        0.06 +
        0.93 * light +
        0.18 * light * (1 - light) +
        kind * 0.05 +
        relief * 0.3 -
        ramp(0.2, 1.3, lines[i]! * line) * 0.13;
      out.a[i] = dabs.a[i]! * strength + 0.006 * shade + kind * 0.012;
      out.b[i] = dabs.b[i]! * strength - 0.026 * shade - kind * 0.02;
    }
  return out;
};

export const paintInkWash: Painter = ({ study, line }) => {
  const { width, height, unit, flow, faces } = study;
  const dabs = waver(paintTwice(study, 9), study, 6, 24);
  const light = placeSkin(study, dabs.l, 0.9, 0.15);
  const wide = blurPlane(light, width, height, 12 * unit);
  const bleeding = makeTurbulence(width, height, 80 * unit, 4, study.seed + 15);
  const fibre = makeTurbulence(width, height, 8 * unit, 3, study.seed + 17);
  const noise = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i++) noise[i] = hash(x, y, study.seed + 19);
  const dry = streak(noise, flow, Math.max(4, 12 * unit));
  const lines = study.lines(2.6);
  const fine = study.lines(1.2);
  const sheet = makeSheet(study, 40, 40);
  const out = makeLab(width, height);
  const paper = labOf('#f5efdf');
  const ink = labOf('#14161b');
  const pools = findSlopes(blurPlane(light, width, height, 2 * unit), width, height);
  for (let i = 0; i < out.l.length; i++) {
    const face = faces ? Math.min(1, faces.skin[i]! + faces.features[i]! + faces.mouth[i]!) : 0;
    const subject = faces ? faces.subject[i]! : 0.7;
    const loose = 1 - face;
    const near = mix(light[i]!, wide[i]!, ramp(0.3, 0.7, bleeding[i]!) * 0.8 * loose);
    // Three washes, from burnt to pale; the paper is the lightest tone.
    const tone = stepTone(near + (bleeding[i]! - 0.5) * 0.16 * loose, 0.9, 0.24, 0.5);
    const wash = Math.max(0, 0.9 - tone) ** 1.5 * 1.18 * (1 - 0.35 * face) * (1 + 0.7 * (bleeding[i]! - 0.5) * loose);
    const pool = Math.min(0.18, pools[i]! * unit * 3.5) * loose * (1 - tone);
    const isDry = ramp(0.44, 0.54, dry[i]! + (fibre[i]! - 0.5) * 0.2);
    const stroke = ramp(0.22, 0.7, lines[i]! * line) * (0.45 + 0.55 * isDry) * (1 - 0.5 * face);
    const hair = ramp(0.22, 0.6, fine[i]! * line) * (0.45 + 0.45 * face);
    const rim = ramp(-6, 30, sheet[i]!) * mix(0.22, 1, subject);
    const amount = Math.min(0.97, Math.max(wash + pool, stroke * 0.95, hair * 0.9)) * rim;
    out.l[i] = paper[0] + (fibre[i]! - 0.5) * 0.022;
    out.a[i] = paper[1];
    out.b[i] = paper[2];
    tint(out, i, ink, amount);
    // Keeps a trace of the strongest colours.
    const breath = ramp(0.06, 0.16, Math.hypot(dabs.a[i]!, dabs.b[i]!)) * 0.42 * rim;
    out.a[i]! += dabs.a[i]! * breath;
    out.b[i]! += dabs.b[i]! * breath;
  }
  return out;
};
