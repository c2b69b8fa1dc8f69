// Small files of the field through the product: lists each value beside the right one.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from 'contract/task.ts';
import { codeOf, type FieldCase, fieldCases, type Made, type RunCall, readCase } from './field-cases.ts';
import { type Client, createClient, findTask, startProduct } from './product.ts';
import type { Bench, Line } from './report.ts';

const isOver = ({ status }: Task) => status !== 'queued' && status !== 'running';

async function finish(client: Client, url: string, begun: Task): Promise<Made> {
  let task = begun;
  while (!isOver(task)) {
    await sleep(200);
    task = await findTask(client, url, task.taskId);
  }
  if (task.status !== 'done') throw new Error(task.error?.error ?? task.status);
  const files = task.result?.files ?? [];
  const bytes = await Promise.all(
    files.map(async file => Buffer.from(await (await fetch(file.url ?? '')).arrayBuffer())),
  );
  return { task, files: bytes };
}

const createRun =
  (client: Client, url: string): RunCall =>
  async (call, field, file, options = {}) => {
    const key = await client.upload(readCase(file), file.slice(file.indexOf('/') + 1));
    const named = { [field]: field === 'list' ? [key] : key };
    return finish(client, url, await client.post<Task>(call, { ...named, ...options, wait: 15 }));
  };

async function tryCase({ file, what, right, read, isRight = value => value === right }: FieldCase, run: RunCall) {
  const value = await read(run).catch(codeOf);
  const line: Line = {
    what: `${file}: ${what}`,
    ours: cell(value),
    rival: '',
    aim: cell(right),
    isMet: isRight(value),
  };
  if (!line.isMet) console.log(`  ${file}: ${value}\n    right: ${right}`);
  return line;
}

/** A value that stays in its cell of a table. */
const cell = (value: string) => value.replaceAll('|', '\\|');

export const benchCases: Bench = async () => {
  const product = await startProduct();
  try {
    const run = createRun(createClient(product.url), product.url);
    const lines: Line[] = [];
    for (const one of fieldCases) lines.push(await tryCase(one, run));
    return lines;
  } finally {
    await product.stop();
  }
};
