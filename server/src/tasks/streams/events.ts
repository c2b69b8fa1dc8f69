// Server-sent events of a task or a batch. Each event carries the whole task and its change number, so that a reconnecting client names the
// last number it saw and misses nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchKey } from '../batch-store.ts';
import type { TaskService } from '../batches/batches.ts';
import { type Audience, presentTask } from '../present.ts';
import { findTask } from '../store.ts';
import { type BatchLogs, type LogEntry, lateChanges, writeEvent } from './batch-log.ts';

const heartbeatMs = 15_000;
/** Of so many heartbeats in a row, the last one reads the task, in case that its change was not announced. With each, idle streams would cost most of a processor. */
const beatsPerLook = 4;
/** Minimum pause between two reads of a task during a burst of changes. */
const taskPauseMs = 50;
/** Events of a page are sent together up to this many characters: one write costs about the same for one event as for several. */
const chunkLength = 16 * 1024;

/** The client behind a stream. */
export interface Reader {
  readonly audience: Audience;
  /** The number of the last change that the client has seen, or -1. */
  readonly lastSeen: number;
  /** Whether the login that opened the stream still exists; asked every few seconds. */
  readonly mayGoOn: () => Promise<boolean>;
}

/** The number in `Last-Event-ID`, or -1 for a client without one. */
export const readLastEventId = (header: unknown): number => {
  const number = Number(header ?? Number.NaN);
  return Number.isSafeInteger(number) && number >= 0 ? number : -1;
};

const beat = ': still here\n\n';

/** Returns a function that checks, at most once every `everyMs`, whether the stream must end. */
function createEndCheck(reader: Reader, everyMs: number): () => Promise<boolean> {
  let askedAt = performance.now();
  return async () => {
    if (performance.now() - askedAt < everyMs) return false;
    askedAt = performance.now();
    return !(await reader.mayGoOn());
  };
}

/** Streams one task until it ends. Ends immediately if the client has already seen the end. */
export async function* streamTask(
  service: TaskService,
  taskId: string,
  reader: Reader,
  beatMs = heartbeatMs,
): AsyncGenerator<string, void> {
  const follower = service.feed.follow({ taskId });
  const mustEnd = createEndCheck(reader, beatMs);
  // Read only after the subscription has started: a change between a read and a later subscription would be missed. Not filtered by owner:
  // a visitor may log in while the stream is open, and ownership was checked when it was opened.
  const look = () => findTask(service.parts.database, taskId);
  let seen = reader.lastSeen;
  let shown: string | undefined;
  try {
    yield 'retry: 1000\n\n';
    for (let row = await look(); row; row = await look()) {
      const found = service.feed.previews.find(row);
      const preview = found === shown ? undefined : found;
      if (row.change > seen || preview) {
        yield `id: ${row.change}\n${writeEvent(await presentTask(service.presenter, row, reader.audience, preview))}`;
        seen = row.change;
        shown = found;
      }
      if (row.ended_at || service.feed.isClosed()) return;
      for (let beats = 0; beats < beatsPerLook && !(await follower.next(beatMs)); beats++) {
        yield beat;
        if (await mustEnd()) return;
      }
      if (await mustEnd()) return;
      await sleep(taskPauseMs);
    }
  } finally {
    follower.close();
  }
}

/**
 * The first entries of a stream: changes that the client cannot have seen come first, so that a client that is disconnected again at once
 * still makes progress.
 */
function inOrderFor(lastSeen: number, entries: readonly LogEntry[]): LogEntry[] {
  const wanted = entries.filter(entry => entry.change > lastSeen - lateChanges).sort((a, b) => a.change - b.change);
  return [...wanted.filter(entry => entry.change > lastSeen), ...wanted.filter(entry => entry.change <= lastSeen)];
}

/**
 * Streams every change of every task of a batch. Ends when all tasks have ended and no new task has arrived for a while. Tasks are read in
 * pages as the client consumes them; a task that changes again before it was sent is sent at its later position.
 */
export async function* streamBatch(logs: BatchLogs, batch: BatchKey, reader: Reader): AsyncGenerator<string, void> {
  const { feed } = logs.service;
  const log = logs.join(batch);
  const mustEnd = createEndCheck(reader, logs.pauses.heartbeatMs);
  let seen = reader.lastSeen;
  try {
    yield 'retry: 1000\n\n';
    let place = 0;
    for (let isFirst = true; !feed.isClosed(); isFirst = false) {
      const isOver = log.isOver();
      const found = await log.after(place);
      place = found.at(-1)?.place ?? place;
      let unsent = isFirst ? inOrderFor(reader.lastSeen, found) : found;
      if (isOver && found.length === 0) {
        yield 'event: end\ndata: {}\n\n';
        return;
      }
      while (unsent.length > 0 && !feed.isClosed()) {
        const { count, events } = await log.read(unsent, reader.audience);
        let chunk = '';
        for (const { entry, change, text } of events) {
          if (!log.isLatest(entry)) continue;
          // Without an id line the client's last number stays unchanged: for late changes with a lower number, and for a task that has
          // changed again, whose later number may be ahead of entries still to be sent.
          const isNext = change === entry.change && change > seen;
          if (isNext) seen = change;
          chunk += isNext ? `id: ${change}\n${text}` : text;
          if (chunk.length < chunkLength) continue;
          await logs.takeTurn();
          yield chunk;
          chunk = '';
        }
        if (chunk) {
          await logs.takeTurn();
          yield chunk;
        }
        unsent = unsent.slice(count);
        if (await mustEnd()) return;
      }
      if (found.length === 0 && !isFirst) yield beat;
      await log.wait(place, logs.pauses.heartbeatMs);
      if (await mustEnd()) return;
    }
  } finally {
    log.leave();
  }
}
