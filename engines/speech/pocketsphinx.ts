// PocketSphinx (Huggins-Daines et al., 2006) with Debian's English model, through ffmpeg's filter `asr`: a last resort that supports only English and
// gets about one word in ten of clear, synthetic speech wrong.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { SpeechSegment } from 'contract/speech.ts';
import { runFfmpeg } from '../video/run-ffmpeg.ts';
import type { Recogniser } from './recogniser.ts';

/** Install locations of the package pocketsphinx-en-us and of builds from source. */
const folders = ['/usr/share/pocketsphinx/model/en-us', '/usr/local/share/pocketsphinx/model/en-us'];
/** Options of the filter and the files they name. */
const parts = { hmm: 'en-us', lm: 'en-us.lm.bin', dict: 'cmudict-en-us.dict' } as const;

const findModel = (): string | undefined =>
  folders.find(folder => Object.values(parts).every(name => existsSync(join(folder, name))));

/** Whether this machine's ffmpeg has the filter, and Debian's model is installed. */
export async function hasPocketSphinx(searchPath: string): Promise<boolean> {
  if (!findModel()) return false;
  try {
    const { stdout } = await promisify(execFile)('ffmpeg', ['-hide_banner', '-filters'], { env: { PATH: searchPath } });
    return /^ \S{3} asr /m.test(stdout);
  } catch {
    return false; // ffmpeg is missing, which is reported elsewhere.
  }
}

/** The filter outputs a word only after some silence. */
const trailingSilence = 'apad=pad_dur=1';

/** Collects texts from the output of `ametadata`: the time of a frame, and the text recognised up to it. */
function collectTexts(seconds: number): { hear: (line: string) => void; segments: SpeechSegment[] } {
  const segments: SpeechSegment[] = [];
  let now = 0;
  return {
    segments,
    hear(line) {
      const time = /pts_time:([\d.]+)/.exec(line)?.[1];
      if (time !== undefined) now = Math.min(seconds, Number(time));
      const text = /^lavfi\.asr\.text=(.+)$/.exec(line)?.[1]?.trim();
      if (text) segments.push({ start: segments.at(-1)?.end ?? 0, end: now, text });
    },
  };
}

/** Opens the engine; undefined if it is not installed. */
export function openPocketSphinx(): Recogniser | undefined {
  const model = findModel();
  if (!model) return undefined;
  const files = Object.entries(parts).map(([option, name]) => `${option}=${join(model, name)}`);
  const filter = `${trailingSilence},asr=rate=16000:${files.join(':')},ametadata=mode=print:key=lavfi.asr.text:file=pipe\\\\:1`;
  return {
    engine: 'pocketsphinx',
    async recognise({ path, seconds }) {
      const { hear, segments } = collectTexts(seconds);
      const args = ['-f', 'wav', '-i', `file:${path}`, '-af', filter, '-f', 'null', '-'];
      await runFfmpeg(args, { folder: dirname(path), seconds, hear });
      return { segments, language: 'en' };
    },
    close: () => undefined,
  };
}
