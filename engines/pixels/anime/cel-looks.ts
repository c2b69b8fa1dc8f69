// Animation looks: clean cels, the muted cels of the nineties, and the pastels of shoujo manga.
import { blurPlane } from '../gaussian.ts';
import { type Lab, labOf, makeLab } from '../oklab.ts';
import { hash, ramp } from './grounds.ts';
import { mix, type Painter, skinLight, stepTone, tint } from './painter.ts';
import type { Study } from './study.ts';

/** Adds contrast to eyes around their middle tone, so that the whites shine and the pupils are deep. */
function openEyes({ l, a, b }: Lab, { faces }: Study, amount: number): void {
  if (!faces) return;
  const middle = faces.skinTone[0] * 0.72;
  for (let i = 0; i < l.length; i++) {
    const share = faces.eyes[i]!;
    if (share < 0.02) continue;
    l[i]! += (l[i]! - middle) * amount * share + 0.02 * share;
    a[i]! *= 1 + 0.25 * share;
    b[i]! *= 1 + 0.15 * share;
  }
}

/** Chroma of skin up to which a picture counts as grey, and from which it counts as coloured. */
const greySkin = 0.015;
const colouredSkin = 0.04;

/** Tints the cheeks pink, but not those of a black-and-white picture. */
function blush(lab: Lab, { faces }: Study, amount: number): void {
  if (!faces) return;
  const pink = labOf('#f58a8f');
  const colour = ramp(greySkin, colouredSkin, Math.hypot(faces.skinTone[1], faces.skinTone[2]));
  for (let i = 0; i < lab.l.length; i++) {
    const share = faces.cheeks[i]! * faces.skin[i]! * amount * colour;
    if (share > 0.01) tint(lab, i, [lab.l[i]! - 0.01, pink[1], pink[2] * 0.6], share);
  }
}

/** Draws lines in a darkened shade of the colour around them, which is softer than black. */
function inkOwnColour({ l, a, b }: Lab, lines: Float32Array, dark: number, weight: number): void {
  for (let i = 0; i < l.length; i++) {
    const ink = ramp(0.2, 0.75, lines[i]! * weight);
    if (ink < 0.01) continue;
    l[i] = mix(l[i]!, Math.min(l[i]!, 0.5) * dark + 0.05, ink);
    a[i]! *= 1 + 0.1 * ink;
    b[i]! *= 1 - 0.1 * ink;
  }
}

export const paintCel: Painter = ({ study, line }) => {
  const flat = study.flat();
  const { width, height, unit } = study;
  const out = makeLab(width, height);
  const tones = blurPlane(flat.l, width, height, 1.2 * unit);
  const skin = skinLight(study);
  for (let i = 0; i < out.l.length; i++) {
    const near = flat.l[i]! * 0.5 + tones[i]! * 0.5;
    const stepped = stepTone(near, skin, 0.125, 0.16);
    // Bright and clean: midtones are lifted, shadows shift towards violet.
    const light = Math.min(1, 0.07 + 0.97 * stepped + 0.22 * stepped * (1 - stepped));
    const strength = 1.38 - 0.9 * Math.min(0.3, Math.hypot(flat.a[i]!, flat.b[i]!));
    const shade = ramp(0.55, 0.2, stepped);
    out.l[i] = light;
    out.a[i] = flat.a[i]! * strength + 0.008 * shade;
    out.b[i] = flat.b[i]! * strength - 0.022 * shade;
  }
  openEyes(out, study, 0.3);
  blush(out, study, 0.3);
  inkOwnColour(out, study.lines(1.25), 0.42, line);
  return out;
};

/** Returns grain of two sizes, -1..1. */
const grainAt = (x: number, y: number, seed: number): number =>
  hash(x | 0, y | 0, seed + 7) + hash((x / 2) | 0, (y / 2) | 0, seed + 8) - 1;

