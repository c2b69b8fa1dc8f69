// A child process that runs tools, one assignment at a time. If it dies, nothing but that assignment is affected.
import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from 'contract/errors.ts';
import {
  type AskForPictures,
  type AskServer,
  type MakePreview,
  type ProgramRun,
  type Run,
  type RunContext,
  type ServerAnswer,
  shownSegments,
} from 'contract/run.ts';
import { isMemoryRefusal } from './memory.ts';
import { readLines, sendToWorker, type ToChild, type ToWorker, usualNiceness } from './messages.ts';
import { runProgram } from './program.ts';

type Question = Extract<ToWorker, { kind: 'ask' }>['question'];

const pipe = new Socket({ fd: 3, readable: true, writable: true });
const say = (message: ToWorker) => sendToWorker(pipe, message);

const groupTries = 20;
const groupPauseMs = 150;

/** Sets the niceness, but never raises the priority: a server that runs under `nice` has no right to raise it, and should not. */
const lower = (niceness: number) => setPriority(Math.max(getPriority(), niceness));

/**
 * Lowers the priority of this process. Where the kernel first divides CPU time between sessions (Linux autogroups), niceness only counts within a
 * session, and each child is one; so a lane with low priority lowers its session as well. Without privileges the kernel accepts only one such change
 * per tenth of a second on the machine, so it is retried.
 */
async function giveWay(niceness: number): Promise<void> {
  lower(niceness);
  const ofGroup = niceness - usualNiceness;
  for (let tried = 0; ofGroup > 0 && tried < groupTries; tried++) {
    try {
      writeFileSync('/proc/self/autogroup', String(ofGroup));
      return;
    } catch (error) {
      // Most other systems and some kernels have no autogroups.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    }
    await sleep(groupPauseMs);
  }
}

interface Pending {
  readonly resolve: (answer: ServerAnswer) => void;
  readonly onProgress: ((fraction: number) => void) | undefined;
  readonly makePreview: MakePreview | undefined;
}

/** Pending requests to model servers, by number. */
const questions = new Map<number, Pending>();
let asked = 0;

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

/** Makes an unfinished drawing small. Always answers, since the worker sends the next one only then. */
async function showUnfinished({ question, picture }: Extract<ToChild, { kind: 'unfinished' }>): Promise<void> {
  const made = await questions.get(question)?.makePreview?.(Buffer.from(picture, 'base64'));
  say({ kind: 'preview', question, ...(made && { picture: Buffer.from(made).toString('base64') }) });
}

async function handle(message: ToChild): Promise<void> {
  if (message.kind === 'warm-up') {
    void giveWay(message.niceness);
    // A tool that cannot be loaded must not keep the others from working: its own tasks report the error.
    for (const module of message.modules) await loadRuns(module).catch(error => process.emitWarning(error));
    if (message.keepsCompiled) flushCompileCache();
    return say({ kind: 'ready' });
  }
  if (message.kind === 'answer') {
    questions.get(message.question)?.resolve({ status: message.status, body: message.body });
    return void questions.delete(message.question);
  }
  if (message.kind === 'drawing') return questions.get(message.question)?.onProgress?.(message.fraction);
  if (message.kind === 'unfinished') return showUnfinished(message);
  const { module, call, options, inputs, lists, models, folder, servers = [] } = message;
  // Libraries put their own large scratch files here, where they are counted and removed.
  process.env.TMPDIR = folder;
  try {
    const run = (await loadRuns(module))[call];
    if (!run) throw new Error(`${module} has no run called ${call}`);
    const progress: RunContext<never>['progress'] = (percent, stage, silent) =>
      say({ kind: 'progress', percent, stage, ...(silent && { silent }) });
    const ask = (question: Question, onProgress?: Pending['onProgress'], makePreview?: MakePreview) =>
      new Promise<ServerAnswer>(resolve => {
        questions.set(++asked, { resolve, onProgress, makePreview });
        say({ kind: 'ask', number: asked, question });
      });
    const askServer: AskServer = question =>
      ask({ ...question, fields: question.fields.map(field => [...field] as [string, string]) });
    const askForPictures: AskForPictures = (question, onProgress, makePreview) =>
      ask({ ...question }, onProgress, makePreview);
    const showSegments: NonNullable<RunContext<never>['showSegments']> = segments =>
      say({ kind: 'segments', segments: segments.slice(-shownSegments).map(segment => ({ ...segment })) });
    const given = { options: options as never, inputs, lists, models, folder, servers };
    const context = { ...given, progress, askServer, askForPictures, showSegments };
    const output = typeof run === 'function' ? await run(context) : await runProgram(run, context);
    say({ kind: 'done', output });
  } catch (error) {
    say(describeEnd(error));
  }
}

lower(usualNiceness);
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
