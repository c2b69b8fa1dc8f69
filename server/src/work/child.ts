// A child process that runs tools, one assignment at a time. If it dies, nothing but that assignment is affected.
import { setPriority } from 'node:os';
import process from 'node:process';
import { AppError } from 'contract/errors.ts';
import type { Run } from 'contract/run.ts';
import type { FromChild, ToChild } from './messages.ts';

/** Below the server and the database, so that a busy machine still answers. */
const niceness = 10;

const say = (message: FromChild) => void process.send?.(message);

async function loadRuns(tool: string): Promise<Record<string, Run<never>>> {
  const { runs } = await import(`tools/${tool}/run.ts`);
  return runs;
}

function describeEnd(error: unknown): FromChild {
  if (error instanceof AppError) return { kind: 'refused', code: error.code, details: error.details };
  const fault = error instanceof Error ? error : new Error(String(error));
  return { kind: 'fault', message: fault.message, stack: fault.stack ?? '' };
}

async function handle(message: ToChild): Promise<void> {
  if (message.kind === 'warm-up') {
    // A tool that cannot be loaded must not keep the others from working: its own tasks will say so.
    for (const tool of message.tools) await loadRuns(tool).catch(error => process.emitWarning(error));
    return say({ kind: 'ready' });
  }
  const { tool, call, options, inputs, lists, models, folder } = message;
  try {
    const run = (await loadRuns(tool))[call];
    if (!run) throw new Error(`${tool} has no run called ${call}`);
    const progress: Parameters<typeof run>[0]['progress'] = (percent, stage, silent) =>
      say({ kind: 'progress', percent, stage, silent });
    const output = await run({ options: options as never, inputs, lists, models, folder, progress });
    say({ kind: 'done', output });
  } catch (error) {
    say(describeEnd(error));
  }
}

setPriority(niceness);
process.on('message', message => void handle(message as ToChild));
// The worker is gone, so nobody waits for us any more; what we started ourselves goes with our process group.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
// Stopping is the worker's decision: a terminal's interrupt must not end a task halfway.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
