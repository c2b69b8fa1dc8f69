// Metrics for monitoring, in Prometheus' text format: this process, the requests it answered, and the queue that all servers share.
import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type BackupState, readBackupState } from '../backups/schedule.ts';
import type { Parts } from '../parts.ts';
import { countQueue } from '../tasks/overview.ts';

/** Several scrapers share one reading of the queue, so that none of them costs the database more. */
const readingLifeMs = 5000;
/** A scrape is answered even if the database hangs. */
const patienceMs = 1500;
/** Response times in seconds. The last ones are those of calls that wait for a task, and of streams. */
const secondsBuckets = [0.005, 0.02, 0.1, 0.5, 2, 8, 20];
/** A timer wakes the process this often to measure the delay of its event loop. */
const delayPrecisionMs = 50;

type Reading = Awaited<ReturnType<typeof countQueue>> & { readonly lastBackup: BackupState['last'] };

let ofProcess: Registry | undefined;

/** Memory, processor time, event loop and garbage collection. Their observers belong to the process, however many servers it has. */
function openProcessMetrics(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess, eventLoopMonitoringPrecision: delayPrecisionMs });
  return ofProcess;
}

function makeQueueGauges(register: Registry) {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `pixwright_${name}`, help, labelNames, registers: [register] });
  return {
    isUp: gauge(
      'database_up',
      'Whether the database answered (1) or not (0). Without it, the numbers of the queue are absent.',
    ),
    tasks: gauge('tasks', 'Tasks that wait or run, over all servers.', ['lane', 'status']),
    longestWait: gauge('longest_wait_seconds', 'How long the oldest waiting task has waited.', ['lane']),
    width: gauge('lane_width', 'Tasks that the live workers run at a time.', ['lane']),
    paused: gauge('lane_paused', 'Whether an operator has paused the lane (1): its tasks wait, whatever the width.', [
      'lane',
    ]),
    workers: gauge('workers', 'Live workers.'),
    ended: gauge('ended_tasks', 'Ended tasks that are still kept (RETENTION_HOURS).', ['tool', 'call', 'status']),
    freeDisk: gauge('disk_free_bytes', 'Free space of the disk in use that has the least.'),
  };
}

function showQueue(gauges: ReturnType<typeof makeQueueGauges>, { lanes, workers, ends }: Reading): void {
  for (const { lane, waiting, running, width, isPaused, longestWaitSeconds } of lanes) {
    gauges.tasks.set({ lane, status: 'queued' }, waiting);
    gauges.tasks.set({ lane, status: 'running' }, running);
    gauges.width.set({ lane }, width);
    gauges.paused.set({ lane }, isPaused ? 1 : 0);
    gauges.longestWait.set({ lane }, longestWaitSeconds ?? 0);
  }
  gauges.workers.set(workers);
  for (const { tool, call, done, failed } of ends) {
    gauges.ended.set({ tool, call, status: 'done' }, done);
    gauges.ended.set({ tool, call, status: 'failed' }, failed);
  }
}

/** Absent without a backup: 0 would be one of 1970. */
function showBackup(register: Registry, { at, bytes }: NonNullable<Reading['lastBackup']>): void {
  const show = (name: string, help: string, value: number) =>
    new Gauge({ name: `pixwright_${name}`, help, registers: [register] }).set(value);
  show('last_backup_timestamp_seconds', 'When the newest whole backup of the schedule was begun.', at.getTime() / 1000);
  show('last_backup_bytes', 'Its size.', bytes);
}

const readAll = async (db: Parts['patient']): Promise<Reading> => ({
  ...(await countQueue(db)),
  lastBackup: (await readBackupState(db)).last,
});

export interface Metrics {
  readonly contentType: string;
  /** `route` is the pattern of the path, never the path itself: its values are few. */
  readonly recordRequest: (labels: { method: string; route: string; status: number }, seconds: number) => void;
  readonly render: () => Promise<string>;
}

export function openMetrics({ patient, disk, log }: Pick<Parts, 'patient' | 'disk' | 'log'>): Metrics {
  const requests = new Registry();
  const durations = new Histogram({
    name: 'pixwright_http_request_seconds',
    help: 'Time until a response was sent, by the pattern of its path.',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers: [requests],
  });
  let reading: Promise<Reading> | undefined;
  let isPending = false;
  let readAt = Number.NEGATIVE_INFINITY;

  /** The last reading while it is pending or fresh, else a new one: neither many scrapes nor a database that hangs pile up queries. */
  function readQueue(): Promise<Reading> {
    if (reading && (isPending || performance.now() - readAt < readingLifeMs)) return reading;
    isPending = true;
    reading = readAll(patient).finally(() => {
      isPending = false;
      readAt = performance.now();
    });
    return reading;
  }

  /** The counts of the queue, or undefined if the database fails or does not answer in time. */
  async function tryQueue(): Promise<Reading | undefined> {
    const timer = new AbortController();
    const late = sleep(patienceMs, undefined, { signal: timer.signal }).catch(() => undefined);
    try {
      return await Promise.race([readQueue(), late]);
    } catch (error) {
      log.warn({ err: error }, 'the queue could not be counted');
      return undefined;
    } finally {
      timer.abort();
    }
  }

  async function readShared(): Promise<Registry> {
    const shared = new Registry();
    const gauges = makeQueueGauges(shared);
    const counts = await tryQueue();
    gauges.isUp.set(counts ? 1 : 0);
    if (counts) showQueue(gauges, counts);
    if (counts?.lastBackup) showBackup(shared, counts.lastBackup);
    gauges.freeDisk.set((await disk.state()).freeBytes);
    return shared;
  }

  return {
    contentType: requests.contentType,
    recordRequest: ({ method, route, status }, seconds) => durations.observe({ method, route, status }, seconds),
    render: async () => Registry.merge([openProcessMetrics(), requests, await readShared()]).metrics(),
  };
}
