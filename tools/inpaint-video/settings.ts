// The areas that a person marks on a clip, each with its times, or the bands of its subtitles, and the payload built from them.
import { asBoxes, type Box, type MaskOp, scaleOps } from 'ui/mask-painter/ops.ts';
import { markedShare, renderMask } from 'ui/mask-painter/render-mask.ts';
import type { FileFacts, SideFile } from 'ui/tool-screen.ts';

export const removeLabel = { id: 'remove', color: '#ff2d78' } as const;

export interface VideoArea {
  readonly id: string;
  /** In pixels of `frame`. */
  readonly ops: readonly MaskOp[];
  /** Times in seconds of the clip; undefined means its beginning or end. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** Absent for an area that a person marked. */
  readonly find?: Find;
}

/** What is known about a found area: whether it is surely a watermark, and whether it is to be removed. */
interface Find {
  readonly isSure: boolean;
  readonly isTicked: boolean;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface VideoSettings extends Readonly<Record<string, unknown>> {
  readonly what: 'marks' | 'subtitles';
  readonly areas: readonly VideoArea[];
  /** Where subtitles are searched; empty: in the usual bands. */
  readonly bands: VideoArea;
  /** The size on which the areas were marked; they are scaled to other clips. */
  readonly frame: Size | undefined;
  readonly scope: 'preview' | 'whole';
  /** Where a preview begins, in seconds. Follows the player only while a preview is selected: a seek does not outdate a result of the whole clip. */
  readonly moment: number;
}

export const emptyArea = (id: string): VideoArea => ({ id, ops: [], start: undefined, end: undefined });

export const defaultSettings = (): VideoSettings => ({
  what: 'marks',
  areas: [emptyArea('1')],
  bands: emptyArea('bands'),
  frame: undefined,
  scope: 'preview',
  moment: 0,
});

/** As many as one call takes. */
export const maxAreas = 24;

/** Returns an unused id. */
export const nextId = (areas: readonly VideoArea[]): string =>
  String(Math.max(0, ...areas.map(({ id }) => Number(id))) + 1);

export const sizeOf = ({ width, height }: FileFacts): Size | undefined =>
  width && height ? { width, height } : undefined;

export const withArea = ({ bands, areas }: VideoSettings, area: VideoArea): Partial<VideoSettings> =>
  area.id === bands.id ? { bands: area } : { areas: areas.map(each => (each.id === area.id ? area : each)) };

const isMarked = ({ ops }: VideoArea, { width, height }: Size) => markedShare(ops, width, height, removeLabel.id) > 0;

/** Returns the areas to be removed. */
export const markedAreas = ({ areas, frame }: VideoSettings): VideoArea[] =>
  frame ? areas.filter(area => area.find?.isTicked !== false && isMarked(area, frame)) : [];

interface Split {
  readonly area: VideoArea;
  readonly boxes: readonly Box[];
  /** The operations that have to be sent as a mask. */
  readonly painted: readonly MaskOp[];
}

/** Splits an area: boxes are sent as coordinates, so that only the mark inside is removed; strokes and erased parts need a mask. */
function splitOps(area: VideoArea, { width, height }: Size): Split {
  const hasErased = area.ops.some(({ label }) => label === null);
  const boxOps = hasErased ? [] : area.ops.filter(({ kind }) => kind === 'box');
  const painted = area.ops.filter(op => !boxOps.includes(op));
  return { area, boxes: asBoxes(boxOps, removeLabel.id, width, height) ?? [], painted };
}

/** Returns the marked areas in pixels of this clip. */
function splitsFor(settings: VideoSettings, facts: FileFacts): { splits: Split[]; size: Size } | undefined {
  const { frame } = settings;
  const size = sizeOf(facts) ?? frame;
  if (!frame || !size) return undefined;
  const marked = inFrame({ ...settings, areas: markedAreas(settings) }, size).areas;
  const splits = marked.map(area => splitOps(area, size));
  return { splits, size };
}

const timesOf = ({ start, end }: VideoArea) => ({
  ...(start !== undefined && { start }),
  ...(end !== undefined && { end }),
});

const hasPaint = ({ painted }: Split) => painted.some(({ label }) => label === removeLabel.id);

/** Returns the bounding box of a mark of any kind. */
function boxOf(op: MaskOp): Box {
  if (op.kind === 'box') return op;
  const margin = op.kind === 'stroke' ? op.width / 2 : 0;
  const points = op.kind === 'stroke' ? op.path : op.rings.flat();
  const [xs, ys] = [points.filter((_, k) => k % 2 === 0), points.filter((_, k) => k % 2 === 1)];
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { x, y, w: Math.max(...xs) + margin - x, h: Math.max(...ys) + margin - y };
}

/** Returns the bands in pixels of this clip. */
function bandsFor(settings: VideoSettings, facts: FileFacts): Box[] {
  const { frame } = settings;
  const size = sizeOf(facts) ?? frame;
  if (!frame || !size) return [];
  const marked = inFrame(settings, size).bands.ops.filter(({ label }) => label === removeLabel.id);
  const boxes = marked.map((op): MaskOp => ({ kind: 'box', label: removeLabel.id, ...boxOf(op) }));
  return asBoxes(boxes, removeLabel.id, size.width, size.height) ?? [];
}

export function toPayload(settings: VideoSettings, facts: FileFacts) {
  const preview = settings.scope === 'preview' && { previewAt: settings.moment };
  if (settings.what === 'subtitles') return { what: settings.what, list: bandsFor(settings, facts), ...preview };
  const splits = splitsFor(settings, facts)?.splits ?? [];
  const brushTimes = splits.filter(hasPaint).map(({ area }) => timesOf(area));
  return {
    list: splits.flatMap(({ area, boxes }) => boxes.map(box => ({ ...box, ...timesOf(area) }))),
    ...(brushTimes.length > 0 && { brushTimes }),
    ...preview,
  };
}

export async function toSideFiles(
  settings: VideoSettings,
  facts: FileFacts,
): Promise<Readonly<Record<string, readonly SideFile[]>>> {
  const found = settings.what === 'marks' ? splitsFor(settings, facts) : undefined;
  const painted = found?.splits.filter(hasPaint) ?? [];
  if (!found || painted.length === 0) return {};
  const { width, height } = found.size;
  const files = painted.map(async ({ painted: ops, area }) => ({
    name: `mask-${area.id}.png`,
    blob: await renderMask(ops, width, height, removeLabel.id),
  }));
  return { brushUrls: await Promise.all(files) };
}

/** Returns the settings with all marks in pixels of this size. */
export function inFrame(settings: VideoSettings, size: Size): VideoSettings {
  const { frame, areas, bands } = settings;
  if (!frame) return { ...settings, frame: size };
  if (frame.width === size.width && frame.height === size.height) return settings;
  const scale = (area: VideoArea): VideoArea => ({
    ...area,
    ops: scaleOps(area.ops, size.width / frame.width, size.height / frame.height),
  });
  return { ...settings, areas: areas.map(scale), bands: scale(bands), frame: size };
}

export interface FoundMark extends Box {
  readonly start: number;
  readonly end: number;
  /** The search is sure that it is a watermark. */
  readonly isSure: boolean;
}

const nearEnd = 0.01;

/** Adds the found marks, as far as there is room: an area for each, and those that are not surely watermarks unticked. `first` is the first one's id. */
export function addFound(settings: VideoSettings, marks: readonly FoundMark[], seconds: number, size: Size) {
  const { areas: known, bands } = inFrame(settings, size);
  const kept = known.filter(area => isMarked(area, size));
  const areas = [...kept];
  for (const { x, y, w, h, start, end, isSure } of marks.slice(0, Math.max(0, maxAreas - kept.length)))
    areas.push({
      id: nextId(areas),
      ops: [{ kind: 'box', label: removeLabel.id, x, y, w, h }],
      start: start <= nearEnd ? undefined : start,
      end: end >= seconds - nearEnd ? undefined : end,
      find: { isSure, isTicked: isSure },
    });
  return { found: { areas, bands, frame: size }, first: areas[kept.length]?.id };
}
