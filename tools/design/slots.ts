// Placeholders for the user's own pictures: simple scenes in the palette's colours that show where the subject belongs.
import type { Palette, VectorPart } from 'contract/artwork/artwork.ts';
import { circle, ellipse, rect } from './outline.ts';
import { graded, hills, peaks } from './patterns.ts';

type Colors = Pick<Palette, 'accent' | 'second' | 'soft' | 'paper' | 'ground' | 'ink'>;

const brightnessOf = (color: string) =>
  [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(color.slice(at, at + 2), 16), 0);

/** A person in front of a plain wall, with a light face and dark hair in dark palettes too. */
export const portrait = (c: Colors): VectorPart[] => {
  const [face, hair] = brightnessOf(c.ink) > brightnessOf(c.ground) ? [c.ink, c.ground] : [c.ground, c.ink];
  return [
    { path: rect(0, 0, 100, 100), fill: graded(90, c.soft, c.second) },
    { path: circle(76, 24, 13), fill: c.paper, opacity: 0.7 },
    { path: 'M10 100C10 76 30 68 50 68C70 68 90 76 90 100Z', fill: c.accent },
    { path: rect(43, 54, 14, 20, 6), fill: face },
    { path: ellipse(50, 42, 16, 19), fill: face },
    { path: 'M32 44C28 22 40 15 51 15C66 15 72 28 68 46C66 36 60 32 52 32C42 32 36 34 32 44Z', fill: hair },
  ];
};

/** Hills under a low sun. */
export const landscape = (c: Colors): VectorPart[] => [
  { path: rect(0, 0, 100, 100), fill: graded(90, c.soft, c.paper) },
  { path: circle(68, 36, 13), fill: c.second },
  peaks(100, 100, 62, 30, 3, 8, c.soft),
  hills(100, 100, 66, 8, 3, c.second),
  hills(100, 100, 78, 7, 11, c.accent),
];

/** A product on a plinth. */
export const product = (c: Colors): VectorPart[] => [
  { path: rect(0, 0, 100, 100), fill: graded(90, c.paper, c.soft) },
  { path: circle(50, 46, 34), fill: c.second, opacity: 0.85 },
  { path: ellipse(50, 84, 34, 7), fill: c.accent },
  { path: 'M16 84V100H84V84Z', fill: c.accent },
  { path: ellipse(50, 83, 34, 6.5), fill: c.paper },
  { path: rect(45.5, 36, 9, 8, 1), fill: c.accent },
  { path: 'M46.5 44H53.5V49C60 51 63 55 63 60V80Q63 84 59 84H41Q37 84 37 80V60C37 55 40 51 46.5 49Z', fill: c.ink },
  { path: rect(37, 62, 26, 14), fill: c.paper },
  { path: 'M42 67H58M42 71H53', stroke: c.ink, strokeWidth: 1.2 },
];

/** A laid table, seen from above. */
export const dish = (c: Colors): VectorPart[] => [
  { path: rect(0, 0, 100, 100), fill: c.soft },
  { path: circle(50, 50, 38), fill: c.paper },
  { path: circle(50, 50, 30), stroke: c.second, strokeWidth: 1.5 },
  { path: 'M34 54C30 40 44 32 56 36C70 40 70 58 58 64C48 68 36 64 34 54Z', fill: c.second },
  { path: circle(46, 48, 7) + circle(58, 54, 6), fill: c.accent },
  { path: 'M38 60Q50 70 62 60', stroke: c.accent, strokeWidth: 3 },
];

/** A room with a window and a sofa. */
export const room = (c: Colors): VectorPart[] => [
  { path: rect(0, 0, 100, 74), fill: c.soft },
  { path: rect(0, 74, 100, 26), fill: c.second, opacity: 0.8 },
  { path: rect(12, 12, 34, 40), fill: c.paper },
  { path: 'M29 12V52M12 32H46', stroke: c.soft, strokeWidth: 2 },
  {
    path: rect(34, 50, 56, 20, 6) + rect(30, 58, 12, 22, 5) + rect(82, 58, 12, 22, 5) + rect(36, 66, 52, 14, 3),
    fill: c.accent,
  },
  { path: 'M74 12V22M62 36L68 22H80L86 36Z', fill: c.ink, stroke: c.ink, strokeWidth: 1.5 },
];
