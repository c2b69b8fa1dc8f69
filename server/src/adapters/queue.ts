// The queue: pg-boss in our own database. A job carries a task's id and nothing else; the task's row is the truth.

import { type Lane, lanes } from 'contract/tool.ts';
import type { Transaction } from 'kysely';
import { type ConstructorOptions, fromKysely, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { sendNotice } from './notices.ts';
import type { Database, Session } from './postgres.ts';

/** A job whose worker has been silent for this long goes to another one. pg-boss allows no less than 10. */
const heartbeatSeconds = 10;
const keepAliveMs = 3000;
const superviseSeconds = 3;
/** Faults are counted in the task's row, where the reason is known; this bound only stops pg-boss from counting too. */
const queueRetryLimit = 1000;
/** Longer than any tool's deadline. */
const expireSeconds = 4 * 3600;

export interface Job {
  readonly jobId: string;
  readonly taskId: string;
  readonly lane: Lane;
}

export interface Queue {
  /** Puts a task into its lane, in the caller's transaction, and wakes the workers when that commits. */
  add: (session: Session, lane: Lane, taskId: string) => Promise<void>;
  /** Takes the oldest job of a lane, or nothing. It stays ours while `keepAlive` runs. */
  take: (lane: Lane) => Promise<Job | undefined>;
  /** Tells the queue every few seconds that the job is being worked on; call what it answers to stop. */
  keepAlive: (job: Job) => () => void;
  /** The job needs no more work, in the transaction that ends its task. */
  finish: (session: Session, job: Job) => Promise<void>;
  /** Gives a taken job back, for anybody to take at once. */
  giveBack: (session: Session, job: Job) => Promise<void>;
  close: () => Promise<void>;
}

const inSession = (session: Session) => ({ db: fromKysely(session as Transaction<unknown>) });

/** Opens the queue; `supervises` says whether this server looks after jobs whose workers died. */
export async function openQueue(
  database: Database,
  options: { schema: string; supervises: boolean; log: Logger },
): Promise<Queue> {
  const { log } = options;
  const settings: ConstructorOptions = {
    db: fromKysely(database as unknown as Transaction<unknown>),
    schema: options.schema,
    schedule: false,
    supervise: options.supervises,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: 600,
  };
  const boss = new PgBoss(settings);
  boss.on('error', error => log.error({ err: error }, 'the queue reports a fault'));
  await boss.start();
  for (const lane of lanes) {
    await boss.createQueue(lane, {
      heartbeatSeconds,
      retryLimit: queueRetryLimit,
      retryDelay: 0,
      expireInSeconds: expireSeconds,
      deleteAfterSeconds: 3600,
    });
  }

  return {
    async add(session, lane, taskId) {
      await boss.send(lane, { taskId }, inSession(session));
      await sendNotice(session, 'task-queued', { lane });
    },
    async take(lane) {
      const [job] = await boss.fetch<{ taskId: string }>(lane);
      return job && { jobId: job.id, taskId: job.data.taskId, lane };
    },
    keepAlive(job) {
      const timer = setInterval(() => {
        boss.touch(job.lane, job.jobId).catch(error => log.warn({ err: error, job }, 'a heartbeat was not sent'));
      }, keepAliveMs);
      return () => clearInterval(timer);
    },
    async finish(session, job) {
      await boss.complete(job.lane, job.jobId, null, inSession(session));
    },
    async giveBack(session, job) {
      await boss.fail(job.lane, job.jobId, null, inSession(session));
      await sendNotice(session, 'task-queued', { lane: job.lane });
    },
    close: () => boss.stop({ graceful: false, close: false }),
  };
}
