// Whisper (Radford et al., "Robust Speech Recognition via Large-Scale Weak Supervision", 2022) through whisper.cpp, in a child process.
import { type ChildProcess, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { AppError } from 'contract/errors.ts';
import type { SpeechLanguage } from 'contract/speech.ts';
import type { Recogniser, WantedPiece } from './recogniser.ts';
import type { AnswerOfWhisper, AskedOfWhisper } from './whisper-process.ts';

const processFile = fileURLToPath(new URL('./whisper-process.ts', import.meta.url));
/** The bytes "ggml" at the start of a model file, as a little-endian integer. */
const magic = 0x67676d6c;
/** The library treats a file without a network as one of its own test files. */
const minBytes = 1024 * 1024;
/** Loading a model of 3 GB from a slow disk takes less. */
const usualLoadMs = 180_000;
/** Half a minute of speech takes some kilobytes. */
const maxAnswerBytes = 4 * 1024 * 1024;
const lastWordsBytes = 2048;

/** Prompts in the written standard of the language: for Chinese, simplified characters and full-width punctuation. */
const prompts: Readonly<Partial<Record<string, string>>> = { zh: '以下是普通话的句子，使用简体中文和标点。' };

export const brokenEngine = (cause: unknown) => new AppError('SPEECH_ENGINE_FAILED', null, { cause });

async function requireModelFile(file: string): Promise<void> {
  const handle = await open(file).catch((error: unknown) => {
    throw brokenEngine(error);
  });
  try {
    const head = Buffer.alloc(4);
    await handle.read(head, 0, 4, 0);
    const { size } = await handle.stat();
    if (head.readUInt32LE(0) !== magic || size < minBytes)
      throw brokenEngine(new Error('the file is no model of whisper.cpp'));
  } finally {
    await handle.close();
  }
}

/** For tests: another program than whisper.cpp's, and the time that it has for loading its model. */
interface Program {
  readonly program?: string;
  readonly loadMs?: number;
}

interface Running {
  readonly ask: (asked: AskedOfWhisper) => Promise<AnswerOfWhisper>;
  readonly process: ChildProcess;
}

/** Starts the process and waits until it has loaded the model. Throws SPEECH_ENGINE_FAILED when it does not. */
async function start(model: string, { program = processFile, loadMs = usualLoadMs }: Program): Promise<Running> {
  const args = ['--disable-warning=ExperimentalWarning', program, model];
  // Spawned in this process group, so that killing the group also ends it.
  const run = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  const pipe = run.stdio[3] as Duplex;
  let lastWords = '';
  run.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString('utf8')).slice(-lastWordsBytes);
  });
  const waiting: { resolve: (answer: unknown) => void; reject: (error: Error) => void }[] = [];
  let ended: AppError | undefined;
  const end = (why: string) => {
    ended ??= brokenEngine(new Error(`whisper.cpp ended with ${why}: ${lastWords}`));
    for (const { reject } of waiting.splice(0)) reject(ended);
    run.kill('SIGKILL');
  };
  const answers = createInterface({ input: pipe });
  for (const each of [pipe, answers]) each.on('error', () => undefined); // The exit handler reports the reason.
  run.once('error', error => end(String(error)));
  run.once('exit', (code, signal) => end(String(signal ?? code)));
  let unread = 0;
  pipe.on('data', (chunk: Buffer) => {
    unread += chunk.length;
    if (unread > maxAnswerBytes) end('an answer that does not end');
  });
  answers.on('line', line => {
    unread = 0;
    try {
      const answer: unknown = JSON.parse(line);
      waiting.shift()?.resolve(answer);
    } catch (error) {
      end(`a line that is no JSON: ${error}`);
    }
  });
  const next = () =>
    new Promise<unknown>((resolve, reject) => {
      if (ended) reject(ended);
      else waiting.push({ resolve, reject });
    });
  const overdue = setTimeout(() => end('no sign of a loaded model'), loadMs);
  await next().finally(() => clearTimeout(overdue));
  return {
    process: run,
    ask: asked => {
      const answer = next() as Promise<AnswerOfWhisper>;
      if (!ended) pipe.write(`${JSON.stringify(asked)}\n`);
      return answer;
    },
  };
}

/** Opens a model file. Throws SPEECH_ENGINE_FAILED when whisper.cpp cannot run it. */
export async function openWhisper(model: string, program: Program = {}): Promise<Recogniser> {
  await requireModelFile(model);
  const running = await start(model, program);
  // Once detected, the language is kept for the rest of the clip, because detection on a short piece may be wrong.
  let detected: string | undefined;
  const languageOf = (wanted: SpeechLanguage) => (wanted === 'auto' ? (detected ?? 'auto') : wanted);
  return {
    engine: 'whisper',
    async recognise({ path, language }: WantedPiece) {
      const asked = languageOf(language);
      const answer = await running.ask({ path, language: asked, prompt: prompts[asked] ?? '' });
      if ('failure' in answer) throw brokenEngine(new Error(answer.failure));
      if (answer.segments.some(({ text }) => text.trim() !== '')) detected ??= answer.language;
      return {
        segments: answer.segments.map(({ text, t0, t1 }) => ({ text, start: t0 / 1000, end: t1 / 1000 })),
        ...(answer.language && { language: answer.language }),
      };
    },
    close: () => void running.process.kill('SIGKILL'),
  };
}
