// Whisper (Radford et al., "Robust Speech Recognition via Large-Scale Weak Supervision", 2022) as whisper.cpp runs it, in a process of its own.
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
/** "ggml" as the first four bytes of a model file, in their order there. */
const magic = 0x67676d6c;
/** Without a network in it the library takes a file for one of its own tests. */
const leastBytes = 1024 * 1024;
const lastWordsBytes = 2048;

/** Written as its books are: simplified characters and full-width punctuation. */
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
    if (head.readUInt32LE(0) !== magic || size < leastBytes)
      throw brokenEngine(new Error('the file is no model of whisper.cpp'));
  } finally {
    await handle.close();
  }
}

interface Running {
  readonly ask: (asked: AskedOfWhisper) => Promise<AnswerOfWhisper>;
  readonly process: ChildProcess;
}

/** Starts the process and waits until it has read the model. Throws SPEECH_ENGINE_FAILED when it ends instead. */
async function start(model: string): Promise<Running> {
  const args = ['--disable-warning=ExperimentalWarning', processFile, model];
  // A child of this process group: whatever kills the group ends it too.
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
  };
  const answers = createInterface({ input: pipe });
  for (const each of [pipe, answers]) each.on('error', () => undefined); // The exit tells why it broke.
  run.once('error', error => end(String(error)));
  run.once('exit', (code, signal) => end(String(signal ?? code)));
  answers.on('line', line => waiting.shift()?.resolve(JSON.parse(line)));
  const next = () =>
    new Promise<unknown>((resolve, reject) => {
      if (ended) reject(ended);
      else waiting.push({ resolve, reject });
    });
  await next();
  return {
    process: run,
    ask: asked => {
      const answer = next() as Promise<AnswerOfWhisper>;
      if (!ended) pipe.write(`${JSON.stringify(asked)}\n`);
      return answer;
    },
  };
}

/** Opens a model file. Throws SPEECH_ENGINE_FAILED when it is none that whisper.cpp can run. */
export async function openWhisper(model: string): Promise<Recogniser> {
  await requireModelFile(model);
  const running = await start(model);
  // One short piece may be taken for another language, a whole clip hardly ever.
  let settled: string | undefined;
  const languageOf = (wanted: SpeechLanguage) => (wanted === 'auto' ? (settled ?? 'auto') : wanted);
  return {
    engine: 'whisper',
    async recognise({ path, language }: WantedPiece) {
      const asked = languageOf(language);
      const answer = await running.ask({ path, language: asked, prompt: prompts[asked] ?? '' });
      if ('failure' in answer) throw brokenEngine(new Error(answer.failure));
      if (answer.segments.some(({ text }) => text.trim() !== '')) settled ??= answer.language;
      return {
        segments: answer.segments.map(({ text, t0, t1 }) => ({ text, start: t0 / 1000, end: t1 / 1000 })),
        ...(answer.language && { language: answer.language }),
      };
    },
    close: () => void running.process.kill('SIGKILL'),
  };
}
