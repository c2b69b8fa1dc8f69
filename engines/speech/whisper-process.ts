// The child process that runs whisper.cpp, so that a broken model file aborts only this process. It answers each line of JSON with one line (both
// ways on pipe 3, since the library prints to stdout and stderr), and exits when its parent does.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { createInterface } from 'node:readline';

interface Found {
  readonly language?: string;
  /** Milliseconds. */
  readonly segments: readonly { readonly text: string; readonly t0: number; readonly t1: number }[];
}

interface Context {
  transcribeData: (samples: ArrayBuffer, options: Record<string, unknown>) => { readonly promise: Promise<Found> };
}

interface Library {
  readonly WhisperContext: new (options: { filePath: string; useGpu: boolean }) => Context;
}

export interface AskedOfWhisper {
  readonly path: string;
  readonly language: string;
  /** Sample text that sets the style of the transcript. */
  readonly prompt: string;
}
export type AnswerOfWhisper = Found | { readonly failure: string };

const wavHeaderBytes = 44;
/** More threads are not faster. */
const usualThreads = 4;

const pipe = new Socket({ fd: 3, readable: true, writable: true });
const say = (answer: AnswerOfWhisper | { ready: true }) => pipe.write(`${JSON.stringify(answer)}\n`);

function open(filePath: string): Context {
  const name = `@fugood/node-whisper-${process.platform}-${process.arch}`;
  const { WhisperContext } = createRequire(import.meta.url)(name) as Library;
  return new WhisperContext({ filePath, useGpu: false });
}

async function answer(context: Context, { path, language, prompt }: AskedOfWhisper): Promise<AnswerOfWhisper> {
  const file = readFileSync(path);
  const samples = new Uint8Array(file.subarray(wavHeaderBytes)).buffer;
  const maxThreads = Math.min(usualThreads, availableParallelism());
  const asked = { language, maxThreads, ...(prompt && { prompt }) };
  const { segments, language: heard } = await context.transcribeData(samples, asked).promise;
  return { segments, ...(heard && { language: heard }) };
}

const context = open(process.argv[2] ?? '');
say({ ready: true });
let last: Promise<unknown> = Promise.resolve();
createInterface({ input: pipe }).on('line', line => {
  last = last
    .then(() => answer(context, JSON.parse(line) as AskedOfWhisper))
    .catch((error: unknown) => ({ failure: String(error) }))
    .then(found => say(found as AnswerOfWhisper));
});
pipe.on('close', () => process.exit(0));