export const paintFilmCel: Painter = ({ study, line }) => {
  const { width, height, unit } = study;
  const flat = study.flat();
  const out = makeLab(width, height);
  const tones = blurPlane(flat.l, width, height, 2 * unit);
  const skin = skinLight(study);
  const colourA = blurPlane(flat.a, width, height, 2.5 * unit);
  const colourB = blurPlane(flat.b, width, height, 2.5 * unit);
  for (let i = 0; i < out.l.length; i++) {
    const near = flat.l[i]! * 0.4 + tones[i]! * 0.6;
    // Wide steps give about two tones per surface, like paint from pots.
    const stepped = stepTone(near, skin, 0.2, 0.1);
    const light = 0.17 + 0.78 * stepped + 0.03 * (study.faces ? study.faces.skin[i]! : 0);
    const shade = ramp(0.6, 0.15, stepped);
    out.l[i] = light;
    out.a[i] = colourA[i]! * 0.92 + 0.018 * shade - 0.004;
    out.b[i] = colourB[i]! * 0.85 + 0.022 - 0.05 * shade;
  }
  openEyes(out, study, 0.2);
  const lines = study.lines(1.9);
  const ink = labOf('#2a1a1c');
  for (let i = 0; i < out.l.length; i++) tint(out, i, ink, ramp(0.18, 0.5, lines[i]! * line) * 0.94);
  // Highlights bleed on film, and its grain is coarse.
  const glow = blurPlane(
    out.l.map(value => Math.max(0, value - 0.72)),
    width,
    height,
    14 * unit,
  );
  const cell = Math.max(1, 1.1 * unit);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const grain = grainAt(x / cell, y / cell, study.seed);
      const corner = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) * 0.22;
      out.l[i] = out.l[i]! + glow[i]! * 0.9 + grain * 0.026 - corner * out.l[i]!;
      out.b[i]! += glow[i]! * 0.1;
    }
  return out;
};

export const paintShoujo: Painter = ({ study, line }) => {
  const { width, height, unit } = study;
  const flat = study.flat();
  const out = makeLab(width, height);
  const soft = blurPlane(flat.l, width, height, 3 * unit);
  const skin = skinLight(study);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const near = flat.l[i]! * 0.55 + soft[i]! * 0.45;
      const stepped = mix(near, stepTone(near, skin, 0.16, 0.4), 0.6);
      // Light and milky, with lavender shadows and rosy highlights.
      out.l[i] = Math.min(0.985, 0.3 + 0.76 * stepped - 0.06 * stepped * stepped);
      const shade = 1 - stepped;
      out.a[i] = flat.a[i]! * 0.9 + 0.008 + 0.012 * shade;
      out.b[i] = flat.b[i]! * 0.75 - 0.003 - 0.04 * shade;
    }
  bloom(out, unit, 0.4);
  sprinkleLights(out, study);
  openEyes(out, study, 0.45);
  blush(out, study, 0.55);
  const lines = study.lines(1.05);
  const ink = labOf('#7c4257');
  for (let i = 0; i < out.l.length; i++) tint(out, i, ink, ramp(0.14, 0.6, lines[i]! * line) * 0.9);
  return out;
};

/** Scatters soft discs of light and small stars over the background. */
function sprinkleLights({ width, height, l }: Lab, { unit, faces, seed }: Study): void {
  const draw = (light: number, what: number) => hash(light, what, seed + 11);
  for (let light = 0; light < 34; light++) {
    const isStar = light >= 22;
    const reach = (isStar ? 14 + 26 * draw(light, 3) : 12 + 48 * draw(light, 3) ** 2) * unit;
    const [cx, cy] = [draw(light, 1) * width, draw(light, 2) * height];
    const strength = 0.1 + 0.2 * draw(light, 4);
    const free = 1 - (faces ? faces.subject[Math.floor(cy) * width + Math.floor(cx)]! : 0.4);
    if (free < 0.3) continue;
    for (let y = Math.max(0, Math.floor(cy - reach)); y < Math.min(height, cy + reach); y++)
      for (let x = Math.max(0, Math.floor(cx - reach)); x < Math.min(width, cx + reach); x++) {
        const [dx, dy] = [Math.abs(x - cx) / reach, Math.abs(y - cy) / reach];
        const far = Math.hypot(dx, dy);
        const shine = isStar
          ? Math.min(1, 0.012 / (dx * dy + 0.012)) * Math.max(0, 1 - far) ** 1.5 * 3
          : ramp(1, 0.9, far) * (0.5 + 0.5 * far);
        const i = y * width + x;
        l[i] = Math.min(1, l[i]! + (1 - l[i]!) * Math.min(1, strength * free * shine));
      }
  }
}

/** Makes bright parts glow beyond their edges, by screening a blurred copy. */
function bloom({ width, height, l }: Lab, unit: number, amount: number): void {
  const bright = l.map(value => Math.max(0, value - 0.66));
  const near = blurPlane(bright, width, height, 7 * unit);
  const far = blurPlane(bright, width, height, 26 * unit);
  for (let i = 0; i < l.length; i++) {
    const glow = (near[i]! + far[i]!) * amount;
    l[i] = 1 - (1 - l[i]!) * (1 - Math.min(0.8, glow));
  }
}
