// The process of a server that sends what is due. Servers share the work by claiming rows; a claim that is not kept lapses.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Notices } from '../adapters/notices.ts';
import { inSpan, inTrace, traceOfTask } from '../adapters/trace.ts';
import { type Busy, claimDue, lineOf } from './delivery-store.ts';
import { type SendNeeds, send } from './send.ts';
import type { DeliveryRow } from './store.ts';
import { tellEnds } from './tell-ends.ts';

/** A notice may be lost, and a delivery may become due without one. */
const lookEveryMs = 2000;
const retryMs = 2000;
/** After this long a claimed delivery counts as lost: a little more than an attempt takes. */
const claimMs = 15_000;
const stopGraceMs = 2000;

/** Requests that this process has open at a time. A line is an account's deliveries to one host; one whose last attempt failed may be hanging. */
export const sendLimits = { max: 200, ofAccount: 16, ofHost: 32, ofLine: 8, ofFailingLine: 2 };

interface Running {
  readonly row: DeliveryRow;
  readonly done: Promise<void>;
}

const countBy = (names: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

const namesFrom = (names: readonly string[], max: (name: string) => number): string[] =>
  [...countBy(names)].flatMap(([name, count]) => (count >= max(name) ? [name] : []));

/** What takes no further delivery now. */
function findBusy(running: readonly DeliveryRow[], failing: ReadonlySet<string>): Busy {
  return {
    lines: namesFrom(running.map(lineOf), line => (failing.has(line) ? sendLimits.ofFailingLine : sendLimits.ofLine)),
    accounts: namesFrom(
      running.map(row => row.account_id),
      () => sendLimits.ofAccount,
    ),
    hosts: namesFrom(
      running.map(row => row.host),
      () => sendLimits.ofHost,
    ),
  };
}

const maxFailing = 10_000;

export interface SenderNeeds extends SendNeeds {
  readonly notices: Pick<Notices, 'on' | 'onReconnect'>;
}

/** Sends until it is stopped. */
export function startSending(needs: SenderNeeds): () => Promise<void> {
  const { parts, notices } = needs;
  const { database, now, log } = parts;
  const stopping = new AbortController();
  const aborting = new AbortController();
  const running = new Map<string, Running>();
  /** Lines whose last attempt failed. */
  const failing = new Set<string>();
  let wake = Promise.withResolvers<void>();
  const ring = () => wake.resolve();
  const unlisten = [
    notices.on('task-changed', ({ ended }) => ended && ring()),
    notices.on('webhook-due', ring),
    notices.onReconnect(ring),
  ];

  async function attempt(row: DeliveryRow): Promise<void> {
    const line = lineOf(row);
    try {
      const attributes = { type: row.type, 'pixwright.attempt': row.failures + 1 };
      const { isDelivered, waitMs } = await inSpan('send a webhook', { kind: 'client', attributes }, () =>
        send(needs, row, aborting.signal),
      );
      if (isDelivered) failing.delete(line);
      else if (failing.size < maxFailing) failing.add(line);
      // Later ones are found by the next look.
      if (waitMs !== null && waitMs <= 60_000) setTimeout(ring, waitMs + 10).unref();
    } catch (error) {
      // The claim lapses, and the delivery is sent again.
      if (!aborting.signal.aborted) log.error({ err: error, deliveryId: row.id }, 'a delivery could not be recorded');
    }
    running.delete(row.id);
    ring();
  }

  /** Returns whether there was anything to do. */
  async function work(): Promise<boolean> {
    const hasMore = await tellEnds({ database, now });
    const max = sendLimits.max - running.size;
    if (max <= 0) return hasMore;
    const busy = findBusy(
      [...running.values()].map(({ row }) => row),
      failing,
    );
    const lostAt = new Date(now().getTime() + claimMs);
    const claimed = await claimDue(database, { busy, max, now: now(), lostAt });
    for (const row of claimed)
      running.set(row.id, {
        row,
        done: inTrace(traceOfTask(row.task_id, row.task.trace, parts.spans), () => attempt(row)),
      });
    return hasMore || claimed.length > 0;
  }

  const loop = (async () => {
    while (!stopping.signal.aborted) {
      wake = Promise.withResolvers<void>();
      try {
        if (await work()) continue;
        const over = new AbortController();
        const look = sleep(lookEveryMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
        await Promise.race([wake.promise, look]);
        over.abort();
      } catch (error) {
        log.error({ err: error }, 'webhooks could not be sent and are tried again');
        await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  })();

  return async () => {
    stopping.abort();
    ring();
    for (const stop of unlisten) stop();
    await loop;
    const timer = setTimeout(() => aborting.abort(), stopGraceMs);
    await Promise.all([...running.values()].map(({ done }) => done));
    clearTimeout(timer);
  };
}
