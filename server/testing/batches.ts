// A large batch for a test, made from one real task.
import { makeBmp } from './pictures.ts';
import type { TestServer } from './server.ts';

const copies = (changes: string) => `
  insert into task select copied.* from task,
    generate_series(1, $2) as number,
    jsonb_populate_record(task, ${changes}) as copied
  where task.id = $1`;

const asNew = `jsonb_build_object(
  'id', gen_random_uuid(),
  'idempotency_key', null,
  'change', nextval('task_change'),
  'created_at', now() + number * interval '1 ms')`;

/** Sends one task and copies its row until the batch has `count` tasks; none of the copies is ever worked on. */
export async function makeBatch(server: TestServer, batchId: string, count: number): Promise<void> {
  const uploaded = await server.client.upload(makeBmp(8, 8), 'one.bmp');
  const { taskId } = (await server.client.convert(uploaded, { batchId, wait: 0 })).body.data;
  await server.postgres.pool.query(copies(asNew), [taskId, count - 1]);
}
