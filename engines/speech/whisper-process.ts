// A process of its own for whisper.cpp: a broken model file aborts it, and nothing else. It answers one line of JSON for each line it is asked
// (pipe 3 both ways, since the library prints to the others), and ends when its caller does.
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
  /** Words that show how the text is to be written. */
  readonly prompt: string;
}
export type AnswerOfWhisper = Found | { readonly failure: string };

const wavHeaderBytes = 44;
/** More do not make it faster. */
const mostThreads = 4;

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
  const maxThreads = Math.min(mostThreads, availableParallelism());
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
