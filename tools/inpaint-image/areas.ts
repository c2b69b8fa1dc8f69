// The marks that a person made, by the size of the picture: pictures of the same size share them, so a batch is marked once.
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

/** Returns the key of a file's marks: its size, or the file itself if its size is unknown. */
function keyOf(facts: FileFacts): string {
  const size = sizeOf(facts);
  return size ? `${size.width}x${size.height}` : `file ${facts.name} ${facts.bytes ?? ''}`;
}

export const areaOf = (areas: Areas, facts: FileFacts): Area | undefined => areas[keyOf(facts)];

/** `size` is that of the picture on which the marks were made. */
export const withArea = (areas: Areas, facts: FileFacts, { width, height }: Size, ops: readonly MaskOp[]): Areas => ({
  ...areas,
  [keyOf(facts)]: { width, height, ops },
});

export function isMarked(areas: Areas, facts: FileFacts): boolean {
  const area = areaOf(areas, facts);
  return area !== undefined && markedShare(area.ops, area.width, area.height, removeLabel.id) > 0;
}

/** Copies the marks of one picture to all others, scaled to their sizes. */
export function spreadArea(areas: Areas, from: FileFacts, files: readonly FileFacts[]): Areas {
  const area = areaOf(areas, from);
  if (!area) return areas;
  const others = files.filter(facts => keyOf(facts) !== keyOf(from));
  const spread = others.flatMap(facts => {
    const size = sizeOf(facts) ?? areaOf(areas, facts);
    if (!size) return [];
    const { width, height } = size;
    const ops = scaleOps(area.ops, width / area.width, height / area.height);
    return [[keyOf(facts), { width, height, ops }] as const];
  });
  return { ...areas, ...Object.fromEntries(spread) };
}

export const countSizes = (files: readonly FileFacts[]): number =>
  new Set(files.filter(facts => sizeOf(facts)).map(keyOf)).size;

/** Maximum number of boxes sent as coordinates; more are sent as a mask. */
const maxBoxes = 200;

/**
 * Returns the marked boxes if there are no other marks; undefined if a mask is needed. A mask is stretched over the picture, so it fits even if the
 * size was only that of a preview.
 */
export function boxesOf(areas: Areas, facts: FileFacts): Box[] | undefined {
  const size = sizeOf(facts);
  const area = areaOf(areas, facts);
  const boxes = size && area && asBoxes(area.ops, removeLabel.id, size.width, size.height);
  return boxes && boxes.length <= maxBoxes ? boxes : undefined;
}

const masks = new WeakMap<readonly MaskOp[], Promise<Blob>>();

/** Returns the same Blob for the same marks, so that a batch uploads it once; undefined if nothing was marked. */
export function maskOf(areas: Areas, facts: FileFacts): Promise<Blob> | undefined {
  const area = areaOf(areas, facts);
  if (!area) return undefined;
  const mask = masks.get(area.ops) ?? renderMask(area.ops, area.width, area.height, removeLabel.id);
  masks.set(area.ops, mask);
  mask.catch(() => masks.delete(area.ops));
  return mask;
}
