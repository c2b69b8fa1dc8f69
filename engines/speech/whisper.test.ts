// whisper.cpp with a generated model, with invalid model files, and killed while it works.
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusalOf } from '../test-pictures.ts';
import { encodeWav, sampleRate } from './extract-sound.ts';
import { writeWhisperModel } from './test-whisper-model.ts';
import { openWhisper } from './whisper.ts';

let folder: string;
let model: string;
let sound: { path: string; seconds: number };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whisper-'));
  model = join(folder, 'ggml-scripted.bin');
  await writeWhisperModel(model, [' Good', ' morning', ' everyone.'], 2);
  sound = { path: join(folder, 'two.wav'), seconds: 2 };
  await writeFile(sound.path, encodeWav(new Int16Array(2 * sampleRate).map((_, at) => 3000 * Math.sin(at / 20))));
});
afterAll(() => rm(folder, { recursive: true }));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // There is no such process.
  }
}

describe('a model file', () => {
  test('recognises its built-in words, with times and language', async () => {
    const whisper = await openWhisper(model);
    try {
      const found = await whisper.recognise({ ...sound, language: 'auto' });
      expect(found).toMatchObject({ language: 'en' });
      expect(found.segments[0]).toMatchObject({ start: 0, end: 2 });
      expect(found.segments[0]!.text.trim()).toBe('Good morning everyone.');
      // The same process handles the next piece.
      const again = await whisper.recognise({ ...sound, language: 'en' });
      expect(again.segments).toEqual(found.segments);
    } finally {
      whisper.close();
    }
  });

  test('that is invalid, missing or truncated is refused', async () => {
    const text = join(folder, 'text.bin');
    await writeFile(text, 'no model at all');
    expect(await refusalOf(openWhisper(text))).toBe('SPEECH_ENGINE_FAILED');
    expect(await refusalOf(openWhisper(join(folder, 'missing.bin')))).toBe('SPEECH_ENGINE_FAILED');
    const broken = join(folder, 'broken.bin');
    await writeWhisperModel(broken, [' Good'], 1);
    for (const bytes of [3_000_000, 60, 4]) {
      await truncate(broken, bytes);
      expect(await refusalOf(openWhisper(broken))).toBe('SPEECH_ENGINE_FAILED');
    }
  });

  test('a piece that cannot be read fails without affecting the next one', async () => {
    const whisper = await openWhisper(model);
    try {
      const missing = { path: join(folder, 'gone.wav'), seconds: 1, language: 'en' } as const;
      expect(await refusalOf(whisper.recognise(missing))).toBe('SPEECH_ENGINE_FAILED');
      expect((await whisper.recognise({ ...sound, language: 'en' })).segments).toHaveLength(1);
    } finally {
      whisper.close();
    }
  });

  test.each([
    ['writes no JSON', 'pipe.write("what?\\n")', 60_000],
    ['writes without end', 'setInterval(() => pipe.write("x".repeat(1e6)), 1)', 60_000],
    ['never loads its model', '', 300],
  ])('a process that %s is refused and ended', async (_name, act, loadMs) => {
    const program = join(folder, 'program.mjs');
    const pid = join(folder, 'pid');
    await writeFile(
      program,
      `import { writeFileSync } from 'node:fs';
      import { Socket } from 'node:net';
      writeFileSync(${JSON.stringify(pid)}, String(process.pid));
      const pipe = new Socket({ fd: 3, readable: true, writable: true });
      pipe.on('error', () => process.exit());
      setInterval(() => undefined, 1000);
      ${act}`,
    );
    expect(await refusalOf(openWhisper(model, { program, loadMs }))).toBe('SPEECH_ENGINE_FAILED');
    if (existsSync(pid)) await expect.poll(() => isAlive(Number(readFileSync(pid, 'utf8')))).toBe(false);
  });

  test('a killed process rejects its pending request', async () => {
    const whisper = await openWhisper(model);
    const asked = refusalOf(whisper.recognise({ ...sound, language: 'en' }));
    whisper.close();
    expect(await asked).toBe('SPEECH_ENGINE_FAILED');
  });
});
