// Renders a task's row for clients: links, sentences, and its current remaining time and queue position.

import { errorSentence } from 'contract/errors.ts';
import { media } from 'contract/media.ts';
import type { Task } from 'contract/task.ts';
import type { LaneWidths } from 'contract/tool.ts';
import { fill, type Language } from 'contract/words.ts';
import type { ObjectStore } from '../adapters/objects.ts';
import type { Querier } from '../adapters/postgres.ts';
import { linkTo } from '../objects/objects.ts';
import { isLocked } from '../points/rights.ts';
import { isShownInline, type LinkPlace, linkPath } from './linked-files.ts';
import { shortenResult, shortenSegments } from './locked.ts';
import { estimateLeft } from './pace.ts';
import { findPlaces, type Place } from './queue-store.ts';
import type { TaskRow } from './store.ts';
import type { StoredError, StoredLink, StoredResult, StoredResultFile } from './stored.ts';

export interface Audience {
  readonly baseUrl: string;
  readonly language: Language;
}

export interface Presenter {
  readonly database: Querier;
  readonly objects: ObjectStore;
  readonly secret: Buffer;
  /** The number of tasks that all live workers together run concurrently, per lane. */
  readonly census: { readonly read: () => Promise<LaneWidths> };
  readonly now: () => Date;
  readonly config: { readonly membership: boolean };
}

/** How links to a result are made, and whether only a preview of it is shown. */
interface Sight {
  readonly presenter: Presenter;
  readonly taskId: string;
  readonly baseUrl: string;
  readonly isLocked: boolean;
}

async function presentFile(file: StoredResultFile, { presenter, baseUrl, isLocked: locked }: Sight) {
  const link = async (key: string | undefined, downloadName?: string) =>
    key === undefined ? null : linkTo(presenter, key, { baseUrl, ...(downloadName !== undefined && { downloadName }) });
  const isOwnPreview = media[file.type].shownByBrowsers || media[file.type].kind === 'sound';
  const shown = file.previewKey ?? (isOwnPreview ? file.key : undefined);
  return {
    name: file.name,
    path: file.key,
    size: file.bytes,
    contentType: media[file.type].contentType,
    ...(file.width !== undefined && { width: file.width }),
    ...(file.height !== undefined && { height: file.height }),
    ...(file.durationSeconds !== undefined && { durationSeconds: file.durationSeconds }),
    previewUrl: (await link(locked ? file.lockedPreviewKey : shown)) ?? '',
    url: locked ? null : await link(file.key, file.name),
    locked,
  };
}

/** A file on another host, which this server forwards. */
function presentLink(link: StoredLink, path: string, { baseUrl, isLocked: locked }: Sight) {
  const { name, type, bytes, width, height, durationSeconds } = link;
  const shown = isShownInline(type) ? `${baseUrl}${path}?inline=1` : media[type].kind === 'sound' ? baseUrl + path : '';
  return {
    name,
    path,
    size: bytes,
    contentType: media[type].contentType,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(durationSeconds !== undefined && { durationSeconds }),
    previewUrl: locked ? '' : shown,
    url: locked ? null : `${baseUrl}${path}`,
    locked,
  };
}

async function presentResult(stored: StoredResult, sight: Sight): Promise<Task['result']> {
  const { presenter, baseUrl, taskId } = sight;
  const result = sight.isLocked ? shortenResult(stored) : stored;
  const { files, links = [], cover, inputPreviewKey, layerKey, text, boxes, segments, meta } = result;
  const pathOf = (place: LinkPlace, { name }: StoredLink) => linkPath(presenter.secret, taskId, place, name);
  const asides = {
    ...(inputPreviewKey && { inputPreviewUrl: await linkTo(presenter, inputPreviewKey, { baseUrl }) }),
    ...(layerKey && { layerUrl: await linkTo(presenter, layerKey, { baseUrl }) }),
    ...(cover && { cover: `${baseUrl}${pathOf('cover', cover)}?inline=1` }),
  };
  return {
    files: [
      ...(await Promise.all(files.map(file => presentFile(file, sight)))),
      ...links.map((link, index) => presentLink(link, pathOf(index, link), sight)),
    ],
    ...(text !== undefined && { text }),
    ...(boxes && { boxes: boxes.map(box => ({ ...box })) }),
    ...(segments && { segments: segments.map(segment => ({ ...segment })) }),
    ...((meta || inputPreviewKey || layerKey || cover) && { meta: { ...meta, ...asides } }),
  };
}

