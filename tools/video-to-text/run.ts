// Transcribes a clip or a recording to subtitles and text; writes the files again for an edited text.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseTrack } from 'contract/clip/plan.ts';
import { AppError, type ErrorCode } from 'contract/errors.ts';
import { type Output, partOf, type Run, type RunContext, type Runs } from 'contract/run.ts';
import { speechEngines, speechLimits } from 'contract/speech.ts';
import { sortCues } from 'contract/subtitles/cues.ts';
import { writeSrt, writeTime, writeVtt } from 'contract/subtitles/write.ts';
import { listWarnings } from 'contract/warnings.ts';
import { nameSaved } from 'engines/save-picture.ts';
import { openPocketSphinx } from 'engines/speech/pocketsphinx.ts';
import type { Recogniser } from 'engines/speech/recogniser.ts';
import { openSpeechServer } from 'engines/speech/speech-server.ts';
import { transcribe as transcribePart } from 'engines/speech/transcribe.ts';
import { openWhisper } from 'engines/speech/whisper.ts';
import { writeDocx } from 'engines/text/write-docx.ts';
import { probeClip } from 'engines/video/probe-clip.ts';
import {
  type FileKind,
  fileKinds,
  type TextMeta,
  type TranscribeOptions,
  type videoToText,
  type WriteOptions,
} from './contract.ts';
import { joinParagraphs } from './paragraphs.ts';
import { findProblem, type PartProblem, partOfClip } from './part.ts';

const readPercent = 2;
const spokenPercent = 96;

const refusals: Readonly<Record<PartProblem, readonly [ErrorCode, Record<string, number>?]>> = {
  'no-sound': ['CLIP_WITHOUT_SOUND'],
  'range-empty': ['CLIP_RANGE_EMPTY'],
  'too-long': ['CLIP_TOO_LONG', { maxMinutes: speechLimits.limitMaxDuration / 60 }],
};

type Segments = NonNullable<Output['segments']>;

/** Opens the best available engine. Throws SPEECH_NOT_CONFIGURED if there is none. */
async function openBest({ servers = [], models, askServer }: RunContext<TranscribeOptions>): Promise<Recogniser> {
  if (askServer && servers.includes('speech')) return openSpeechServer(askServer);
  if (models.speech) return openWhisper(models.speech);
  const last = openPocketSphinx();
  if (!last) throw new AppError('SPEECH_NOT_CONFIGURED');
  return last;
}

const writePlain = (segments: Segments) =>
  joinParagraphs(segments)
    .map(({ text }) => text)
    .join('\n\n');

async function writeKind(kind: FileKind, path: string, segments: Segments): Promise<void> {
  if (kind === 'srt') await writeFile(path, writeSrt(segments));
  else if (kind === 'vtt') await writeFile(path, writeVtt(segments));
  // Windows programs read a file without a byte order mark in the system's legacy code page.
  else if (kind === 'txt') await writeFile(path, `\ufeff${writePlain(segments)}\n`);
  else {
    const paragraphs = joinParagraphs(segments);
    const rows = paragraphs.map(
      ({ start, text }) => ({ kind: 'paragraph', text: `${writeTime(start).slice(0, 8)}\n${text}` }) as const,
    );
    await writeDocx(path, rows);
  }
}

/** Writes all files of a text. Without speech there are none, because empty files would look like a result. */
async function writeAll(
  segments: Segments,
  name: string,
  folder: string,
): Promise<Pick<Output, 'files' | 'text' | 'segments'>> {
  const kinds = segments.length === 0 ? [] : fileKinds;
  const files = kinds.map(kind => ({ path: join(folder, `text.${kind}`), name: nameSaved(name, kind), type: kind }));
  for (const { path, type } of files) await writeKind(type, path, segments);
  return { files, text: writePlain(segments), segments };
}

const transcribe: Run<TranscribeOptions> = async context => {
  const { options, inputs, folder, progress, showSegments = () => undefined } = context;
  progress(0, 'reading');
  const { path, type, name } = inputs.videoUrl!;
  const facts = await probeClip({ path, type });
  const problem = findProblem(facts, options);
  if (problem) {
    const [code, details] = refusals[problem];
    throw new AppError(code, details ?? null);
  }
  const { start, seconds } = partOfClip(facts, options) ?? {
    start: options.start ?? 0,
    seconds: speechLimits.limitMaxDuration,
  };
  const used: { engine: Recogniser['engine'] | null } = { engine: null };
  const said = await transcribePart(
    { file: { path, type }, track: chooseTrack(facts.streams ?? [], 'sound')?.index, start, seconds, folder },
    {
      language: options.language,
      openRecogniser: async () => {
        const opened = await openBest(context);
        used.engine = opened.engine;
        return opened;
      },
      onProgress: partOf(progress, readPercent, spokenPercent, 'working'),
      onSegments: showSegments,
    },
  );
  progress(spokenPercent, 'writing');
  const written = await writeAll(said.segments, name, folder);
  const meta: TextMeta = {
    engine: used.engine,
    language: said.language ?? null,
    warnings: listWarnings({
      'no-speech': said.segments.length === 0,
      'rough-text': used.engine === 'pocketsphinx' && said.segments.length > 0,
    }),
  };
  return { ...written, layerPath: said.listeningPath, meta, hasNoEffect: said.segments.length === 0 };
};

const write: Run<WriteOptions> = async ({ options, folder, progress }) => {
  progress(0, 'writing');
  const segments = sortCues(options.segments).filter(({ start, end, text }) => end > start && text.trim() !== '');
  const meta: TextMeta = {
    engine: speechEngines.find(known => known === options.engine) ?? null,
    language: options.spokenLanguage ?? null,
    warnings: listWarnings({ 'no-speech': segments.length === 0 }),
  };
  return { ...(await writeAll(segments, options.name, folder)), meta };
};

export const runs: Runs<typeof videoToText> = { transcribe, write };
