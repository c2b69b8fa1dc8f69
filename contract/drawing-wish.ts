// Requests and results of the AI drawing page, as stored in the browser.

import type { SentPrompt } from './asked-servers.ts';
import type { Drawer, StyleName } from './drawing.ts';
import type { Task } from './task.ts';
import type { WarningCode } from './warnings.ts';

export const shapes = {
  square: [1024, 1024],
  portrait: [896, 1152],
  landscape: [1152, 896],
  story: [768, 1344],
  wide: [1344, 768],
} as const;
export type ShapeName = keyof typeof shapes;

export interface DrawingWish {
  readonly prompt: string;
  readonly negative: string;
  readonly style: StyleName | 'auto';
  readonly model: string;
  readonly shape: ShapeName;
  readonly count: number;
  readonly seed: number | undefined;
  /** 0..100; applies with a start picture. */
  readonly strength: number;
}

interface DrawnFile {
  readonly name: string;
  readonly url: string | null;
  readonly previewUrl: string | null;
  readonly locked: boolean;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** One run in the page's history. */
export interface DrawingEntry {
  readonly id: string;
  readonly wish: DrawingWish;
  /** Browser time. */
  readonly at: number;
  readonly phase: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly percent: number;
  readonly position?: number | null | undefined;
  /** The unfinished picture, as a data URL; it is not stored. */
  readonly preview?: string | undefined;
  readonly taskId?: string | undefined;
  readonly files: readonly DrawnFile[];
  /** Absent in entries stored by earlier versions. */
  readonly charge?: Task['charge'] | undefined;
  readonly seeds: readonly number[];
  readonly style?: StyleName | undefined;
  /** Words of the prompt that were not understood. */
  readonly unknown: readonly string[];
  readonly hasNothing?: boolean | undefined;
  /** What the drawing model was sent, where it is a translation. */
  readonly sent?: { readonly prompt: string; readonly negativePrompt: string } | undefined;
  /** Warnings about the drawing, with what fills their sentences. */
  readonly told?: { readonly codes: readonly WarningCode[]; readonly meta: unknown } | undefined;
  readonly problem?: string | undefined;
  /** Whether the same prompt would fail again. */
  readonly needsChange?: boolean;
  /** Thumbnails as data URLs, which outlive the server's files. */
  readonly thumbs: readonly string[];
  readonly hasStart: boolean;
}

export const startingWish: DrawingWish = {
  prompt: '',
  negative: '',
  style: 'auto',
  model: 'auto',
  shape: 'square',
  count: 2,
  seed: undefined,
  strength: 60,
};

/** Whether a model can draw from a start picture: the operator's server only does where its workflow takes one (`settings.drawers`). */
export const startsFromPicture = (model: string, drawers: readonly Drawer[]): boolean =>
  model !== 'server' || drawers.includes('server');

/** Returns the body of a call without the start picture. */
export function bodyOf(wish: DrawingWish): Readonly<Record<string, unknown>> {
  const [width, height] = shapes[wish.shape];
  const { prompt, negative, model, style, count, seed } = wish;
  return {
    prompt: prompt.trim(),
    negativePrompt: negative.trim(),
    modelId: model,
    styleId: style,
    width,
    height,
    count,
    ...(seed !== undefined && { seed }),
  };
}

/** What a drawing server's results may have; the illustrator's are shown in words of their own. */
const shownWarnings: readonly WarningCode[] = ['drawn-in-other-size', 'prompt-partly-translated'];

/** What an entry shows of its task, beside the phase and a failure. */
export function entryOf({
  taskId,
  status,
  progress,
  queuePosition,
  preview,
  charge,
  result,
}: Task): Partial<DrawingEntry> {
  const meta: Readonly<Record<string, unknown>> = result?.meta ?? {};
  const { warnings = [] } = result?.meta ?? {};
  const sent = meta.sent as SentPrompt | undefined;
  const codes = shownWarnings.filter(code => warnings.includes(code));
  const listIn = (name: string) => (Array.isArray(meta[name]) ? (meta[name] as never[]) : []);
  return {
    taskId,
    percent: progress,
    position: queuePosition,
    charge,
    // While it runs, a task without one has no newer one.
    ...((preview || status !== 'running') && { preview }),
    ...(result && {
      files: result.files.map(({ name, url, previewUrl, locked, width, height }) => ({
        name,
        url,
        previewUrl,
        locked,
        width,
        height,
      })),
      seeds: listIn('seeds'),
      unknown: listIn('unknown'),
      hasNothing: warnings.includes('nothing-understood' satisfies WarningCode),
      ...(sent && sent.by !== 'writer' && { sent }),
      ...(codes.length > 0 && { told: { codes, meta: { sizes: meta.sizes, sent } } }),
      ...(typeof meta.style === 'string' && { style: meta.style as DrawingEntry['style'] & {} }),
    }),
  };
}