/** The text recognised so far. For a run that costs something: no more than its preview will show. */
const shownSegments = ({ segments }: NonNullable<TaskRow['partial']>, { isLocked: locked }: Sight) =>
  (locked ? shortenSegments(segments) : segments).map(one => ({ ...one }));

interface Queue {
  readonly ahead?: Place | undefined;
  readonly widths: LaneWidths;
  readonly now: Date;
}

/** Seconds until a task ends; null if unknown. */
export function estimateSeconds(row: TaskRow, queue: Queue): number | null {
  const seconds = estimateStep(row, queue);
  return seconds === null || row.rest_ms === null ? null : seconds + Math.ceil(row.rest_ms / 1000);
}

/** Seconds until its run ends: that of the whole task, or of the current step of a pipeline. */
function estimateStep(row: TaskRow, { ahead, widths, now }: Queue): number | null {
  if (row.status === 'queued') {
    const width = widths[row.lane] ?? 0;
    // The remaining time is unknown while no worker serves the lane, or an operator has paused it.
    if (row.expected_ms === null || !ahead || ahead.isPaused || width === 0) return null;
    return Math.ceil((ahead.ms / width + row.expected_ms) / 1000);
  }
  if (row.status !== 'running' || !row.started_at) return null;
  return estimateLeft({
    elapsedMs: now.getTime() - row.started_at.getTime(),
    expectedMs: row.expected_ms,
    progress: row.reported_attempt === row.attempt ? row.attempt_progress : row.start_percent,
    startPercent: row.start_percent,
  });
}

async function describeTask(
  presenter: Presenter,
  row: TaskRow,
  audience: Audience,
  { ahead, widths }: { ahead: Place | undefined; widths: LaneWidths },
): Promise<Task> {
  const sight = { presenter, taskId: row.id, baseUrl: audience.baseUrl, isLocked: isLocked(presenter.config, row) };
  return {
    taskId: row.id,
    batchId: row.batch_id,
    keyCode: row.key_code,
    tool: row.tool,
    status: row.status,
    progress: Math.round(row.progress * 10) / 10,
    stage: row.stage,
    etaSeconds: estimateSeconds(row, { ahead, widths, now: presenter.now() }),
    queuePosition: ahead?.position ?? null,
    ...(ahead?.isPaused && { isPaused: true as const }),
    ...(row.partial && row.status === 'running' && { partial: { segments: shownSegments(row.partial, sight) } }),
    result: row.result && (await presentResult(row.result, sight)),
    error: row.error && { error: row.error.error, msg: describeError(row, row.error, audience.language) },
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    charge: { kind: row.charge_kind, amount: row.charge_amount, state: row.charge_state },
    ...(row.steps && { step: { index: row.step_index, of: row.step_count } }),
  };
}

/** The sentence of an error; of a pipeline with the step that failed. */
function describeError({ steps, step_index: index, step_count: of }: TaskRow, error: StoredError, language: Language) {
  const sentence = errorSentence(error.error, language, error.details ?? {});
  return steps && of > 1 ? fill(ofStep[language], { step: index + 1, of, sentence }) : sentence;
}

const ofStep = { zh: '第 {step} 步（共 {of} 步）：{sentence}', en: 'Step {step} of {of}: {sentence}' };

/** Renders rows as tasks, in the same order. One query finds the queue positions of all of them. */
export async function presentTasks(
  presenter: Presenter,
  rows: readonly TaskRow[],
  audience: Audience,
): Promise<Task[]> {
  const waiting = rows.filter(row => row.status === 'queued');
  const [places, widths] = await Promise.all([findPlaces(presenter.database, waiting), presenter.census.read()]);
  return Promise.all(rows.map(row => describeTask(presenter, row, audience, { ahead: places.get(row.id), widths })));
}

/** `preview` is the unfinished picture, if it is to be shown. */
export async function presentTask(
  presenter: Presenter,
  row: TaskRow,
  audience: Audience,
  preview?: string,
): Promise<Task> {
  const [task] = await presentTasks(presenter, [row], audience);
  return { ...(task as Task), ...(preview && { preview }) };
}
