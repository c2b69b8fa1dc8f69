// Print looks: manga with screentone, American comics with halftone dots, and posters with few inks.
import { blurPlane } from '../gaussian.ts';
import { labOf, makeLab } from '../oklab.ts';
import { dotAt, hash, ramp } from './grounds.ts';
import { mix, type Painter, placeSkin, stepTone, tint } from './painter.ts';

export const paintManga: Painter = ({ study, line }) => {
  const { width, height, unit } = study;
  const flat = study.flat();
  const out = makeLab(width, height);
  const light = placeSkin(study, blurPlane(flat.l, width, height, 1.5 * unit), 0.86, 0.2);
  const lines = study.lines(1.35);
  const period = Math.max(3.2, 6.4 * unit);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const tone = light[i]!;
      // Screentone sheets with a coverage of about 11, 26 and 53 %, and black.
      const dots =
        tone > 0.5
          ? dotAt(x, y, period, 0.16) * ramp(0.735, 0.715, tone)
          : tone > 0.3
            ? dotAt(x, y, period, 0.32)
            : dotAt(x, y, period, 0.52);
      const black = ramp(0.175, 0.145, tone);
      const ink = Math.max(dots, black, ramp(0.16, 0.5, lines[i]! * line));
      // Shiny hair: its lightest parts stay white.
      const shine = tone < 0.5 ? ramp(-0.5, -1.1, lines[i]! * line) : 0;
      out.l[i] = mix(0.995, 0.12, ink * (1 - 0.85 * shine));
    }
  return out;
};

export const paintComic: Painter = ({ study, line }) => {
  const { width, height, unit } = study;
  const flat = study.flat();
  const out = makeLab(width, height);
  const soft = blurPlane(flat.l, width, height, 1.6 * unit);
  const light = placeSkin(study, soft, 0.86, 0.5);
  const lines = study.lines(1.9);
  const wide = study.lines(4.2, { ...flat, l: light });
  const period = Math.max(3.6, 8.5 * unit);
  const black = labOf('#14121c');
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const tone = light[i]!;
      const stepped = stepTone(tone, 0.86, 0.24, 0.06);
      const chroma = Math.hypot(flat.a[i]!, flat.b[i]!);
      const boost = 1.55 - 1.6 * Math.min(0.25, chroma) - 0.25 * (study.faces ? study.faces.skin[i]! : 0);
      // A band of halftone dots between two flat tones.
      const dots = dotAt(x, y, period, 0.85 * ramp(0.76, 0.45, tone)) * ramp(0.16, 0.26, tone);
      out.l[i] = Math.min(0.975, mix(0.36, 1, stepped)) - 0.12 * dots;
      out.a[i] = flat.a[i]! * boost * (1 + 0.25 * dots);
      out.b[i] = flat.b[i]! * boost * (1 + 0.1 * dots) + 0.018 * ramp(0.3, 0.95, tone);
      // Hard shadow: areas that are dark, or darker than their surroundings.
      const shadow = Math.max(ramp(0.17, 0.14, tone), ramp(1.3, 1.7, wide[i]! * line) * ramp(0.42, 0.3, tone));
      tint(out, i, black, Math.max(shadow, ramp(0.18, 0.46, lines[i]! * line)));
    }
  return out;
};

export const paintPoster: Painter = ({ study, line }) => {
  const { width, height, unit } = study;
  const flat = study.flat();
  const out = makeLab(width, height);
  const light = placeSkin(study, blurPlane(flat.l, width, height, 3 * unit), 0.72, 0.9);
  const fine = placeSkin(study, flat.l, 0.72, 0.9);
  const lines = study.lines(1.6);
  const inks = ['#20184f', '#d8264e', '#2b9fb5', '#ffd23f', '#fff4dc'].map(labOf);
  const limits = [0.22, 0.42, 0.58, 0.8];
  const stripe = Math.max(4, 9 * unit);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const detail = study.faces ? study.faces.features[i]! : 0;
      const tone = mix(light[i]!, fine[i]!, detail);
      // Inks overlap with hard edges, about a pixel wide.
      const paper = inks[4]!;
      out.l[i] = paper[0];
      out.a[i] = paper[1];
      out.b[i] = paper[2];
      for (let ink = 3; ink >= 0; ink--)
        tint(out, i, inks[ink]!, ramp(limits[ink]! + 0.007, limits[ink]! - 0.007, tone));
      // The third ink is printed in stripes over the fourth.
      const isThird = ramp(0.41, 0.425, tone) * ramp(0.59, 0.575, tone);
      const gap = ramp(0.58, 0.68, Math.abs(((((y / stripe) % 1) + 1) % 1) - 0.5) * 2);
      tint(out, i, inks[3]!, isThird * gap);
      tint(out, i, inks[0]!, ramp(0.3, 0.6, lines[i]! * line));
      out.l[i]! += (hash(x, y, study.seed + 3) - 0.5) * 0.012;
    }
  return out;
};
