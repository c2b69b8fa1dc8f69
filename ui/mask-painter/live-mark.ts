// A mark in progress: started at a point, extended point by point, and finally added to the list.
import type { Box, MaskOp } from './ops.ts';
import { simplifyPath } from './path.ts';

export type PainterTool = 'box' | 'brush' | 'lasso' | 'erase' | 'move';
export const drawingTools: readonly PainterTool[] = ['box', 'brush', 'lasso', 'erase'];
export const hasSize = (tool: PainterTool): boolean => tool === 'brush' || tool === 'erase';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface LiveMark {
  readonly tool: PainterTool;
  readonly label: string | null;
  /** In picture pixels. */
  readonly width: number;
  /** Grows while the mark is drawn; a box uses only the first and the last point. */
  readonly path: number[];
}

/** In screen pixels: the maximum distance of the simplified line from the drawn one, and the minimum size of an intended box. */
const toleranceOnScreen = 0.4;
const slipOnScreen = 3;

export function startMark(tool: PainterTool, label: string, width: number, { x, y }: Point): LiveMark {
  return { tool, label: tool === 'erase' ? null : label, width, path: [x, y] };
}

export function extendMark({ path }: LiveMark, { x, y }: Point): void {
  if (path.at(-2) !== x || path.at(-1) !== y) path.push(x, y);
}

export function boxOf({ path }: LiveMark): Box {
  const [ax, ay, bx, by] = [path[0]!, path[1]!, path.at(-2)!, path.at(-1)!];
  return { x: Math.min(ax, bx), y: Math.min(ay, by), w: Math.abs(ax - bx), h: Math.abs(ay - by) };
}

/** Rounds to whole pixels if the picture is reduced, to tenths if it is enlarged. */
const rounder = (scale: number) => (scale < 1 ? Math.round : (value: number) => Math.round(value * 10) / 10);

/** Returns the finished mark, or undefined if it is empty. `scale` is the number of screen pixels per picture pixel. */
export function finishMark(mark: LiveMark, scale: number): MaskOp | undefined {
  const { tool, label, width, path } = mark;
  const round = rounder(scale);
  if (tool === 'box') {
    const { x, y, w, h } = boxOf(mark);
    if (Math.min(w, h) * scale < slipOnScreen) return undefined;
    const [left, top] = [round(x), round(y)];
    return { kind: 'box', label, x: left, y: top, w: round(x + w) - left, h: round(y + h) - top };
  }
  const kept = simplifyPath(path, toleranceOnScreen / scale).map(round);
  if (tool === 'lasso') return kept.length >= 6 ? { kind: 'area', label, rings: [kept] } : undefined;
  return { kind: 'stroke', label, width: Math.max(0.1, Math.round(width * 10) / 10), path: kept };
}
