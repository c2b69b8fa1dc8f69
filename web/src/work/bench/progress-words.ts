// Progress, remaining time and sizes of items, as numbers and in words.

import { media } from 'contract/media.ts';
import { stages } from 'contract/stages.ts';
import { fill, type Language } from 'contract/words.ts';
import { formatBytes, formatDimensions, percentChange } from 'ui/measures.ts';
import { isRefusedForMoney } from '../../catalogue/remedies.ts';
import { etaWords } from '../../tasks/eta-words.ts';
import { workWords } from '../../words/work.ts';
import { factsOf, hasFailed, type ItemInput, isBusy, isSlow, phaseOf, uploadOf, type WorkItem } from '../items/item.ts';

/** Returns the uploaded fraction of an item's files, 0..1. */
export function sentShare(item: WorkItem): number {
  const sizeOf = (input: ItemInput) => input.facts.bytes ?? 0;
  const total = item.inputs.reduce((sum, input) => sum + sizeOf(input), 0);
  if (uploadOf(item) === 'stored') return 1;
  const sent = item.inputs.reduce(
    (sum, input) => sum + (input.upload === 'stored' ? sizeOf(input) : input.sentBytes),
    0,
  );
  return total > 0 ? Math.min(1, sent / total) : 0;
}

/** Minimum duration for estimating the upload speed. */
const minSendingMs = 1500;

/** Returns the remaining seconds of an item's uploads at their speed so far, or undefined while that is unknown. */
export function sendSecondsLeft({ inputs }: WorkItem, nowMs: number): number | undefined {
  const lefts = inputs.map(({ upload, facts, sentBytes, sending }) => {
    if (upload === 'stored') return 0;
    const ms = sending ? nowMs - sending.since : 0;
    const sent = sentBytes - (sending?.from ?? 0);
    return ms < minSendingMs || sent <= 0 ? undefined : (((facts.bytes ?? 0) - sentBytes) * ms) / sent / 1000;
  });
  return lefts.includes(undefined) ? undefined : Math.max(...(lefts as number[]));
}

/** The share of the upload in the progress of an item: short, but visible. */
const uploadShare = 0.1;

/** Returns the progress of upload and run, 0..100. A task that waits has made none. */
export function overallPercent(item: WorkItem): number {
  if (item.run === 'done') return 100;
  const progress = phaseOf(item) === 'running' ? (item.task?.progress ?? 0) : 0;
  return sentShare(item) * 100 * uploadShare + progress * (1 - uploadShare);
}

/** Returns "12.3 KB → 4.5 KB", and the percentage of the change. */
export function sizeWords(
  beforeBytes: number,
  afterBytes: number,
  language: Language,
): { sizes: string; change: string } {
  const words = workWords[language];
  const percent = percentChange(beforeBytes, afterBytes);
  const sentence = percent === 0 ? words.sameSize : percent < 0 ? words.smaller : words.bigger;
  return {
    sizes: fill(words.from, { before: formatBytes(beforeBytes), after: formatBytes(afterBytes) }),
    change: fill(sentence, { percent: Math.abs(percent) }),
  };
}

/** Returns the sizes of an item's original and result, or undefined without a result. */
export function resultBytes(item: WorkItem): { before: number | undefined; after: number } | undefined {
  const file = item.task?.result?.files[0];
  if (item.run !== 'done' || !file) return undefined;
  const told = item.task?.result?.meta?.inputBytes;
  // Only tools concerned with sizes report the original size.
  const before = typeof told === 'number' ? (factsOf(item).bytes ?? told) : undefined;
  return { before, after: file.size };
}

/** Tolerance for clips, whose containers differ slightly in size even if the streams are copied. */
const clipSlack = 1.05;

/** Returns whether the result is noticeably larger than its input. */
export function hasGrown(item: WorkItem): boolean {
  const bytes = resultBytes(item);
  const { type } = factsOf(item);
  const slack = type && media[type].kind === 'video' ? clipSlack : 1;
  return bytes?.before !== undefined && bytes.after > bytes.before * slack;
}

