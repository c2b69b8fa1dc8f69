// Tests speech recognition on clips with and without speech: lines, times and written files.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import AdmZip from 'adm-zip';
import { readCues } from 'contract/subtitles/read.ts';
import { keepSilent, makeNoise, playMusic, speak, whyNoSpeech } from 'engines/speech/test-speech.ts';
import { writeWhisperModel } from 'engines/speech/test-whisper-model.ts';
import { refusalOf } from 'engines/test-pictures.ts';
import { h264, listen, makeClip } from 'engines/video/test-clips.ts';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { transcribeOptions, writeOptions } from './contract.ts';
import { findMatches } from './find-matches.ts';
import { joinParagraphs } from './paragraphs.ts';
import { runs } from './run.ts';

type Attempt = Parameters<typeof tryRun>[3];
const sentences = ['good morning everyone and welcome', 'how are you feeling today'];

const transcribe = (path: string, options: z.input<typeof transcribeOptions> = {}, more: Attempt = {}) =>
  tryRun(runs.transcribe, transcribeOptions, options, { inputs: { videoUrl: path }, ...more });

async function makeSpoken(name = 'talk.mp4'): Promise<string> {
  return makeClip({ folder: await makeTestFolder(), name, sound: speak(sentences), seconds: 3 });
}

/** Writes a model that always returns the same text, for segments of about two seconds. */
async function makeModel(): Promise<string> {
  const path = join(await makeTestFolder(), 'ggml-scripted.bin');
  await writeWhisperModel(path, [' Good', ' morning', ' everyone.'], 1.6);
  return path;
}

