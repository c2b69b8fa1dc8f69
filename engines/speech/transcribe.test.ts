// A recogniser is always closed, and every list of lines that is handed out stays as it was.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SpeechSegment } from 'contract/speech.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeClip } from '../video/test-clips.ts';
import { speak, whyNoSpeech } from './test-speech.ts';
import { transcribe } from './transcribe.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transcribe-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe.skipIf(whyNoSpeech)('a part with two sentences', () => {
  async function recognise(onOpen: () => Promise<unknown>) {
    const sound = speak(['good morning everyone and welcome', 'how are you feeling today']);
    const path = await makeClip({ folder, name: 'talk.mp4', sound, seconds: 3 });
    const shown: (readonly SpeechSegment[])[] = [];
    let closed = 0;
    let asked = 0;
    const work = transcribe(
      { file: { path, type: 'mp4' }, start: 0, seconds: 12, folder },
      {
        language: 'en',
        openRecogniser: async () => {
          await onOpen();
          return {
            engine: 'server',
            recognise: async () => ({ segments: [{ start: 0, end: 1, text: `line ${++asked}` }] }),
            close: () => void closed++,
          };
        },
        onProgress: () => undefined,
        onSegments: segments => shown.push(segments),
      },
    );
    const outcome = await work.then(
      ({ segments }) => segments.map(({ text }) => text),
      (error: Error) => error.message,
    );
    return { outcome, shown, closed: () => closed };
  }

  test('hands out a new list after each piece', async () => {
    const { outcome, shown, closed } = await recognise(async () => undefined);
    expect(outcome).toEqual(['line 1', 'line 2']);
    expect(shown.map(segments => segments.length)).toEqual([1, 2]);
    expect(closed()).toBe(1);
  });

  test('leaves no recogniser behind when the sound disappears', async () => {
    const { closed } = await recognise(async () => {
      for (const name of await readdir(folder)) if (name !== 'talk.mp4') await rm(join(folder, name));
    });
    expect(closed()).toBe(1);
  });
});
