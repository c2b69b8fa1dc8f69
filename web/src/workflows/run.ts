// Runs a workflow on its files: the call, following its batch, and what can be done with it.

import { runPipeline } from 'contract/routes/pipelines.ts';
import { getBatch, retryBatch } from 'contract/routes/tasks.ts';
import type { Task } from 'contract/task.ts';
import { saveAddress } from 'ui/files/save-file.ts';
import { makeId } from 'ui/random-id.ts';
import { call } from '../api.ts';
import { client } from '../client.ts';
import { CallError } from '../failures/call-error.ts';
import { loadUser } from '../load-user.ts';
import { offerPayment } from '../shopping.ts';
import { findBatch, settleDownload } from '../tasks/calls.ts';
import { saveResult } from '../tasks/results.ts';
import { type FlowFile, getFlow, leadingFacts, patchFlow, useFlow } from './flow.ts';
import { bodiesOf } from './payloads.ts';

const pageSize = 100;
let following: AbortController | undefined;

const isOpen = ({ task }: FlowFile) => task === undefined || task.status === 'queued' || task.status === 'running';

/** Shows tasks at their files, which are in the order of the batch. */
function showTasks(tasks: readonly Task[]): void {
  const byId = new Map(tasks.map(task => [task.taskId, task]));
  useFlow.setState(({ files }) => ({
    files: files.map(file => {
      const task = file.task && byId.get(file.task.taskId);
      return task ? { ...file, task } : file;
    }),
  }));
}

/** Reads all tasks of the batch, page by page, and gives them to the files by their order. */
async function readBatch(batchId: string): Promise<void> {
  const tasks: Task[] = [];
  for (let page = 1; ; page++) {
    const query = { page, size: pageSize };
    const found = await call(getBatch, { params: { batchId }, query, handleErrors: true });
    tasks.push(...found.tasks);
    if (found.tasks.length < pageSize) break;
  }
  useFlow.setState(({ files }) => ({
    files: files.map((file, nth) => (tasks[nth] ? { ...file, task: tasks[nth] } : file)),
  }));
}

/** Follows the batch until all of its tasks have ended. A batch that is gone ends the run. */
export async function followRun(): Promise<void> {
  const { batchId } = getFlow();
  if (batchId === undefined || following) return;
  const control = new AbortController();
  following = control;
  try {
    await readBatch(batchId);
    if (getFlow().files.some(isOpen))
      await client.followBatch(batchId, { signal: control.signal, onChange: task => showTasks([task]) });
    void loadUser();
  } catch (error) {
    if (control.signal.aborted) return;
    if (!(error instanceof CallError)) throw error;
    if (error.status === 404) startOver();
    else patchFlow({ problem: error.msg });
  } finally {
    if (following === control) following = undefined;
  }
}

/** Starts the run on the files that are stored. */
export async function startRun(): Promise<void> {
  const flow = getFlow();
  const files = flow.files.filter(file => file.path !== undefined);
  if (files.length === 0 || flow.steps.length === 0 || flow.isStarting) return;
  patchFlow({ isStarting: true, problem: undefined, files });
  const batchId = makeId();
  try {
    const steps = await bodiesOf(flow.steps, leadingFacts(flow), new AbortController().signal);
    const inputs = files.flatMap(({ path }) => path ?? []);
    const name = flow.name.trim();
    const body = { steps, inputs, batchId, ...(name && { name }) };
    await call(runPipeline, { body, headers: { 'Idempotency-Key': batchId }, handleErrors: true, timeoutMs: 60_000 });
    patchFlow({ batchId });
    void followRun();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    patchFlow({ problem: error.msg });
    if (error.status === 402) offerPayment({ coins: null, reason: error.msg });
  } finally {
    patchFlow({ isStarting: false });
  }
}

export async function cancelRun(): Promise<void> {
  const open = getFlow().files.filter(isOpen);
  showTasks(await Promise.all(open.flatMap(({ task }) => (task ? [client.cancelTask(task.taskId)] : []))));
}

/** Runs the failed files again, each from the step that failed. */
export async function retryRun(): Promise<void> {
  const { batchId } = getFlow();
  if (batchId === undefined) return;
  await call(retryBatch, { params: { batchId }, headers: { 'Idempotency-Key': makeId() } });
  await readBatch(batchId);
  void followRun();
}

/** Downloads a result, and settles its price. */
export async function downloadOf(task: Task): Promise<void> {
  await saveResult(task.taskId, task.result?.files.length ?? 0);
  showTasks([await client.findTask(task.taskId)]);
  void loadUser();
}

/** Pays for all finished results, and downloads them as one zip. */
export async function downloadAll(): Promise<void> {
  const { batchId, files } = getFlow();
  if (batchId === undefined) return;
  const done = files.flatMap(({ task }) => (task?.status === 'done' ? [task] : []));
  for (const task of done) if (task.result?.files.some(file => file.locked)) await settleDownload(task.taskId, 0);
  const { zipUrl } = await findBatch(batchId);
  if (zipUrl) saveAddress(zipUrl);
  await readBatch(batchId);
  void loadUser();
}

/** Leaves the run and its files; the steps stay. */
export function startOver(): void {
  following?.abort('left');
  following = undefined;
  patchFlow({ batchId: undefined, files: [], problem: undefined });
}
