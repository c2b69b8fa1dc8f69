// The areas that a person marks on a clip, each with its times, and what is sent of them.
import { asBoxes, type Box, type MaskOp, scaleOps } from 'ui/mask-painter/ops.ts';
import { markedShare, renderMask } from 'ui/mask-painter/render-mask.ts';
import type { FileFacts, SideFile } from 'ui/tool-screen.ts';

export const removeLabel = { id: 'remove', color: '#ff2d78' } as const;

export interface VideoArea {
  readonly id: string;
  /** In pixels of the frame that the settings name. */
  readonly ops: readonly MaskOp[];
  /** Seconds of the clip; undefined: from its beginning, to its end. */
  readonly start: number | undefined;
  readonly end: number | undefined;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface VideoSettings extends Readonly<Record<string, unknown>> {
  readonly areas: readonly VideoArea[];
  /** The id of the area that is edited. */
  readonly chosen: string;
  /** The size that the areas were marked on; other clips get them scaled. */
  readonly frame: Size | undefined;
  readonly scope: 'preview' | 'whole';
  /** The moment that is looked at, in seconds. */
  readonly moment: number;
}

export const emptyArea = (id: string): VideoArea => ({ id, ops: [], start: undefined, end: undefined });

export const defaultSettings = (): VideoSettings => ({
  areas: [emptyArea('1')],
  chosen: '1',
  frame: undefined,
  scope: 'preview',
  moment: 0,
});

export const mostAreas = 8;

/** An id that no area has. */
export const nextId = (areas: readonly VideoArea[]): string =>
  String(Math.max(0, ...areas.map(({ id }) => Number(id))) + 1);

export const sizeOf = ({ width, height }: FileFacts): Size | undefined =>
  width && height ? { width, height } : undefined;

/** The area that is edited. */
export const chosenOf = ({ areas, chosen }: VideoSettings): VideoArea =>
  areas.find(({ id }) => id === chosen) ?? areas[0] ?? emptyArea('1');

export const withArea = (settings: VideoSettings, area: VideoArea): Pick<VideoSettings, 'areas'> => ({
  areas: settings.areas.map(each => (each.id === area.id ? area : each)),
});

const isMarked = ({ ops }: VideoArea, { width, height }: Size) => markedShare(ops, width, height, removeLabel.id) > 0;

export const markedAreas = ({ areas, frame }: VideoSettings): VideoArea[] =>
  frame ? areas.filter(area => isMarked(area, frame)) : [];

interface Split {
  readonly area: VideoArea;
  readonly boxes: readonly Box[];
  /** What is left to send as a mask. */
  readonly painted: readonly MaskOp[];
}

/** Boxes are sent as such, so that only the mark inside goes; strokes and what was erased need a mask. */
function splitOps(area: VideoArea, { width, height }: Size): Split {
  const hasErased = area.ops.some(({ label }) => label === null);
  const boxOps = hasErased ? [] : area.ops.filter(({ kind }) => kind === 'box');
  const painted = area.ops.filter(op => !boxOps.includes(op));
  return { area, boxes: asBoxes(boxOps, removeLabel.id, width, height) ?? [], painted };
}

/** The marked areas in pixels of this clip. */
function splitsFor(settings: VideoSettings, facts: FileFacts): { splits: Split[]; size: Size } | undefined {
  const { frame } = settings;
  const size = sizeOf(facts) ?? frame;
  if (!frame || !size) return undefined;
  const splits = markedAreas(settings).map(area => {
    const isSame = frame.width === size.width && frame.height === size.height;
    const ops = isSame ? area.ops : scaleOps(area.ops, size.width / frame.width, size.height / frame.height);
    return splitOps({ ...area, ops }, size);
  });
  return { splits, size };
}

const timesOf = ({ start, end }: VideoArea) => ({
  ...(start !== undefined && { start }),
  ...(end !== undefined && { end }),
});

const hasPaint = ({ painted }: Split) => painted.some(({ label }) => label === removeLabel.id);

export function toPayload(settings: VideoSettings, facts: FileFacts) {
  const splits = splitsFor(settings, facts)?.splits ?? [];
  const brushTimes = splits.filter(hasPaint).map(({ area }) => timesOf(area));
  return {
    list: splits.flatMap(({ area, boxes }) => boxes.map(box => ({ ...box, ...timesOf(area) }))),
    ...(brushTimes.length > 0 && { brushTimes }),
    ...(settings.scope === 'preview' && { previewAt: settings.moment }),
  };
}

export async function toSideFiles(
  settings: VideoSettings,
  facts: FileFacts,
): Promise<Readonly<Record<string, readonly SideFile[]>>> {
  const found = splitsFor(settings, facts);
  const painted = found?.splits.filter(hasPaint) ?? [];
  if (!found || painted.length === 0) return {};
  const { width, height } = found.size;
  const files = painted.map(async ({ painted: ops, area }) => ({
    name: `mask-${area.id}.png`,
    blob: await renderMask(ops, width, height, removeLabel.id),
  }));
  return { brushUrls: await Promise.all(files) };
}

interface FoundMark extends Box {
  readonly start: number;
  readonly end: number;
}

/** Marks that were found become areas: those of the whole clip together, others by themselves. */
export function addFound(settings: VideoSettings, marks: readonly FoundMark[], seconds: number, size: Size) {
  const opOf = ({ x, y, w, h }: FoundMark): MaskOp => ({ kind: 'box', label: removeLabel.id, x, y, w, h });
  const isWhole = ({ start, end }: FoundMark) => start <= 0.01 && end >= seconds - 0.01;
  const kept = settings.areas.filter(area => isMarked(area, settings.frame ?? size));
  const areas = [...kept];
  const steady = marks.filter(isWhole);
  if (steady.length > 0) areas.push({ id: nextId(areas), ops: steady.map(opOf), start: undefined, end: undefined });
  for (const mark of marks.filter(one => !isWhole(one)).slice(0, mostAreas - areas.length))
    areas.push({ id: nextId(areas), ops: [opOf(mark)], start: mark.start, end: mark.end });
  return { areas, chosen: areas[kept.length]?.id ?? settings.chosen, frame: size };
}
