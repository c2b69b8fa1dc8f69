// Notices of changes between servers, through PostgreSQL's LISTEN and NOTIFY: a task changed, was queued, or must stop. Notices are hints:
// the receiver reads the row. `onReconnect` is called after an interruption, during which notices may have been lost.
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lane } from 'contract/tool.ts';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Querier } from './postgres.ts';

interface NoticeBodies {
  /** A row of `task` has a new `change`. */
  'task-changed': { taskId: string; batchId: string | null; ended: boolean };
  /** An unfinished picture of a run, a JPEG in base64. */
  'task-preview': { taskId: string; attempt: number; picture: string };
  /** This many tasks were queued in a lane. */
  'task-queued': { lane: Lane; count: number };
  /** The worker of this task must stop it at once. */
  'task-stopped': { taskId: string };
  /** An operator changed lanes. */
  'lanes-changed': Record<string, never>;
  /** Deliveries of webhooks are due at once. */
  'webhook-due': Record<string, never>;
}
export type NoticeName = keyof NoticeBodies;

/** Sends a notice when the transaction of `db` commits. */
export async function sendNotice<N extends NoticeName>(db: Querier, name: N, body: NoticeBodies[N]): Promise<void> {
  const text = JSON.stringify({ name, body });
  await sql`select pg_notify('pixwright_' || current_schema(), ${text})`.execute(db);
}

/**
 * The same notice as an expression for the RETURNING clause of a statement that changes tasks: one round trip to the database instead of
 * two. The columns are those of the changed row.
 */
export const announceTask = sql`pg_notify('pixwright_' || current_schema(), json_build_object(
  'name', 'task-changed',
  'body', json_build_object('taskId', id, 'batchId', batch_id, 'ended', ended_at is not null)
)::text)`;

/** Tells servers the unfinished picture of a run, whose row this is, in the same way. PostgreSQL accepts less than 8,000 bytes. */
export const announcePreview = (picture: string) => sql`pg_notify('pixwright_' || current_schema(), json_build_object(
  'name', 'task-preview',
  'body', json_build_object('taskId', id, 'attempt', attempt, 'picture', ${picture}::text)
)::text)`;

/** Tells workers that a task waits in its lane, in the same way. */
export const announceQueued = sql`pg_notify('pixwright_' || current_schema(), json_build_object(
  'name', 'task-queued',
  'body', json_build_object('lane', lane, 'count', 1)
)::text)`;

/** Tells workers to stop a task, in the same way. */
export const announceStop = sql`pg_notify('pixwright_' || current_schema(), json_build_object(
  'name', 'task-stopped',
  'body', json_build_object('taskId', id)
)::text)`;

export interface Notices {
  on: <N extends NoticeName>(name: N, listener: (body: NoticeBodies[N]) => void) => () => void;
  /** Called after an interruption, during which any notice may have been lost. */
  onReconnect: (listener: () => void) => () => void;
  close: () => Promise<void>;
}

/** Interval of probes of the connection, since a silent one may be dead. The response may take equally long. */
const heartbeatMs = 10_000;

/** Opens the listening connection and keeps it open. */
export async function openNotices(
  connection: pg.ClientConfig,
  log: Logger,
  everyMs: number = heartbeatMs,
): Promise<Notices> {
  const emitter = new EventEmitter().setMaxListeners(0);
  let client: pg.Client | undefined;
  let isClosed = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...connection, query_timeout: everyMs });
    next.on('notification', message => {
      const { name, body } = JSON.parse(message.payload ?? '{}') as { name: string; body: unknown };
      emitter.emit(name, body);
    });
    next.on('error', error => log.warn({ err: error }, 'the notice line broke'));
    try {
      await next.connect();
      const { rows } = await next.query<{ command: string }>(
        `select format('listen %I', 'pixwright_' || current_schema()) as command`,
      );
      await next.query(rows[0]?.command ?? '');
    } catch (error) {
      // A replica, for one, accepts connections but no LISTEN: each try would leave one open.
      void next.end().catch(() => undefined);
      throw error;
    }
    const beat = setInterval(() => {
      next.query('select 1').catch(error => {
        log.warn({ err: error }, 'the notice line is silent');
        // While a query is running, this closes the connection at once, without waiting for the other side.
        void next.end().catch(() => undefined);
      });
    }, everyMs);
    // Only an established connection is reopened here; `reconnect` itself retries one that never was.
    next.once('end', () => {
      clearInterval(beat);
      if (!isClosed) void reconnect();
    });
    client = next;
  }

  async function reconnect(): Promise<void> {
    for (let waitMs = 50; !isClosed; waitMs = Math.min(waitMs * 2, 2000)) {
      await sleep(waitMs);
      try {
        await connect();
        emitter.emit('reconnect');
        return;
      } catch (error) {
        log.warn({ err: error }, 'the notice line cannot be opened yet');
      }
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: the emitter does not know which body belongs to which name; `Notices` does.
  const listen = (name: string, listener: (body: any) => void) => {
    emitter.on(name, listener);
    return () => void emitter.off(name, listener);
  };

  await connect();
  return {
    on: listen,
    onReconnect: listener => listen('reconnect', listener),
    close: async () => {
      isClosed = true;
      await client?.end();
    },
  };
}
