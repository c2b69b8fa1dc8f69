// The marks that a person made: each picture has its own, or all pictures of a size share them, so that a batch is marked once.
import { asBoxes, type Box, type MaskLabel, type MaskOp, scaleOps } from 'ui/mask-painter/ops.ts';
import { markedShare, renderMask } from 'ui/mask-painter/render-mask.ts';
import type { FileFacts } from 'ui/tool-screen.ts';

export const removeLabel: Omit<MaskLabel, 'name'> = { id: 'remove', color: '#ff2d78' };

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Area extends Size {
  readonly ops: readonly MaskOp[];
  /** The marks of removals that come first, in order: each works on the result of the one before. */
  readonly steps?: Steps;
}

/** A stable reference, because the painter compares marks by identity. */
export const noOps: readonly MaskOp[] = [];

type Steps = readonly (readonly MaskOp[])[];

/** Maximum number of removals one after another; the first two become one beyond it. */
const maxSteps = 20;

/** All removals of an area, the marks of the next one last. */
export const stepsOf = ({ steps = [], ops }: Area): Steps => (ops.length > 0 ? [...steps, ops] : steps);

/** The area once its marks have been removed: the next ones are painted on the result. */
export function withNextStep(area: Area): Area {
  const [first = [], second = [], ...rest] = stepsOf(area);
  const steps = stepsOf(area).length > maxSteps ? [[...first, ...second], ...rest] : stepsOf(area);
  return { ...area, steps, ops: noOps };
}

/** The area without its last removal; the marks of the next one stay. */
export const withoutLastStep = (area: Area): Area => ({ ...area, steps: area.steps?.slice(0, -1) ?? [] });

export const sameSteps = (a: Steps, b: Steps): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

export type Areas = Readonly<Record<string, Area>>;

/** Upright pixels, if the file's header contains them. */
export const sizeOf = ({ width, height }: FileFacts): Size | undefined =>
  width && height ? { width, height } : undefined;

/** The options that decide which marks belong to a file. */
export interface Marks {
  readonly areas: Areas;
  /** Pictures of the same size share their marks. */
  readonly isSameArea: boolean;
  /** Pictures of the same size have the same watermark, in the same place. */
  readonly isSameMark: boolean;
}

/** Returns the key of a file's marks: the file, or its size where marks are shared. A file of unknown size has marks of its own. */
export function keyOf({ isSameArea, isSameMark }: Omit<Marks, 'areas'>, facts: FileFacts): string {
  const { width, height } = sizeOf(facts) ?? {};
  const size = width ? `${width}x${height}` : '';
  return size && (isSameArea || isSameMark) ? size : `file ${facts.name} ${facts.bytes ?? ''} ${size}`;
}

export const areaOf = (marks: Marks, facts: FileFacts): Area | undefined => marks.areas[keyOf(marks, facts)];

export const withArea = (marks: Marks, facts: FileFacts, area: Area): Areas => ({
  ...marks.areas,
  [keyOf(marks, facts)]: area,
});

/** Returns a patch that begins or ends sharing. The marks of the shown picture become those of all, and stay its own afterwards. */
export function shareAreas(marks: Marks, patch: Partial<Omit<Marks, 'areas'>>, facts: FileFacts): Partial<Marks> {
  const area = areaOf(marks, facts);
  if (!area) return patch;
  return { ...patch, areas: { ...marks.areas, [keyOf({ ...marks, ...patch }, facts)]: area } };
}

export function isMarked(marks: Marks, facts: FileFacts): boolean {
  const area = areaOf(marks, facts);
  return area !== undefined && (isPainted(area, area.ops) || (area.ops.length === 0 && Boolean(area.steps?.length)));
}

const isPainted = ({ width, height }: Size, ops: readonly MaskOp[]): boolean =>
  markedShare(ops, width, height, removeLabel.id) > 0;

/** Copies the marks of one picture to all others, scaled to their sizes. */
export function spreadArea(marks: Marks, from: FileFacts, files: readonly FileFacts[]): Areas {
  const area = areaOf(marks, from);
  if (!area) return marks.areas;
  const others = files.filter(facts => keyOf(marks, facts) !== keyOf(marks, from));
  const spread = others.flatMap(facts => {
    const size = sizeOf(facts) ?? areaOf(marks, facts);
    if (!size) return [];
    const { width, height } = size;
    const scale = (ops: readonly MaskOp[]) => scaleOps(ops, width / area.width, height / area.height);
    const spread = { width, height, ops: scale(area.ops), ...(area.steps && { steps: area.steps.map(scale) }) };
    return [[keyOf(marks, facts), spread] as const];
  });
  return { ...marks.areas, ...Object.fromEntries(spread) };
}

export const countSizes = (files: readonly FileFacts[]): number =>
  new Set(files.flatMap(facts => (sizeOf(facts) ? [`${facts.width}x${facts.height}`] : []))).size;

/** Maximum number of boxes sent as coordinates; more are sent as a mask. */
const maxBoxes = 200;

/**
 * Returns the marked boxes if there are no other marks; undefined if a mask is needed. A mask is stretched over the picture, so it fits even if the
 * size was only that of a preview.
 */
export function boxesOf(marks: Marks, facts: FileFacts): Box[] | undefined {
  const size = sizeOf(facts);
  const area = areaOf(marks, facts);
  const last = area && stepsOf(area).at(-1);
  const boxes = size && last && asBoxes(last, removeLabel.id, size.width, size.height);
  return boxes && boxes.length <= maxBoxes ? boxes : undefined;
}

const masks = new WeakMap<readonly MaskOp[], Promise<Blob>>();

function renderOnce(ops: readonly MaskOp[], { width, height }: Size): Promise<Blob> {
  const mask = masks.get(ops) ?? renderMask(ops, width, height, removeLabel.id);
  masks.set(ops, mask);
  mask.catch(() => masks.delete(ops));
  return mask;
}

/** Returns the same Blob for the same marks, so that a batch uploads it once; undefined if nothing was marked. */
export function maskOf(marks: Marks, facts: FileFacts): Promise<Blob> | undefined {
  const area = areaOf(marks, facts);
  const last = area && stepsOf(area).at(-1);
  return last && renderOnce(last, area);
}

/** The masks of the removals before the last one, in order. */
export function earlierMasksOf(marks: Marks, facts: FileFacts): Promise<Blob[]> {
  const area = areaOf(marks, facts);
  return Promise.all(
    area
      ? stepsOf(area)
          .slice(0, -1)
          .map(ops => renderOnce(ops, area))
      : [],
  );
}
