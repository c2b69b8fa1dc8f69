// Caches the cutouts of each image in this tab: the page previews backgrounds with them, and later runs reuse their matte. Also collects the other
// files of a run.
import type { FileFacts, SideFile, TaskResult } from 'ui/tool-screen.ts';
import type { CutoutOptions } from './cutout-options.ts';
import { drawMatte } from './draw-composite.tsx';
import { fileKey, type PictureStrokes, renderStrokes, strokesOf } from './strokes.ts';

interface Cutout {
  readonly address: string;
  readonly subject: CutoutOptions['subject'];
  readonly extent: CutoutOptions['extent'];
  /** The strokes that it already contains. */
  readonly strokes: PictureStrokes | undefined;
  readonly isSpread: boolean;
  /** Its matte, made when it is first sent. */
  matte?: Promise<SideFile>;
}

interface Cutouts {
  /** Without corrections, as the network found it. */
  readonly found?: Cutout;
  readonly last: Cutout;
}

const known = new Map<string, Cutouts>();

/** Stores the result if it is a plain cutout, with the subject at its original position. */
export function rememberCutout(facts: FileFacts, made: CutoutOptions, result: TaskResult): void {
  const { background, isCropped, shadow, outlineWidth, subject, extent, strokesSpread } = made;
  const address = result.files[0]?.previewUrl;
  const isPlain = background === 'none' && !isCropped && shadow === 'none' && outlineWidth === 0;
  if (!isPlain || !address) return;
  const strokes = strokesOf(made.strokes, facts);
  const before = known.get(fileKey(facts));
  // A run that started from the latest matte and added nothing gives the same cutout.
  if (before?.last.address === address || (!result.meta?.engine && before && holds(before.last, made, facts))) return;
  const last: Cutout = { address, subject, extent, strokes, isSpread: strokesSpread };
  const found = strokes ? before?.found : last;
  known.set(fileKey(facts), { last, ...(found && isSameSubject(found, made) && { found }) });
}

type SubjectChoice = Pick<CutoutOptions, 'subject' | 'extent'>;
const isSameSubject = (a: SubjectChoice, b: SubjectChoice) => a.subject === b.subject && a.extent === b.extent;

function holds(cutout: Cutout, options: CutoutOptions, facts: FileFacts): boolean {
  const { strokes, strokesSpread } = options;
  const wanted = strokesOf(strokes, facts);
  return (
    isSameSubject(cutout, options) &&
    cutout.strokes === wanted &&
    (wanted === undefined || cutout.isSpread === strokesSpread)
  );
}

/** Returns the address of the image's latest plain cutout. */
export const recallCutout = (facts: FileFacts): string | undefined => known.get(fileKey(facts))?.last.address;

/** Returns the address of the plain cutout with these options, if there is one. Background and effects may differ. */
export function findCutout(options: CutoutOptions, facts: FileFacts): string | undefined {
  const last = known.get(fileKey(facts))?.last;
  return last && holds(last, options, facts) ? last.address : undefined;
}

function matteOf(cutout: Cutout): Promise<SideFile> {
  cutout.matte ??= drawMatte(cutout.address).then(blob => ({ name: 'matte.png', blob }));
  return cutout.matte;
}

/** Draws the initial matte for corrections in advance. */
export function prepareMatte(facts: FileFacts): void {
  const found = known.get(fileKey(facts))?.found;
  // The run meets the same failure and then uses the network.
  if (found) matteOf(found).catch(() => undefined);
}

/** Returns the matte that a run can start from, and whether it contains the strokes. */
async function findMatte(
  options: CutoutOptions,
  facts: FileFacts,
): Promise<{ matte: SideFile; hasStrokes: boolean } | undefined> {
  const { found, last } = known.get(fileKey(facts)) ?? {};
  const hasStrokes = last !== undefined && holds(last, options, facts);
  const cutout = hasStrokes ? last : found && isSameSubject(found, options) ? found : undefined;
  if (!cutout) return undefined;
  try {
    return { matte: await matteOf(cutout), hasStrokes };
  } catch {
    // The result has expired: the network runs again.
    known.delete(fileKey(facts));
    return undefined;
  }
}

export async function sideFilesOf(options: CutoutOptions, facts: FileFacts): Promise<Record<string, SideFile>> {
  const { background, own, strokes } = options;
  const start = await findMatte(options, facts);
  const { keep, erase } = start?.hasStrokes ? {} : await renderStrokes(strokes, facts);
  return {
    ...(background === 'own' && own && { backgroundUrl: { name: own.name, blob: own.blob } }),
    ...(start && { matteUrl: start.matte }),
    ...(keep && { keepUrl: { name: 'keep.png', blob: keep } }),
    ...(erase && { eraseUrl: { name: 'erase.png', blob: erase } }),
  };
}