/** Returns "3000 × 2000 · 1.2 MB", only the size, or the number of results if there are several. */
function describeResult(item: WorkItem, language: Language): string {
  const files = item.task?.result?.files ?? [];
  if (files.length > 1) return fill(workWords[language].resultFilesCount, { count: files.length });
  const [file] = files;
  const pixels = file?.width && file.height ? [formatDimensions(file.width, file.height)] : [];
  return [...pixels, formatBytes(file?.size ?? 0)].join(' · ');
}

/** Returns the sentence for a failure. */
export function problemWords(item: WorkItem, language: Language): string {
  const words = workWords[language];
  const { error, msg } = item.problem ?? { error: '', msg: '' };
  if (error === 'OFFLINE') return words.UPLOAD_FAILED;
  if (msg) return msg;
  return error === 'UPLOAD_FAILED' ? words.UPLOAD_FAILED : words.PROCESSING_FAILED;
}

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' · ');

interface Moment {
  /** Unix time in ms. */
  readonly now?: number;
  readonly isOnline?: boolean;
}

/** Returns "Uploading 3.1 of 9.4 MB · about 12 s left". Without a connection nothing is sent, and the time left is unknown. */
function uploadWords(item: WorkItem, language: Language, { now = Date.now(), isOnline = true }: Moment): string {
  const total = item.inputs.reduce((sum, { facts }) => sum + (facts.bytes ?? 0), 0);
  const sent = formatBytes(Math.floor(total * sentShare(item)));
  const seconds = isOnline ? sendSecondsLeft(item, now) : undefined;
  return joined(
    fill(workWords[language].uploading, { sent, total: formatBytes(total) }),
    seconds === undefined || seconds < 2 ? undefined : etaWords(seconds, 0, language),
  );
}

/** Returns what an item is currently doing, in a few words. */
export function stateWords(item: WorkItem, language: Language, moment: Moment = {}): string {
  const words = workWords[language];
  const phase = phaseOf(item);
  if (phase === 'uploading') return uploadWords(item, language, moment);
  if (phase === 'queued') {
    const position = item.task?.queuePosition;
    if (item.task?.isPaused) return fill(words.pausedAt, { count: position ?? 1 });
    return position ? fill(words.queuedAt, { count: position }) : words.queued;
  }
  if (phase === 'running' && item.task) {
    const stage = stages[item.task.stage][language];
    const now = moment.now ?? Date.now();
    if (isSlow(item, now)) return joined(stage, words.slow);
    const seconds = item.endsAt === undefined ? undefined : (item.endsAt - now) / 1000;
    return joined(stage, seconds === undefined ? undefined : etaWords(seconds, item.task.progress, language));
  }
  // A refusal for money applies to all files, and is shown once, not on each.
  if (phase === 'failed') return isRefusedForMoney(item) ? words.failed : problemWords(item, language);
  if (phase === 'done') {
    const bytes = resultBytes(item);
    if (!bytes) return words.done;
    if (bytes.before === undefined) return describeResult(item, language);
    const { sizes, change } = sizeWords(bytes.before, bytes.after, language);
    return `${sizes} · ${change}`;
  }
  if (phase === 'running') return words.working;
  return words[phase];
}

/** Returns how a run ended, in a sentence for screen readers; undefined before its end. */
export function endWords(items: readonly WorkItem[], language: Language): string | undefined {
  const words = workWords[language];
  const done = items.filter(item => item.run === 'done').length;
  const failed = items.filter(hasFailed).length;
  if (items.some(isBusy) || done + failed === 0) return undefined;
  // If a single file failed, a separate alert has the reason.
  if (items.length === 1) return failed > 0 ? undefined : words.done;
  return joined(
    fill(words.doneCount, { done, count: items.length }),
    failed > 0 ? fill(words.failedCount, { count: failed }) : undefined,
  );
}
