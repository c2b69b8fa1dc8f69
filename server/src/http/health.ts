// Liveness and readiness of this process, for load balancers and people.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { ping } from '../adapters/postgres.ts';
import type { Parts } from '../parts.ts';

/** A probe is answered within 2 s, even if the database or the store hangs. */
const patienceMs = 1500;

type Verdict = 'ok' | 'failed';

/** A failure whose reason may be shown to anyone, and has been logged. */
class PublicFault extends Error {}

/**
 * Makes a check that returns in time. Concurrent calls share one run, so that neither a hanging database nor a flood of probes makes checks
 * pile up. Logs a failure only when the check starts to fail.
 */
function makeCheck(
  name: string,
  check: () => Promise<unknown>,
  { log, reasons }: { log: Parts['log']; reasons: Map<string, string> },
): () => Promise<Verdict> {
  let running: Promise<Verdict> | undefined;
  let last: Verdict = 'ok';
  const settle = (verdict: Verdict, cause?: unknown): Verdict => {
    reasons.delete(name);
    if (cause instanceof PublicFault) reasons.set(name, cause.message);
    else if (verdict !== last && verdict === 'failed') log.warn({ err: cause, check: name }, 'not ready');
    if (verdict !== last && verdict === 'ok') log.info({ check: name }, 'ready again');
    last = verdict;
    return verdict;
  };
  return async () => {
    running ??= check()
      .then(
        () => settle('ok'),
        error => settle('failed', error),
      )
      .finally(() => {
        running = undefined;
      });
    const timer = new AbortController();
    const verdict = await Promise.race([running, sleep(patienceMs, undefined, { signal: timer.signal })]);
    timer.abort();
    return verdict ?? settle('failed', new Error(`no answer within ${patienceMs} ms`));
  };
}

async function requireReserve({ disk }: Pick<Parts, 'disk'>): Promise<void> {
  const { isLow, freeBytes } = await disk.state();
  if (isLow) throw new Error(`the disk has ${freeBytes} bytes left, less than its reserve`);
}

async function requireClock({ clock }: Pick<Parts, 'clock'>): Promise<void> {
  const fault = await clock.findFault();
  if (fault) throw new PublicFault(fault);
}

export function addHealthRoutes(app: FastifyInstance, parts: Parts, isStopping: () => boolean): void {
  const reasons = new Map<string, string>();
  const to = { log: parts.log, reasons };
  const checks: Record<string, () => Promise<Verdict>> = {
    // Uses another pool than requests do: many concurrent requests are no reason to take the server out of service.
    database: makeCheck('database', () => ping(parts.patient), to),
    store: makeCheck('store', () => parts.objects.check(), to),
    disk: makeCheck('disk', () => requireReserve(parts), to),
    clock: makeCheck('clock', () => requireClock(parts), to),
    running: async () => (isStopping() ? 'failed' : 'ok'),
  };
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await check()] as const),
    );
    const isReady = results.every(([, verdict]) => verdict === 'ok');
    return reply
      .header('cache-control', 'no-store')
      .status(isReady ? 200 : 503)
      .send({
        status: isReady ? 'ok' : 'unavailable',
        checks: Object.fromEntries(results),
        ...(reasons.size > 0 && { reasons: Object.fromEntries(reasons) }),
      });
  });
}
