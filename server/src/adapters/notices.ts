// Word of changes between servers, by PostgreSQL's LISTEN and NOTIFY: a task changed, a task was queued, a task must stop.
// Notices are hints: whoever gets one reads the row. What was missed while the line was down is made good by `onReconnect`.
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lane } from 'contract/tool.ts';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Session } from './postgres.ts';

interface NoticeBodies {
  /** A row of `task` has a new `change`. */
  'task-changed': { taskId: string; batchId: string | null; ended: boolean };
  /** A lane has something to fetch. */
  'task-queued': { lane: Lane };
  /** Whoever runs this task must stop at once. */
  'task-stopped': { taskId: string };
}
export type NoticeName = keyof NoticeBodies;

/** Sends a notice when the transaction of `session` commits. */
export async function sendNotice<N extends NoticeName>(
  session: Session,
  name: N,
  body: NoticeBodies[N],
): Promise<void> {
  const text = JSON.stringify({ name, body });
  await sql`select pg_notify('pixwright_' || current_schema(), ${text})`.execute(session);
}

/**
 * The same as a part of a statement that changes tasks, for its RETURNING: one way to the database instead of two.
 * The columns are those of the changed row.
 */
export const announceTask = sql`pg_notify('pixwright_' || current_schema(), json_build_object(
  'name', 'task-changed',
  'body', json_build_object('taskId', id, 'batchId', batch_id, 'ended', ended_at is not null)
)::text)`;

export interface Notices {
  on: <N extends NoticeName>(name: N, listener: (body: NoticeBodies[N]) => void) => () => void;
  /** Called after the line was down: anything may have been missed. */
  onReconnect: (listener: () => void) => () => void;
  close: () => Promise<void>;
}

/** Opens the listening line and keeps it open. */
export async function openNotices(connection: pg.ClientConfig, log: Logger): Promise<Notices> {
  const emitter = new EventEmitter().setMaxListeners(0);
  let client: pg.Client | undefined;
  let isClosed = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...connection, keepAlive: true });
    next.on('notification', message => {
      const { name, body } = JSON.parse(message.payload ?? '{}') as { name: string; body: unknown };
      emitter.emit(name, body);
    });
    next.on('error', error => log.warn({ err: error }, 'the notice line broke'));
    await next.connect();
    await next.query(`select format('listen %I', 'pixwright_' || current_schema()) as command`).then(answer => {
      const [row] = answer.rows as { command: string }[];
      return next.query(row?.command ?? '');
    });
    // Only a line that once stood is opened again from here: one that never did is tried again by `reconnect` itself.
    next.once('end', () => {
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
