// The position of the page on the stage when zooming and panning: pure arithmetic, in CSS pixels from the stage's top left corner.
import type { Point } from '../geometry.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** `scale` is the number of CSS pixels per page pixel; x and y are the page's top left corner. */
export interface StageView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

const minScale = 0.02;
const maxScale = 16;

const clamp = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value));

/** Fits the whole page into the stage: centred, but above the `foot` pixels for controls, and never enlarged beyond its own pixels. */
export function fitPage(page: Size, stage: Size, { margin, foot }: { margin: number; foot: number }): StageView {
  const room = { width: stage.width - 2 * margin, height: stage.height - margin - foot };
  const scale = clamp(minScale, Math.min(1, room.width / page.width, room.height / page.height), maxScale);
  const view = centrePage(page, stage, scale);
  return { ...view, y: Math.min(view.y, Math.round(stage.height - foot - page.height * scale)) };
}

export const centrePage = (page: Size, stage: Size, scale: number): StageView => ({
  scale,
  x: Math.round((stage.width - page.width * scale) / 2),
  y: Math.round((stage.height - page.height * scale) / 2),
});

/** Zooms around a point, which keeps its position on the page. */
export function zoomAt(view: StageView, factor: number, point: Point): StageView {
  const scale = clamp(minScale, view.scale * factor, maxScale);
  const ratio = scale / view.scale;
  return { scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio };
}

/** Keeps part of the page visible. */
export function holdInSight(view: StageView, page: Size, stage: Size): StageView {
  const spare = 60;
  const [width, height] = [page.width * view.scale, page.height * view.scale];
  return {
    scale: view.scale,
    x: clamp(Math.min(spare, stage.width / 2) - width, view.x, Math.max(stage.width - spare, stage.width / 2)),
    y: clamp(Math.min(spare, stage.height / 2) - height, view.y, Math.max(stage.height - spare, stage.height / 2)),
  };
}

export const toPage = ({ scale, x, y }: StageView, point: Point): Point => ({
  x: (point.x - x) / scale,
  y: (point.y - y) / scale,
});
