// Text from speech: the speed of each available engine, its word error rate on speech synthesised by flite, and whether silence, music and
// noise produce no words. A model file or a server is included if SPEECH or SPEECH_URL names it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ServerQuestion } from 'contract/run.ts';
import type { SpeechSegment } from 'contract/speech.ts';
import { findWeights } from '../engines/model/weights.ts';
import { openPocketSphinx } from '../engines/speech/pocketsphinx.ts';
import type { Recogniser } from '../engines/speech/recogniser.ts';
import { openSpeechServer } from '../engines/speech/speech-server.ts';
import { keepSilent, makeNoise, playMusic, speak, whyNoSpeech } from '../engines/speech/test-speech.ts';
import { transcribe } from '../engines/speech/transcribe.ts';
import { openWhisper } from '../engines/speech/whisper.ts';
import { probeClip } from '../engines/video/probe-clip.ts';
import { makeClip } from '../engines/video/test-clips.ts';
import { readConfig } from '../server/src/config.ts';
import { askServer } from '../server/src/work/ask-server.ts';
import type { Bench, Line } from './report.ts';

/** Everyday sentences in the recognisers' spelling. */
const sentences = [
  'the train to the city leaves at half past nine',
  'please close the window before you go to bed',
  'she bought two pounds of apples and a loaf of bread',
  'we will meet you in front of the library tomorrow morning',
  'the weather has been cold and windy for the whole week',
  'he forgot his keys on the kitchen table again',
  'can you tell me how to get to the nearest hospital',
  'my brother works as a teacher in a small village school',
  'the children played in the garden until it was dark',
  'i would like a cup of coffee with milk and sugar',
];
const voices = ['slt', 'rms', 'awb'];
const seconds = 60;

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[^a-z' ]+/g, ' ')
    .split(' ')
    .filter(Boolean);

/** Number of words inserted, omitted or replaced (Levenshtein distance). */
function countErrors(said: readonly string[], heard: readonly string[]): number {
  let row = heard.map((_, at) => at + 1);
  for (const [at, word] of said.entries()) {
    let corner = at;
    let left = at + 1;
    row = heard.map((other, column) => {
      const above = row[column]!;
      left = Math.min(above + 1, left + 1, corner + (word === other ? 0 : 1));
      corner = above;
      return left;
    });
  }
  return row.at(-1) ?? said.length;
}

interface Engine {
  readonly name: string;
  readonly open: () => Promise<Recogniser>;
}

function listEngines(): Engine[] {
  const { speechServer, models, dataFolder } = readConfig();
  const model = models.speech ?? findWeights(dataFolder).speech;
  const ask = (question: ServerQuestion) => {
    const asker = {
      folder: path.dirname(question.file.path),
      account: undefined,
      signal: new AbortController().signal,
    };
    return askServer(speechServer ? { speech: speechServer } : {}, question, asker);
  };
  return [
    ...(speechServer ? [{ name: 'a speech server', open: async () => openSpeechServer(ask) }] : []),
    ...(model ? [{ name: `whisper.cpp, ${path.basename(model)}`, open: () => openWhisper(model) }] : []),
    ...(openPocketSphinx() ? [{ name: 'PocketSphinx', open: async () => openPocketSphinx()! }] : []),
  ];
}

interface Heard {
  readonly segments: readonly SpeechSegment[];
  readonly seconds: number;
  readonly tookSeconds: number;
}

async function listen(file: string, folder: string, openRecogniser: () => Promise<Recogniser>): Promise<Heard> {
  const clip = { path: file, type: 'wav' } as const;
  const { seconds: length = 0 } = await probeClip(clip);
  const part = { file: clip, start: 0, seconds: length, folder };
  const options = { language: 'en', openRecogniser, onProgress: () => undefined, onSegments: () => undefined } as const;
  const from = performance.now();
  const { segments } = await transcribe(part, options);
  return { segments, seconds: length, tookSeconds: (performance.now() - from) / 1000 };
}

const textOf = ({ segments }: Heard) => segments.map(({ text }) => text).join(' ');

async function measureEngine({ name, open }: Engine, spoken: readonly string[], folder: string): Promise<Line> {
  const said = wordsOf(sentences.join(' '));
  let [errors, length, took] = [0, 0, 0];
  for (const file of spoken) {
    const heard = await listen(file, folder, open);
    errors += countErrors(said, wordsOf(textOf(heard)));
    length += heard.seconds;
    took += heard.tookSeconds;
  }
  const wrong = errors / (said.length * spoken.length);
  // The fallback engine has a lower target.
  const max = name === 'PocketSphinx' ? 0.4 : 0.15;
  return {
    what: `${Math.round(length)} s of English in ${spoken.length} voices: ${name}`,
    ours: `${(took / length).toFixed(2)} × real time, ${(wrong * 100).toFixed(1)} % of words wrong`,
    rival: '–',
    aim: `≤ ${max * 100} % wrong`,
    isMet: wrong <= max,
  };
}

export const benchSpeech: Bench = async () => {
  if (whyNoSpeech) {
    const skipped = { what: 'Text from speech', ours: `skipped: ${whyNoSpeech}`, rival: '–', aim: '–', isMet: true };
    return [skipped];
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-speech-'));
  const make = (name: string, sound: string) =>
    makeClip({ folder, name: `${name}.wav`, picture: null, sound, args: [] });
  try {
    const spoken = voices.map(voice => make(voice, speak(sentences, { voice, pause: 0.8 })));
    const engines = listEngines();
    const lines: Line[] = [];
    for (const engine of engines) lines.push(await measureEngine(engine, spoken, folder));
    const best =
      engines[0]?.open ?? (() => Promise.reject(new Error('a recogniser was opened for a clip without speech')));
    const empty = { silence: keepSilent(seconds), music: playMusic(seconds), noise: makeNoise(seconds) };
    for (const [name, source] of Object.entries(empty)) {
      const heard = await listen(make(name, source), folder, best);
      const count = wordsOf(textOf(heard)).length;
      lines.push({
        what: `${seconds} s of ${name}: words found where there is no speech`,
        ours: `${count} words, ${(heard.tookSeconds / heard.seconds).toFixed(3)} × real time`,
        rival: '–',
        aim: '0',
        isMet: count === 0,
      });
    }
    return lines;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
