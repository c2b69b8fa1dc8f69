// Transcribes a clip: extracts its audio, finds spans of speech, cuts them into pieces at pauses, and recognises each piece.
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PartProgress } from 'contract/run.ts';
import type { SpeechLanguage, SpeechSegment } from 'contract/speech.ts';
import { joinSpans, type Piece } from './cut-pieces.ts';
import { extractSound, type SoundPart, writeListening, writePiece } from './extract-sound.ts';
import { findSpeech } from './find-speech.ts';
import type { Recogniser } from './recogniser.ts';
import { tidySegments } from './tidy-segments.ts';

/** Overall progress (0..1) at the end of each step. */
const steps = { extracted: 0.08, listened: 0.12, searched: 0.2 } as const;

export interface Transcription {
  readonly segments: readonly SpeechSegment[];
  /** The language of most pieces, such as "zh"; undefined if the engine does not report it or there is no speech. */
  readonly language: string | undefined;
  /** The audio for playback. */
  readonly listeningPath: string;
  /** Seconds of speech. */
  readonly spokenSeconds: number;
}

export interface TranscribeOptions {
  readonly language: SpeechLanguage;
  /** Called only once speech was found. */
  readonly openRecogniser: () => Promise<Recogniser>;
  readonly onProgress: PartProgress;
  /** Called after each piece with all segments so far. */
  readonly onSegments: (segments: readonly SpeechSegment[]) => void;
}

function findMostFrequent(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

async function recogniseAll(
  pieces: readonly Piece[],
  soundPath: string,
  { part, options }: { part: SoundPart; options: TranscribeOptions },
): Promise<Pick<Transcription, 'segments' | 'language'>> {
  const { language, onProgress, onSegments } = options;
  const total = pieces.reduce((sum, { start, end }) => sum + end - start, 0);
  const sound = await open(soundPath);
  const path = join(part.folder, 'piece.wav');
  const segments: SpeechSegment[] = [];
  const languages: string[] = [];
  let done = 0;
  let msPerSecond: number | undefined;
  const shareOf = (seconds: number) => steps.searched + (1 - steps.searched) * (seconds / total);
  let recogniser: Recogniser | undefined;
  try {
    recogniser = await options.openRecogniser();
    for (const piece of pieces) {
      const seconds = piece.end - piece.start;
      const usualMs = msPerSecond && msPerSecond * seconds;
      onProgress(shareOf(done), usualMs === undefined ? undefined : { until: shareOf(done + seconds), usualMs });
      await writePiece(sound, piece, path);
      const startedAt = performance.now();
      const found = await recogniser.recognise({ path, seconds, language });
      msPerSecond = (performance.now() - startedAt) / seconds;
      const ofWhole = { start: part.start + piece.start, end: part.start + piece.end };
      const tidied = tidySegments(found.segments, ofWhole, segments);
      if (tidied.length > 0 && found.language) languages.push(found.language);
      segments.push(...tidied);
      done += seconds;
      onSegments([...segments]);
    }
  } finally {
    recogniser?.close();
    await sound.close();
    await rm(path, { force: true });
  }
  return { segments, language: findMostFrequent(languages) };
}

/** Transcribes a part of a clip, with times relative to the whole clip. Throws FILE_CORRUPT and SPEECH_ENGINE_FAILED. */
export async function transcribe(part: SoundPart, options: TranscribeOptions): Promise<Transcription> {
  const { onProgress } = options;
  const between = (from: number, to: number) => (fraction: number) => onProgress(from + fraction * (to - from));
  const sound = await extractSound(part, between(0, steps.extracted));
  const listeningPath = await writeListening(sound, part.folder);
  const spans = await findSpeech(sound, between(steps.listened, steps.searched));
  const pieces = joinSpans(spans);
  const spokenSeconds = spans.reduce((sum, { start, end }) => sum + end - start, 0);
  const said =
    pieces.length === 0
      ? { segments: [], language: undefined }
      : await recogniseAll(pieces, sound.path, { part, options });
  await rm(sound.path);
  return { ...said, listeningPath, spokenSeconds };
}
