// The changes of a batch in the order in which this server saw them. All streams of a batch share one log: the database is queried once for
// all of them, each page of tasks is read and serialised once, and a stream stores only its position in the log.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from 'contract/task.ts';
import { type BatchKey, findChanges, findTasks, type TaskChange } from '../batch-store.ts';
import type { TaskService } from '../batches/batches.ts';
import { type Audience, presentTasks } from '../present.ts';
import { createGate, takePage } from '../task-pages.ts';

/** Minimum pause between two reads of the database during a burst of changes. */
const pauseMs = 200;
const batchPauses = {
  heartbeatMs: 15_000,
  /** Interval of full reads while nothing changes: they find changes that neither a notice nor a change number announced. */
  lookMs: 60_000,
  /** A batch may still grow while its files are uploaded, so it counts as finished only after this much silence. */
  idleMs: 10_000,
};
/** A change takes its number before it commits, so a lower number can appear after a higher one, by at most this much. */
export const lateChanges = 100;

/** Queue positions in a page that was read this recently for another stream are still correct. */
const pageLifeMs = 1000;
/** Pages cached for reuse: streams of one batch are rarely further apart than this. */
const pagesKept = 4;
/**
 * Maximum number of concurrent page reads. Even with hundreds of streams, most database connections and the time between reads remain free
 * for other requests.
 */
const readsAtOnce = 2;
/** All streams together write one chunk (`events.ts`) per interval: about 5 MB/s, a small part of what the server could write. */
const turnMs = 3;

export interface LogEntry extends TaskChange {
  /** Position in this log; a task that changes again moves to a new position. */
  readonly place: number;
}

interface EventText {
  readonly entry: LogEntry;
  /** The task's change number when it was read; higher than the entry's if the task has changed since. */
  readonly change: number;
  readonly text: string;
}

interface BatchLog {
  /** The entries after a position. The first call waits until the batch has been read once. */
  after: (place: number) => Promise<LogEntry[]>;
  /** Whether an entry is still the latest of its task. */
  isLatest: (entry: LogEntry) => boolean;
  /** Reads the first of these entries, up to one page. Deleted tasks are left out. */
  read: (entries: readonly LogEntry[], audience: Audience) => Promise<{ count: number; events: readonly EventText[] }>;
  /** Waits until the log has entries after a position, a read has found nothing new, or the timeout has passed. */
  wait: (place: number, timeoutMs: number) => Promise<void>;
  /** Whether all tasks have ended and no new task has come for a while. */
  isOver: () => boolean;
  leave: () => void;
}

const eventOf = (task: Task) => (task.status === 'queued' || task.status === 'running' ? 'progress' : task.status);

/** An event without its id line, which each stream sets itself. */
export const writeEvent = (task: Task): string => `event: ${eventOf(task)}\ndata: ${JSON.stringify(task)}\n\n`;

/** Lets the streams write one at a time with a pause in between, so that other requests never wait for all of them. */
function createTurns(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let isServing = false;
  const serve = () => {
    const next = waiting.shift();
    next?.();
    isServing = next !== undefined;
    if (isServing) setTimeout(serve, turnMs);
  };
  return () =>
    new Promise(resolve => {
      waiting.push(resolve);
      if (!isServing) setImmediate(serve);
      isServing = true;
    });
}

/** Reads pages of entries as the texts of their events. A page is kept for a moment, for the other streams of the batch. */
function openPages(service: TaskService, gate: ReturnType<typeof createGate>): BatchLog['read'] {
  const pages = new Map<string, { readAt: number; events: Promise<readonly EventText[]> }>();

  async function readEvents(wanted: readonly LogEntry[], audience: Audience): Promise<readonly EventText[]> {
    const rows = await findTasks(
      service.parts.database,
      wanted.map(entry => entry.id),
    );
    const tasks = await presentTasks(service.presenter, rows, audience);
    const byId = new Map(tasks.map((task, index) => [task.taskId, { task, change: rows[index]?.change ?? 0 }]));
    return wanted.flatMap(entry => {
      const found = byId.get(entry.id);
      return found ? [{ entry, change: found.change, text: writeEvent(found.task) }] : [];
    });
  }

  return async (wanted, audience) => {
    const taken = takePage(wanted);
    const key = [audience.baseUrl, audience.language, ...taken.map(entry => entry.place)].join(' ');
    const now = performance.now();
    for (const [other, { readAt }] of pages)
      if (now - readAt > pageLifeMs || pages.size > pagesKept) pages.delete(other);
    const known = pages.get(key);
    const events = known?.events ?? gate(() => readEvents(taken, audience));
    if (!known) pages.set(key, { readAt: now, events });
    return { count: taken.length, events: await events };
  };
}

