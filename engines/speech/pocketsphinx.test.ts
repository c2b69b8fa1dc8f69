// PocketSphinx on speech synthesized by flite, where Debian's model is installed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeClip } from '../video/test-clips.ts';
import { hasPocketSphinx, openPocketSphinx } from './pocketsphinx.ts';
import { speak, whyNoSpeech } from './test-speech.ts';

const engine = openPocketSphinx();
const isThere = engine !== undefined && !whyNoSpeech && (await hasPocketSphinx('/usr/local/bin:/usr/bin:/bin'));

test.skipIf(!isThere)('most words of a plain sentence are recognised, with their times', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sphinx-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const sound = speak(['the weather has been cold and windy for the whole week']);
  const args = ['-ac', '1', '-ar', '16000'];
  const path = makeClip({ folder, name: 'a.wav', picture: null, sound, args });
  const { segments, language } = await engine!.recognise({ path, seconds: 4, language: 'en' });
  expect(language).toBe('en');
  const words = segments.map(({ text }) => text).join(' ');
  const understood = ['weather', 'been', 'cold', 'windy', 'whole', 'week'].filter(word => words.includes(word));
  expect(understood.length).toBeGreaterThan(2);
  for (const { start, end } of segments) expect(start >= 0 && end > start && end <= 4).toBe(true);
});

test('is unavailable without ffmpeg', async () => {
  expect(await hasPocketSphinx('/nowhere')).toBe(false);
});
