// A task's row as clients see it: links, sentences, and the time left and queue place at this moment.
import { errorSentence } from 'contract/errors.ts';
import { media } from 'contract/media.ts';
import type { Task } from 'contract/task.ts';
import type { LaneWidths } from 'contract/tool.ts';
import type { Language } from 'contract/words.ts';
import type { ObjectStore } from '../adapters/objects.ts';
import type { Querier } from '../adapters/postgres.ts';
import { isShownInline, type LinkPlace, linkPath } from './linked-files.ts';
import { estimateLeft } from './pace.ts';
import { findPlaces, type Place } from './queue-store.ts';
import type { TaskRow } from './store.ts';
import type { StoredLink, StoredResult, StoredResultFile } from './stored.ts';

export interface Audience {
  readonly baseUrl: string;
  readonly language: Language;
}

export interface Presenter {
  readonly database: Querier;
  readonly objects: ObjectStore;
  readonly secret: Buffer;
  /** How many tasks of each lane all live workers together run at once. */
  readonly census: { readonly read: () => Promise<LaneWidths> };
  readonly now: () => Date;
}

function presentFile(file: StoredResultFile, objects: ObjectStore, baseUrl: string) {
  const url = objects.publicUrl(file.key, { baseUrl });
  const previewUrl = file.previewKey
    ? objects.publicUrl(file.previewKey, { baseUrl })
    : media[file.type].shownByBrowsers
      ? url
      : null;
  return {
    name: file.name,
    path: file.key,
    size: file.bytes,
    contentType: media[file.type].contentType,
    ...(file.width !== undefined && { width: file.width }),
    ...(file.height !== undefined && { height: file.height }),
    ...(file.durationSeconds !== undefined && { durationSeconds: file.durationSeconds }),
    previewUrl,
    url: objects.publicUrl(file.key, { baseUrl, downloadName: file.name }),
    locked: false,
  };
}

/** A file of another host, which this server passes on. */
function presentLink(link: StoredLink, path: string, baseUrl: string) {
  const { name, type, bytes, width, height, durationSeconds } = link;
  return {
    name,
    path,
    size: bytes,
    contentType: media[type].contentType,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(durationSeconds !== undefined && { durationSeconds }),
    previewUrl: isShownInline(type) ? `${baseUrl}${path}?inline=1` : null,
    url: `${baseUrl}${path}`,
    locked: false,
  };
}

interface ResultAudience {
  readonly taskId: string;
  readonly baseUrl: string;
}

function presentResult(
  result: StoredResult,
  { objects, secret }: Pick<Presenter, 'objects' | 'secret'>,
  { taskId, baseUrl }: ResultAudience,
): Task['result'] {
  const { files, links = [], cover, inputPreviewKey, layerKey, text, boxes, segments, meta } = result;
  const pathOf = (place: LinkPlace, { name }: StoredLink) => linkPath(secret, taskId, place, name);
  const asides = {
    ...(inputPreviewKey && { inputPreviewUrl: objects.publicUrl(inputPreviewKey, { baseUrl }) }),
    ...(layerKey && { layerUrl: objects.publicUrl(layerKey, { baseUrl }) }),
    ...(cover && { cover: `${baseUrl}${pathOf('cover', cover)}?inline=1` }),
  };
  return {
    files: [
      ...files.map(file => presentFile(file, objects, baseUrl)),
      ...links.map((link, index) => presentLink(link, pathOf(index, link), baseUrl)),
    ],
    ...(text !== undefined && { text }),
    ...(boxes && { boxes: boxes.map(box => ({ ...box })) }),
    ...(segments && { segments: segments.map(segment => ({ ...segment })) }),
    ...((meta || inputPreviewKey || layerKey || cover) && { meta: { ...meta, ...asides } }),
  };
}

/** Seconds until a task ends; null where nothing is known. */
export function estimateSeconds(
  row: TaskRow,
  { ahead, widths, now }: { ahead?: Place | undefined; widths: LaneWidths; now: Date },
): number | null {
  if (row.status === 'queued') {
    const width = widths[row.lane] ?? 0;
    // While no worker serves the lane, the time left is unknown.
    if (row.expected_ms === null || !ahead || width === 0) return null;
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

function describeTask(
  presenter: Presenter,
  row: TaskRow,
  audience: Audience,
  { ahead, widths }: { ahead: Place | undefined; widths: LaneWidths },
): Task {
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
    ...(row.partial &&
      row.status === 'running' && { partial: { segments: row.partial.segments.map(one => ({ ...one })) } }),
    result: row.result && presentResult(row.result, presenter, { taskId: row.id, baseUrl: audience.baseUrl }),
    error: row.error && {
      error: row.error.error,
      msg: errorSentence(row.error.error, audience.language, row.error.details ?? {}),
    },
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    charge: { kind: row.charge_kind, amount: row.charge_amount, state: row.charge_state },
  };
}

/** Rows as tasks, in the same order. One query finds the queue places of all of them. */
export async function presentTasks(
  presenter: Presenter,
  rows: readonly TaskRow[],
  audience: Audience,
): Promise<Task[]> {
  const waiting = rows.filter(row => row.status === 'queued');
  const [places, widths] = await Promise.all([findPlaces(presenter.database, waiting), presenter.census.read()]);
  return rows.map(row => describeTask(presenter, row, audience, { ahead: places.get(row.id), widths }));
}

export async function presentTask(presenter: Presenter, row: TaskRow, audience: Audience): Promise<Task> {
  const [task] = await presentTasks(presenter, [row], audience);
  return task as Task;
}
