// A child process that runs tools, one assignment at a time. If it dies, nothing but that assignment is affected.
import { Socket } from 'node:net';
import { setPriority } from 'node:os';
import process from 'node:process';
import { AppError } from 'contract/errors.ts';
import type { ProgramRun, Run, RunContext } from 'contract/run.ts';
import { isMemoryRefusal } from './memory.ts';
import { readLines, sendMessage, type ToChild, type ToWorker } from './messages.ts';
import { runProgram } from './program.ts';

/** Lower than the server and the database, so that a busy machine still answers. */
const niceness = 10;

const pipe = new Socket({ fd: 3, readable: true, writable: true });
const say = (message: ToWorker) => sendMessage(pipe, message);

async function loadRuns(module: string): Promise<Record<string, Run<never> | ProgramRun<never>>> {
  const { runs } = await import(module);
  return runs;
}

function describeEnd(error: unknown): ToWorker {
  if (error instanceof AppError) return { kind: 'refused', code: error.code, details: error.details };
  const fault = error instanceof Error ? error : new Error(String(error));
  if (isMemoryRefusal(fault.message)) return { kind: 'refused', code: 'MEMORY_EXCEEDED', details: null };
  return { kind: 'fault', message: fault.message, stack: fault.stack ?? '' };
}

async function handle(message: ToChild): Promise<void> {
  if (message.kind === 'warm-up') {
    // A tool that cannot be loaded must not keep the others from working: its own tasks report the error.
    for (const module of message.modules) await loadRuns(module).catch(error => process.emitWarning(error));
    return say({ kind: 'ready' });
  }
  const { module, call, options, inputs, lists, models, folder } = message;
  // Libraries put their own large scratch files here, where they are counted and removed.
  process.env.TMPDIR = folder;
  try {
    const run = (await loadRuns(module))[call];
    if (!run) throw new Error(`${module} has no run called ${call}`);
    const progress: RunContext<never>['progress'] = (percent, stage, silent) =>
      say({ kind: 'progress', percent, stage, ...(silent && { silent }) });
    const context = { options: options as never, inputs, lists, models, folder, progress };
    const output = typeof run === 'function' ? await run(context) : await runProgram(run, context);
    say({ kind: 'done', output });
  } catch (error) {
    say(describeEnd(error));
  }
}

setPriority(niceness);
readLines(
  pipe,
  Number.POSITIVE_INFINITY,
  line => void handle(JSON.parse(line) as ToChild),
  () => process.exit(1),
);
// The worker is gone, so no process waits for this child any more; processes that the child started end with its process group.
pipe.on('close', () => process.kill(-process.pid, 'SIGKILL'));
// Stopping is the worker's decision: a terminal's interrupt must not end a task halfway.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
