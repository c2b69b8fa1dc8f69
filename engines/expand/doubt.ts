// Whether a person would probably reject an expanded image. See docs/decisions/expanding.md.
import { measureRepeats } from '../inpaint/signs/find-repeats.ts';
import { measureSteps } from '../inpaint/signs/find-steps.ts';
import type { Canvas } from '../inpaint/signs/shrink-canvas.ts';
import type { Inside } from './inside.ts';
import type { Sides } from './sides.ts';

/** What speaks against a result. */
export interface Signs {
  /** Mean cost of the pieces: see `WideFilling`. */
  readonly cost: number;
  /** See `measureRepeats` and `measureSteps`. */
  readonly repeats: number;
  readonly steps: number;
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
 * From these on, each sign alone makes a result unsure. A subject that is cut may continue, but where more of it is copied than the cut explains, it
 * stands there twice. docs/decisions/expanding.md has the figures.
 */
const unsureFrom = { cost: 44, repeats: 15, steps: 0.45, cut: 0.165, unexplained: 0.06 };

export function isUnsure({ cost, repeats, steps, subject = { cut: 0, copied: 0 } }: Signs): boolean {
  if (cost >= unsureFrom.cost || repeats >= unsureFrom.repeats || steps >= unsureFrom.steps) return true;
  return subject.cut >= unsureFrom.cut || subject.copied - subject.cut >= unsureFrom.unexplained;
}

/** Finds the signs of one result. `cost`: of its pieces. */
export async function findSigns(canvas: Canvas, inside: Inside, sides: Sides, cost: number): Promise<Signs> {
  const signs = { cost, repeats: measureRepeats(canvas), steps: measureSteps(canvas) };
  if (isUnsure(signs)) return signs;
  const alpha = await inside.findSubject();
  const subject = {
    cut: measureCut(alpha, inside.pixels, sides),
    copied: measureCopied(alpha, inside.pixels, canvas),
  };
  return { ...signs, subject };
}
