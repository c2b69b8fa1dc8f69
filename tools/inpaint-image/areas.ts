// The marks that a person made: each picture has its own, or all pictures of a size share them, so that a batch is marked once.
import { asBoxes, type Box, type MaskLabel, type MaskOp, scaleOps } from 'ui/mask-painter/ops.ts';
import { markedShare, renderMask } from 'ui/mask-painter/render-mask.ts';
import type { FileFacts } from 'ui/tool-screen.ts';

export const removeLabel: Omit<MaskLabel, 'name'> = { id: 'remove', color: '#ff2d78' };

export interface Size {
  readonly width: number;
  readonly height: number;
}

interface Area extends Size {
  readonly ops: readonly MaskOp[];
}

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

/** `size` is that of the picture on which the marks were made. */
export const withArea = (marks: Marks, facts: FileFacts, { width, height }: Size, ops: readonly MaskOp[]): Areas => ({
  ...marks.areas,
  [keyOf(marks, facts)]: { width, height, ops },
});

/** Returns a patch that begins or ends sharing. The marks of the shown picture become those of all, and stay its own afterwards. */
export function shareAreas(marks: Marks, patch: Partial<Omit<Marks, 'areas'>>, facts: FileFacts): Partial<Marks> {
  const area = areaOf(marks, facts);
  if (!area) return patch;
  return { ...patch, areas: { ...marks.areas, [keyOf({ ...marks, ...patch }, facts)]: area } };
}

export function isMarked(marks: Marks, facts: FileFacts): boolean {
  const area = areaOf(marks, facts);
  return area !== undefined && markedShare(area.ops, area.width, area.height, removeLabel.id) > 0;
}

/** Copies the marks of one picture to all others, scaled to their sizes. */
export function spreadArea(marks: Marks, from: FileFacts, files: readonly FileFacts[]): Areas {
  const area = areaOf(marks, from);
  if (!area) return marks.areas;
  const others = files.filter(facts => keyOf(marks, facts) !== keyOf(marks, from));
  const spread = others.flatMap(facts => {
    const size = sizeOf(facts) ?? areaOf(marks, facts);
    if (!size) return [];
    const { width, height } = size;
    const ops = scaleOps(area.ops, width / area.width, height / area.height);
    return [[keyOf(marks, facts), { width, height, ops }] as const];
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
  const boxes = size && area && asBoxes(area.ops, removeLabel.id, size.width, size.height);
  return boxes && boxes.length <= maxBoxes ? boxes : undefined;
}

const masks = new WeakMap<readonly MaskOp[], Promise<Blob>>();

/** Returns the same Blob for the same marks, so that a batch uploads it once; undefined if nothing was marked. */
export function maskOf(marks: Marks, facts: FileFacts): Promise<Blob> | undefined {
  const area = areaOf(marks, facts);
  if (!area) return undefined;
  const mask = masks.get(area.ops) ?? renderMask(area.ops, area.width, area.height, removeLabel.id);
  masks.set(area.ops, mask);
  mask.catch(() => masks.delete(area.ops));
  return mask;
}
