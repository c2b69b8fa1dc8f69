// Requests to a transcription server, and how its responses are validated.
import type { ServerAnswer, ServerQuestion } from 'contract/run.ts';
import { describe, expect, test } from 'vitest';
import { refusalOf } from '../test-pictures.ts';
import { openSpeechServer, readTranscription } from './speech-server.ts';

const piece = { path: '/run/piece.wav', seconds: 4, language: 'zh' } as const;

/** A server that plays these responses in order and records the requests. */
function play(...answers: readonly ServerAnswer[]) {
  const asked: ServerQuestion[] = [];
  const recogniser = openSpeechServer(
    async question => {
      asked.push(question);
      return answers[Math.min(asked.length, answers.length) - 1]!;
    },
    [0, 0],
  );
  const fieldsOf = (at: number) => Object.fromEntries(asked[at]!.fields);
  return { recogniser, asked, fieldsOf };
}

const ok = (body: unknown): ServerAnswer => ({ status: 200, body: JSON.stringify(body) });

describe('a request', () => {
  test('names the language and asks for timestamps', async () => {
    const { recogniser, asked, fieldsOf } = play(ok({ text: '你好', segments: [{ start: 0, end: 1, text: '你好' }] }));
    await recogniser.recognise(piece);
    expect(fieldsOf(0)).toEqual({
      response_format: 'verbose_json',
      temperature: '0',
      'timestamp_granularities[]': 'segment',
      language: 'zh',
    });
    expect(asked[0]!.file).toEqual({ field: 'file', path: piece.path, name: 'speech.wav', contentType: 'audio/wav' });
    await recogniser.recognise({ ...piece, language: 'auto' });
    expect(fieldsOf(1)).not.toHaveProperty('language');
  });

  test('is retried while the server is busy, a limited number of times', async () => {
    const busy = { status: 503, body: '' };
    const patient = play(busy, { status: 0, body: 'cut off' }, ok({ text: 'hi' }));
    expect((await patient.recogniser.recognise(piece)).segments).toEqual([{ start: 0, end: 4, text: 'hi' }]);
    const dead = play(busy);
    expect(await refusalOf(dead.recogniser.recognise(piece))).toBe('SPEECH_ENGINE_FAILED');
    expect(dead.asked).toHaveLength(3);
  });

  test('asks for text only after a model turned out not to support timestamps', async () => {
    const plain = play({ status: 400, body: 'verbose_json is not supported' }, ok({ text: 'hi' }), ok({ text: 'ho' }));
    expect((await plain.recogniser.recognise(piece)).segments[0]!.text).toBe('hi');
    expect((await plain.recogniser.recognise(piece)).segments[0]!.text).toBe('ho');
    expect(plain.asked.map((_, at) => plain.fieldsOf(at).response_format)).toEqual(['verbose_json', 'json', 'json']);
  });

  test.each([415, 422])('asks for text only after the answer %i, too', async status => {
    const plain = play({ status, body: 'no' }, ok({ text: 'hi' }));
    expect((await plain.recogniser.recognise(piece)).segments[0]!.text).toBe('hi');
    expect(plain.fieldsOf(1).response_format).toBe('json');
  });

  test('asks for timestamps again if text only was refused, too', async () => {
    const broken = { status: 400, body: 'this sound is too short' };
    const { recogniser, fieldsOf } = play(broken, broken, ok({ text: 'hi' }));
    expect(await refusalOf(recogniser.recognise(piece))).toBe('SPEECH_ENGINE_FAILED');
    await recogniser.recognise(piece);
    expect(fieldsOf(2).response_format).toBe('verbose_json');
  });

  test('that fails reports the beginning of a long answer', async () => {
    for (const status of [400, 503]) {
      const { recogniser } = play({ status, body: 'x'.repeat(4_000_000) });
      const error = await recogniser.recognise(piece).catch((thrown: Error) => thrown);
      expect((error as Error & { cause: Error }).cause.message).toMatch(/answered \d+: x{500}$/);
    }
  });

  test('fails at once when the key is refused', async () => {
    const { recogniser, asked } = play({ status: 401, body: 'no' });
    expect(await refusalOf(recogniser.recognise(piece))).toBe('SPEECH_ENGINE_FAILED');
    expect(asked).toHaveLength(1);
  });
});

describe('a response', () => {
  test('gives segments and the language code', () => {
    const body = {
      task: 'transcribe',
      language: 'chinese',
      duration: 4,
      text: '你好。再见。',
      segments: [
        { id: 0, start: 0, end: 1.5, text: '你好。', no_speech_prob: 0.01 },
        { id: 1, start: 2, end: 3, text: '谢谢观看', no_speech_prob: 0.95 },
      ],
    };
    expect(readTranscription(JSON.stringify(body), 4)).toEqual({
      language: 'zh',
      segments: [{ start: 0, end: 1.5, text: '你好。' }],
    });
  });

  test.each(['', 'null', '[]', '{}', '<html>', '{"text":7}', '{"error":{"message":"no"}}'])(
    '%s is refused',
    async body => {
      expect(await refusalOf(Promise.resolve().then(() => readTranscription(body, 4)))).toBe('SPEECH_ENGINE_FAILED');
    },
  );

  test('whose segments are missing gives its text, unless they are silent', () => {
    expect(readTranscription('{"text":"hi","segments":[]}', 4).segments).toEqual([{ start: 0, end: 4, text: 'hi' }]);
    const silent = { text: 'bye', segments: [{ start: 0, end: 1, text: 'bye', no_speech_prob: 0.9 }] };
    expect(readTranscription(JSON.stringify(silent), 4).segments).toEqual([]);
  });

  test('is truncated when it is too long', () => {
    const [line] = readTranscription(JSON.stringify({ text: 'la '.repeat(100_000) }), 30).segments;
    expect(line!.text.length).toBe(1800);
    const segments = Array.from({ length: 400 }, (_, at) => ({ start: at, end: at + 1, text: 'la '.repeat(100) }));
    const lines = readTranscription(JSON.stringify({ segments }), 30).segments;
    expect(lines.map(({ text }) => text.length)).toEqual([300, 300, 300, 300, 300, 300]);
    // The shortest pieces have room for a sentence.
    expect(readTranscription(JSON.stringify({ segments }), 0.3).segments).toHaveLength(1);
    expect(readTranscription('{"text":"  "}', 4).segments).toEqual([]);
  });
});