describe.skipIf(whyNoSpeech)('a clip with speech', () => {
  test('becomes lines with their times, and four files', async () => {
    const shown: number[] = [];
    const { output, steps } = await transcribe(
      await makeSpoken(),
      {},
      {
        models: { speech: await makeModel() },
        showSegments: segments => shown.push(segments.length),
      },
    );
    const { segments = [], meta } = output;
    expect(segments.map(({ text }) => text)).toEqual(['Good morning everyone.', 'Good morning everyone.']);
    expect(meta).toEqual({ engine: 'whisper', language: 'en', warnings: [] });
    // The second sentence starts after three seconds of silence.
    expect(segments[0]!.start).toBeLessThan(0.5);
    expect(segments[1]!.start).toBeGreaterThan(segments[0]!.end + 2);
    expect(shown).toEqual([1, 2]);
    expect(output.files.map(({ name }) => name)).toEqual(['talk.srt', 'talk.vtt', 'talk.txt', 'talk.docx']);
    const [srt, vtt, txt, docx] = await Promise.all(output.files.map(({ path }) => readFile(path)));
    const inMilliseconds = (cues: typeof segments) =>
      cues.map(({ start, end, text }) => [Math.round(start * 1000), Math.round(end * 1000), text]);
    for (const file of [srt!, vtt!])
      expect(inMilliseconds(readCues(file.toString()).cues)).toEqual(inMilliseconds(segments));
    expect(txt!.toString()).toBe('\ufeffGood morning everyone.\n\nGood morning everyone.\n');
    expect(output.text).toBe('Good morning everyone.\n\nGood morning everyone.');
    const words = new AdmZip(docx).readAsText('word/document.xml');
    expect(words).toContain('00:00:00');
    expect(words).toContain('Good morning everyone.');
    expect(steps.every(([percent], at) => percent >= (steps[at - 1]?.[0] ?? 0))).toBe(true);
    // Only the sound, for a page that cannot play the clip.
    expect(listen(output.layerPath!).some(sample => Math.abs(sample) > 0.05)).toBe(true);
  });

  test('the track that players choose is transcribed', async () => {
    const tracks = ['-filter_complex', `${speak(sentences)}[spoken]`, '-map', '0:v', '-map', '1:a', '-map', '[spoken]'];
    const isSecond = ['-disposition:a:0', '0', '-disposition:a:1', 'default'];
    const path = makeClip({
      folder: await makeTestFolder(),
      name: 'two-tracks.mp4',
      sound: keepSilent(8),
      seconds: 8,
      args: [...tracks, ...isSecond, ...h264, '-c:a', 'aac'],
    });
    const { output } = await transcribe(path, {}, { models: { speech: await makeModel() } });
    expect(output.segments).toHaveLength(2);
    expect(listen(output.layerPath!).some(sample => Math.abs(sample) > 0.05)).toBe(true);
  });

  test('only the requested part is transcribed, with times of the whole clip', async () => {
    const { output } = await transcribe(await makeSpoken(), { start: 3 }, { models: { speech: await makeModel() } });
    expect(output.segments).toHaveLength(1);
    expect(output.segments![0]!.start).toBeGreaterThan(4);
  });

  test('a speech server takes precedence over a model, and receives segments at 16 kHz', async () => {
    const heard: Buffer[] = [];
    const { output } = await transcribe(
      await makeSpoken('talk.m4a'),
      { language: 'en' },
      {
        models: { speech: await makeModel() },
        askServer: async ({ file }) => {
          heard.push(await readFile(file.path));
          const text = sentences[heard.length - 1];
          return {
            status: 200,
            body: JSON.stringify({ language: 'english', segments: [{ start: 0.1, end: 2, text }] }),
          };
        },
      },
    );
    expect(output.segments!.map(({ text }) => text)).toEqual(sentences);
    expect(output.meta).toMatchObject({ engine: 'server', language: 'en' });
    for (const wav of heard) {
      expect(wav.toString('ascii', 0, 4) + wav.toString('ascii', 8, 12)).toBe('RIFFWAVE');
      expect([wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([1, 16_000, 16]);
    }
  });

  test('an invalid model file is refused by name', async () => {
    const path = await makeSpoken();
    expect(await refusalOf(transcribe(path, {}, { models: { speech: path } }))).toBe('SPEECH_ENGINE_FAILED');
  });
});

describe.skipIf(whyNoSpeech)('a clip without speech', () => {
  test.each([
    ['silence', keepSilent(6)],
    ['music', playMusic(6)],
    ['noise', makeNoise(6)],
  ])('%s gives no text, and no engine is started', async (_, sound) => {
    const path = makeClip({
      folder: await makeTestFolder(),
      name: 'a.m4a',
      picture: null,
      sound,
      args: ['-c:a', 'aac'],
    });
    const askServer = () => Promise.reject(new Error('nobody is to be asked'));
    const { output } = await transcribe(path, {}, { askServer });
    expect(output).toMatchObject({
      files: [],
      segments: [],
      text: '',
      meta: { warnings: ['no-speech'], engine: null },
      hasNoEffect: true,
    });
  });

  test('a silent clip, an empty part and a file that is no clip are refused', async () => {
    const folder = await makeTestFolder();
    const silent = makeClip({ folder, name: 'silent.mp4', sound: null, args: h264 });
    expect(await refusalOf(transcribe(silent))).toBe('CLIP_WITHOUT_SOUND');
    const short = makeClip({ folder, name: 'short.mp4' });
    expect(await refusalOf(transcribe(short, { start: 5 }))).toBe('CLIP_RANGE_EMPTY');
  });
});

describe('an edited text', () => {
  const write = (options: z.input<typeof writeOptions>) => tryRun(runs.write, writeOptions, options, {});

  test('is written again, sorted and without empty lines', async () => {
    const { output } = await write({
      name: 'holiday.mp4',
      engine: 'whisper',
      spokenLanguage: 'zh',
      segments: [
        { start: 4, end: 6, text: '第二句' },
        { start: 1, end: 2, text: '第一句' },
        { start: 7, end: 8, text: '  ' },
      ],
    });
    expect(output.files.map(({ name }) => name)).toEqual(['holiday.srt', 'holiday.vtt', 'holiday.txt', 'holiday.docx']);
    expect(await readFile(output.files[0]!.path, 'utf8')).toBe(
      '1\n00:00:01,000 --> 00:00:02,000\n第一句\n\n2\n00:00:04,000 --> 00:00:06,000\n第二句\n',
    );
    expect(output.meta).toEqual({ engine: 'whisper', language: 'zh', warnings: [] });
  });

  test('without a line has no files', async () => {
    expect((await write({ segments: [] })).output).toMatchObject({ files: [], meta: { warnings: ['no-speech'] } });
  });
});

describe('reading and searching', () => {
  const line = (start: number, text: string) => ({ start, end: start + 1, text });

  test('a paragraph ends at a pause, and Chinese is joined without spaces', () => {
    const found = joinParagraphs([line(0, '你好，'), line(1, '我是小王。'), line(9, 'Hello'), line(10, 'there.')]);
    expect(found).toEqual([
      { start: 0, text: '你好，我是小王。' },
      { start: 9, text: 'Hello there.' },
    ]);
  });

  test('words are found regardless of case and width', () => {
    const lines = [line(0, 'Good morning, ＧＯＯＤ'), line(1, '早上好'), line(2, 'no')];
    expect(findMatches(lines, ' good ')).toEqual([
      { line: 0, from: 0, to: 4 },
      { line: 0, from: 14, to: 18 },
    ]);
    expect(findMatches(lines, '上')).toEqual([{ line: 1, from: 1, to: 2 }]);
    expect(findMatches(lines, '')).toEqual([]);
  });
});
