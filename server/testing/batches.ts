// A large batch for a test, made from one real task.
import { sql } from 'kysely';
import type { Querier } from '../src/adapters/postgres.ts';
import { makeBmp } from './pictures.ts';
import type { TestServer } from './server.ts';

/** Adds so many copies of a task to its batch; those of a waiting task are in no queue. */
export const copyTask = (db: Querier, taskId: string, count: number) =>
  sql`
    insert into task select copied.* from task, generate_series(1, ${count}::int) as number,
      jsonb_populate_record(task, jsonb_build_object(
        'id', gen_random_uuid(),
        'idempotency_key', null,
        'change', nextval('task_change'),
        'created_at', now() + number * interval '1 ms')) as copied
    where task.id = ${taskId}`.execute(db);

/** Sends one task and copies it until the batch has `count` tasks. */
export async function makeBatch(server: TestServer, batchId: string, count: number): Promise<void> {
  const uploaded = await server.client.upload(makeBmp(8, 8), 'one.bmp');
  const { taskId } = (await server.client.convert(uploaded, { batchId, wait: 0 })).body.data;
  await copyTask(server.parts.database, taskId, count - 1);
}
