// A server with OpenAI's transcription API, called once per piece. Its responses are untrusted input.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AskServer, ServerAnswer } from 'contract/run.ts';
import type { SpeechSegment } from 'contract/speech.ts';
import { z } from 'zod';
import type { RecognisedPiece, Recogniser, WantedPiece } from './recogniser.ts';
import { brokenEngine } from './whisper.ts';

/** Pauses before each retry of a request. */
const pausesMs = [500, 2000];
const maxSegments = 500;
/** Twice as much text as the fastest speech has, so that the pieces of a film together stay below some 10,000 lines. */
const maxCharacters = { perSecond: 60, min: 200 };

const finite = z.number();
const answerSchema = z.object({
  text: z.string().optional().catch(undefined),
  language: z.string().max(40).optional().catch(undefined),
  segments: z
    .array(
      z.object({ start: finite, end: finite, text: z.string(), no_speech_prob: finite.optional().catch(undefined) }),
    )
    .max(maxSegments)
    .optional()
    .catch(undefined),
});
/** No-speech probability from which a segment counts as silence. */
const silentFrom = 0.8;

/** Language names of the published schema, with their codes. */
const languageCodes: Readonly<Record<string, string>> = { chinese: 'zh', mandarin: 'zh', english: 'en' };

/** The answers to a format that a model does not support. */
const refusesFormat = [400, 415, 422];
const maxWords = 500;

const failure = ({ status, body }: ServerAnswer) =>
  brokenEngine(new Error(`the speech server answered ${status}: ${body.slice(0, maxWords)}`));

const mayPass = (status: number) => status === 0 || status === 408 || status === 429 || status >= 500;

/** Parses a transcription. Throws SPEECH_ENGINE_FAILED when it does not match the published schema. */
export function readTranscription(body: string, seconds: number): RecognisedPiece {
  let found: z.output<typeof answerSchema>;
  try {
    found = answerSchema.parse(JSON.parse(body));
  } catch (error) {
    throw brokenEngine(error);
  }
  const { segments, text, language } = found;
  if (segments === undefined && text === undefined) throw brokenEngine(new Error('an answer without text'));
  // Some servers leave the list empty beside a text.
  const spoken = (segments?.length ? segments : undefined)?.filter(
    ({ no_speech_prob: silent = 0 }) => silent < silentFrom,
  );
  let room = Math.max(maxCharacters.min, Math.round(seconds * maxCharacters.perSecond));
  const cut = (segment: SpeechSegment): SpeechSegment[] => {
    const words = segment.text.slice(0, room);
    room -= words.length;
    return words === '' ? [] : [{ start: segment.start, end: segment.end, text: words }];
  };
  return {
    segments: spoken?.flatMap(cut) ?? (text?.trim() ? cut({ start: 0, end: seconds, text }) : []),
    ...(language && { language: languageCodes[language.toLowerCase()] ?? language.toLowerCase() }),
  };
}

type Format = 'verbose_json' | 'json';

export function openSpeechServer(ask: AskServer, pauses: readonly number[] = pausesMs): Recogniser {
  /** Some models return only text. */
  let usual: Format = 'verbose_json';

  async function askOnce({ path, language }: WantedPiece, format: Format): Promise<ServerAnswer> {
    return ask({
      server: 'speech',
      fields: [
        ['response_format', format],
        ['temperature', '0'],
        ...(format === 'verbose_json' ? ([['timestamp_granularities[]', 'segment']] as const) : []),
        ...(language === 'auto' ? [] : ([['language', language]] as const)),
      ],
      file: { field: 'file', path, name: 'speech.wav', contentType: 'audio/wav' },
    });
  }

  async function askPatiently(piece: WantedPiece, format: Format): Promise<ServerAnswer> {
    for (const pause of [...pauses, undefined]) {
      const answer = await askOnce(piece, format);
      if (!mayPass(answer.status)) return answer;
      if (pause === undefined) throw failure(answer);
      await sleep(pause);
    }
    throw brokenEngine(new Error('unreachable'));
  }

  return {
    engine: 'server',
    async recognise(piece) {
      let answer = await askPatiently(piece, usual);
      if (usual === 'verbose_json' && refusesFormat.includes(answer.status)) {
        answer = await askPatiently(piece, 'json');
        if (answer.status === 200) usual = 'json';
      }
      if (answer.status !== 200) throw failure(answer);
      return readTranscription(answer.body, piece.seconds);
    },
    close: () => undefined,
  };
}
