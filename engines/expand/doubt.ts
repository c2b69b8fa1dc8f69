// Whether a person would probably reject an expanded image. See docs/decisions/expanding.md.
import { subjectEye } from '../inpaint/signs/eyes.ts';
import { measureSteps } from '../inpaint/signs/find-steps.ts';
import type { Canvas } from '../inpaint/signs/shrink-canvas.ts';
import { measureForeignStrips } from './find-foreign-strips.ts';
import type { Inside } from './inside.ts';
import type { Sides } from './sides.ts';

/** What speaks against a result. */
export interface Signs {
  /** See `measureSteps`. */
  readonly steps: number;
  /** See `measureForeignStrips`. */
  readonly foreign: number | undefined;
  /** Absent where the others suffice. */
  readonly subject?: SubjectSigns;
}

interface SubjectSigns {
  /** Largest share of an expanded side at which the frame cuts the subject, 0..1. */
  readonly cut: number;
  /** Share of the new area that shows the subject once more, 0..1. */
  readonly copied: number;
}

/** Minimum alpha of a pixel that belongs to the subject, and distance in pixels from the frame at which that is looked up. */
const minAlpha = 128;
const inset = 2;

/** Returns the largest share of an expanded side along which the subject reaches the frame. */
function measureCut(alpha: Uint8Array, { width, height }: Inside['pixels'], sides: Sides): number {
  const { left, right, top, bottom } = sides;
  const shareOf = (length: number, place: (at: number) => number) => {
    let count = 0;
    for (let at = 0; at < length; at++) if (alpha[place(at)]! >= minAlpha) count++;
    return count / length;
  };
  return Math.max(
    left > 0 ? shareOf(height, y => y * width + Math.min(inset, width - 1)) : 0,
    right > 0 ? shareOf(height, y => y * width + Math.max(0, width - 1 - inset)) : 0,
    top > 0 ? shareOf(width, x => Math.min(inset, height - 1) * width + x) : 0,
    bottom > 0 ? shareOf(width, x => Math.max(0, height - 1 - inset) * width + x) : 0,
  );
}

/** Returns the share of the new area that was copied from the subject. */
function measureCopied(alpha: Uint8Array, { width, height }: Inside['pixels'], canvas: Canvas): number {
  const { left, top, ...inner } = canvas.inner;
  let [count, copied] = [0, 0];
  for (const source of canvas.sources) {
    if (source < 0) continue;
    count++;
    const row = Math.floor(source / canvas.width);
    const x = Math.floor(((source - row * canvas.width - left + 0.5) * width) / inner.width);
    const y = Math.floor(((row - top + 0.5) * height) / inner.height);
    const place = Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x));
    if (alpha[place]! >= minAlpha) copied++;
  }
  return copied / Math.max(1, count);
}

/**
 * Steps and a foreign look together say how probably a person would reject a result: logistic regression on photographs of `tune`, in which steps
 * count by their order of magnitude. docs/decisions/expanding.md has the figures.
 */
const weights = { steps: 0.905, foreign: 11.182 };
const bias = -7.368;
const minRisk = 0.5;
/** Where no strip was wide enough to be looked at, steps alone make a result unsure. */
const unsureSteps = 0.45;
/** A subject that is cut may continue, but where more of it is copied than the cut explains, it stands there twice. */
const unsureFrom = { cut: 0.165, unexplained: 0.06 };

/** Steps as they are weighed: by their order of magnitude, and the smallest ones alike. */
export const scaleSteps = (steps: number): number => Math.log1p(10 * steps);

/** The probability, 0..1, that a person would reject new strips that look like this, whatever they show. */
const weighStrips = (steps: number, foreign: number): number =>
  1 / (1 + Math.exp(-(weights.steps * scaleSteps(steps) + weights.foreign * foreign + bias)));

function areStripsUnsure({ steps, foreign }: Omit<Signs, 'subject'>, weigh = weighStrips): boolean {
  return foreign === undefined ? steps >= unsureSteps : weigh(steps, foreign) >= minRisk;
}

/** `weigh`: other weights than those that were fitted. */
export function isUnsure({ subject = { cut: 0, copied: 0 }, ...signs }: Signs, weigh = weighStrips): boolean {
  return (
    areStripsUnsure(signs, weigh) ||
    subject.cut >= unsureFrom.cut ||
    subject.copied - subject.cut >= unsureFrom.unexplained
  );
}

/** Finds the signs of one result. */
export async function findSigns(canvas: Canvas, inside: Inside, sides: Sides): Promise<Signs> {
  const signs = { steps: measureSteps(canvas), foreign: await measureForeignStrips(canvas, subjectEye) };
  if (areStripsUnsure(signs)) return signs;
  const alpha = await inside.findSubject();
  const subject = {
    cut: measureCut(alpha, inside.pixels, sides),
    copied: measureCopied(alpha, inside.pixels, canvas),
  };
  return { ...signs, subject };
}