function openLog(
  service: TaskService,
  batch: BatchKey,
  pauses: typeof batchPauses,
  gate: ReturnType<typeof createGate>,
) {
  const { database } = service.parts;
  const follower = service.feed.follow({ batchId: batch.batchId });
  /** Ordered by position. */
  const entries = new Map<string, LogEntry>();
  const wakers = new Set<() => void>();
  let lastPlace = 0;
  let lastChange = -1;
  let isOver = false;
  let isClosed = false;
  let failure: unknown;

  async function readChanges(isWhole: boolean): Promise<void> {
    const changes = await gate(() => findChanges(database, batch, isWhole ? -1 : lastChange - lateChanges));
    for (const change of changes) {
      if (change.change === entries.get(change.id)?.change) continue;
      entries.delete(change.id);
      entries.set(change.id, { ...change, place: ++lastPlace });
      lastChange = Math.max(lastChange, change.change);
    }
    if (!isWhole || changes.length === entries.size) return;
    const left = new Set(changes.map(change => change.id));
    for (const id of entries.keys()) if (!left.has(id)) entries.delete(id);
  }

  let reading: Promise<void> = Promise.resolve();
  let planned: { isWhole: boolean; done: Promise<void> } | undefined;

  const readPlanned = (): Promise<void> => {
    const isWhole = planned?.isWhole ?? false;
    planned = undefined;
    return readChanges(isWhole);
  };

  /** Reads one after another, because an older read must not overwrite a newer one. Calls share a read that has not begun. */
  function look(isWhole: boolean): Promise<void> {
    if (planned) {
      planned.isWhole ||= isWhole;
      return planned.done;
    }
    const plan = { isWhole, done: reading.then(readPlanned) };
    planned = plan;
    reading = plan.done.catch(() => undefined);
    return plan.done;
  }

  const hasOpenTask = () => [...entries.values()].some(entry => !entry.hasEnded);

  async function keepLooking(): Promise<void> {
    for (let isQuiet = false; !isClosed && !service.feed.isClosed(); ) {
      isQuiet = !(await follower.next(hasOpenTask() ? pauses.lookMs : pauses.idleMs));
      if (isClosed) return;
      const placeBefore = lastPlace;
      await look(isQuiet);
      isOver = isQuiet && lastPlace === placeBefore && !hasOpenTask();
      for (const wake of [...wakers]) wake();
      await sleep(pauseMs);
    }
  }

  // Read only after the subscription has started: a change between a read and a later subscription would be missed.
  const ready = look(true);
  const looking = ready.then(keepLooking);
  looking.catch(error => {
    failure = error;
    for (const wake of [...wakers]) wake();
  });

  return {
    look,
    isUsable: () => !isOver && failure === undefined,
    async after(place: number): Promise<LogEntry[]> {
      await ready;
      if (failure !== undefined) throw failure;
      return [...entries.values()].filter(entry => entry.place > place);
    },
    isLatest: (entry: LogEntry) => entries.get(entry.id) === entry,
    read: openPages(service, gate),
    async wait(place: number, timeoutMs: number): Promise<void> {
      if (lastPlace > place || failure !== undefined || isOver || service.feed.isClosed()) return;
      await new Promise<void>(resolve => {
        const wake = () => {
          clearTimeout(timer);
          wakers.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, timeoutMs);
        wakers.add(wake);
      });
    },
    isOver: () => isOver,
    close() {
      isClosed = true;
      follower.close();
      for (const wake of [...wakers]) wake();
    },
  };
}

export interface BatchLogs {
  readonly service: TaskService;
  readonly pauses: typeof batchPauses;
  /** Waits for the stream's turn to write. */
  readonly takeTurn: () => Promise<void>;
  /** Joins the log of a batch, which is opened for its first stream. Call `leave` when done. */
  join: (batch: BatchKey) => BatchLog;
}

export function openBatchLogs(service: TaskService, pauses = batchPauses): BatchLogs {
  const gate = createGate(readsAtOnce);
  const logs = new Map<string, { log: ReturnType<typeof openLog>; streams: number }>();
  return {
    service,
    pauses,
    takeTurn: createTurns(),
    join(batch) {
      const name = `${batch.batchId} ${batch.owner}`;
      const known = logs.get(name);
      const shared = known?.log.isUsable()
        ? known
        : { log: openLog(service, { ...batch, wasOpened: true }, pauses, gate), streams: 0 };
      shared.streams += 1;
      logs.set(name, shared);
      // A stream must not start with a state that its client has read past, and the log may be older than the client's last answer.
      const caughtUp = shared === known ? shared.log.look(false) : undefined;
      caughtUp?.catch(() => undefined);
      return {
        ...shared.log,
        async after(place) {
          await caughtUp;
          return shared.log.after(place);
        },
        leave() {
          shared.streams -= 1;
          if (shared.streams > 0) return;
          shared.log.close();
          if (logs.get(name) === shared) logs.delete(name);
        },
      };
    },
  };
}
