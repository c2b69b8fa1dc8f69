// Pipelines for tests: sending them, and waiting for their batches.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch } from 'contract/routes/tasks.ts';
import type { TestClient } from './client.ts';

export const paths = {
  filter: '/web/photoFilter',
  format: '/web/picture/format/newPicFormat',
  remove: '/web/waterMaker/remove/newInpaintingImage',
  resize: '/web/picture/resize',
  /** Fails for a picture without frames. */
  split: '/web/picture/gif/split',
} as const;

export interface SentStep {
  readonly path: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

export const sendPipeline = (
  client: TestClient,
  steps: readonly SentStep[],
  inputs: readonly string[],
  more: object = {},
  headers: Record<string, string> = {},
) => client.post<Batch>('/web/pipeline', { steps, inputs, ...more }, headers);

/** The batch once all of its tasks have ended. */
export async function untilEnded(client: TestClient, batchId: string): Promise<Batch> {
  for (;;) {
    const { data } = (await client.get<Batch>(`/web/batch/${batchId}`)).body;
    // Null while the database is unavailable.
    if (data && data.queued + data.running === 0) return data;
    await sleep(100);
  }
}

/** Sends a pipeline and waits for its end. */
export async function runPipeline(
  client: TestClient,
  steps: readonly SentStep[],
  inputs: readonly string[],
  more: object = {},
): Promise<Batch> {
  const { status, body } = await sendPipeline(client, steps, inputs, more);
  if (status !== 200) throw new Error(`no pipeline: ${status} ${JSON.stringify(body)}`);
  return untilEnded(client, body.data.batchId);
}
