// Pencil looks: graphite with hatching that follows the form, and coloured pencils.
import { blurPlane } from '../gaussian.ts';
import { labOf, makeLab } from '../oklab.ts';
import { type Flow, findFlow, slant } from './flow.ts';
import { streak } from './flow-filters.ts';
import { hash, makeClouds, makeTurbulence, ramp } from './grounds.ts';
import { type Painter, stretchLight, tint } from './painter.ts';
import type { Study } from './study.ts';

/** Returns pencil strokes along a flow: 0..1, spread evenly over the tones. */
function hatch(study: Study, flow: Flow, length: number, kind: number): Float32Array {
  const { width, height, unit } = study;
  const cell = Math.max(1, 1.5 * unit);
  const noise = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) noise[i] = hash((x / cell) | 0, (y / cell) | 0, study.seed + kind);
  const strokes = streak(noise, flow, Math.max(5, length * unit));
  // Averaged noise clusters around 0.5; this restores its contrast.
  return strokes.map(value => Math.min(1, Math.max(0, 0.5 + (value - 0.5) * 3.4)));
}

const formOf = (study: Study): Flow => findFlow(study.flat(), Math.max(2, 9 * study.unit));

export const paintPencil: Painter = ({ study, line }) => {
  const { width, height, unit } = study;
  const flat = study.flat();
  const light = stretchLight(blurPlane(flat.l, width, height, 0.8 * unit));
  const form = formOf(study);
  const first = hatch(study, slant(form, unit, 0), 26, 3);
  const second = hatch(study, slant(form, unit, 38), 22, 5);
  const lines = study.lines(1.15);
  const tooth = makeTurbulence(width, height, 3.2 * unit, 2, study.seed + 9);
  const out = makeLab(width, height);
  const paper = labOf('#f6f3ec');
  const lead = labOf('#2b2b30');
  for (let i = 0; i < out.l.length; i++) {
    const dark = (1 - light[i]!) ** 1.15;
    const one = ramp(-0.22, 0.22, dark * 1.25 - 0.06 - first[i]!);
    const two = ramp(-0.2, 0.2, dark * 1.5 - 0.62 - second[i]! * 0.8);
    const shade = one * (0.3 + 0.35 * dark) + two * 0.35 + dark * 0.12;
    const stroke = ramp(0.15, 0.95, lines[i]! * line);
    const rough = 0.72 + 0.56 * tooth[i]!;
    out.l[i] = paper[0] + (tooth[i]! - 0.5) * 0.018;
    out.a[i] = paper[1];
    out.b[i] = paper[2];
    tint(
      out,
      i,
      lead,
      Math.min(0.94, Math.max(shade * rough, stroke * (0.62 + 0.3 * tooth[i]!)) + shade * stroke * 0.3),
    );
  }
  return out;
};

export const paintColourPencil: Painter = ({ study, line }) => {
  const { width, height, unit } = study;
  const flat = study.flat();
  const light = stretchLight(flat.l);
  const form = formOf(study);
  const first = hatch(study, slant(form, unit, 0), 24, 13);
  const second = hatch(study, slant(form, unit, 30), 20, 15);
  const lines = study.lines(1.1);
  const tooth = makeClouds(width, height, Math.max(1.4, 2 * unit), study.seed + 19);
  const out = makeLab(width, height);
  const paper = labOf('#fffdf7');
  for (let i = 0; i < out.l.length; i++) {
    const chroma = Math.hypot(flat.a[i]!, flat.b[i]!);
    const dark = 1 - light[i]!;
    // Amount of wax: most in dark and colourful areas.
    const wax = Math.min(1, 0.22 + dark * 0.8 + chroma * 2.2);
    const one = ramp(-0.3, 0.3, wax * 1.15 - 0.08 - first[i]!);
    const two = ramp(-0.3, 0.3, wax * 1.3 - 0.45 - second[i]!);
    const cover = Math.min(1, (one * 0.62 + two * 0.45) * (0.75 + 0.5 * tooth[i]!) + wax * 0.12 + wax ** 3 * 0.4);
    const boost = 1.6 - 1.6 * Math.min(0.3, chroma);
    out.l[i] = paper[0];
    out.a[i] = paper[1];
    out.b[i] = paper[2];
    tint(out, i, [0.2 + 0.72 * flat.l[i]! - 0.05 * two, flat.a[i]! * boost, flat.b[i]! * boost], cover);
    const stroke = ramp(0.15, 0.95, lines[i]! * line) * (0.55 + 0.35 * tooth[i]!);
    tint(out, i, [Math.min(0.34, flat.l[i]! * 0.5), flat.a[i]! * 1.2, flat.b[i]! * 1.2], stroke);
  }
  return out;
};
