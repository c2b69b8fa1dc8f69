// Local mode: the engines of this machine, without any server, and what it refuses.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeBmp, readWebpSize } from 'server/testing/pictures.ts';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { runProgram, startProgram } from '../../testing/run-program.ts';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'pixwright-cli-'));
  return () => rmSync(cwd, { recursive: true });
});
const run = (...args: string[]) => runProgram([...args, '--local'], { cwd });
const write = (name: string, bytes: Uint8Array) => writeFileSync(path.join(cwd, name), bytes);
const read = (name: string) => readFileSync(path.join(cwd, name));

test('images are converted without a server, a damaged one fails alone', async () => {
  for (const number of [1, 2, 3]) write(`p${number}.bmp`, makeBmp(20 + number, 20));
  write('bad.bmp', makeBmp(20, 20).subarray(0, 80));
  const all = ['p1.bmp', 'p2.bmp', 'p3.bmp', 'bad.bmp'];
  const { code, out, err } = await run('convert', ...all, '--format', 'webp', '-o', 'out');
  expect([code, out.trim().split('\n').sort()]).toEqual([1, ['out/p1.webp', 'out/p2.webp', 'out/p3.webp']]);
  expect(err).toContain('bad.bmp');
  expect(err).toContain('FILE_CORRUPT');
  expect(readWebpSize(read('out/p3.webp'))).toEqual({ width: 23, height: 20 });
});

test('several images make one PDF, and a pipe works', async () => {
  for (const number of [1, 2]) write(`p${number}.bmp`, makeBmp(20 + number, 20));
  expect((await run('pdf', 'p1.bmp', 'p2.bmp', '-o', 'both.pdf')).code).toBe(0);
  expect(read('both.pdf').subarray(0, 5).toString()).toBe('%PDF-');
  const args = ['convert', '-', '--format', 'png', '--local'];
  const piped = await runProgram(args, { cwd, stdin: makeBmp(12, 10) });
  expect(await sharp(piped.bytes).metadata()).toMatchObject({ format: 'png', width: 12 });
});

test('a clip is converted: its kind of run reads facts first', async () => {
  const made = spawnSync(
    'ffmpeg',
    ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=s=64x48:d=1:r=10', '-pix_fmt', 'yuv420p', 'a.mp4'],
    { cwd },
  );
  expect(made.status).toBe(0);
  const { code, err } = await run('convert-video', 'a.mp4', '--format', 'webm', '-o', 'b.webm');
  expect([code, err]).toEqual([0, '']);
  expect(read('b.webm').subarray(0, 4).toString('hex')).toBe('1a45dfa3');
});

test.each([
  [['cutout', 'a.bmp'], 'free tools'],
  [['convert', 'https://example.org/a.png', '--format', 'png'], 'fetches no links'],
  [['draw', 'a cat'], 'free tools'],
])('%j is refused with exit code 2', async (args, hint) => {
  write('a.bmp', makeBmp(8, 8));
  const { code, err } = await run(...args);
  expect([code, err]).toEqual([2, expect.stringContaining(hint)]);
});

test('a watched folder: files that appear are run once they are complete, also after a restart', async () => {
  mkdirSync(path.join(cwd, 'inbox'));
  const args = ['convert', '--watch', 'inbox', '--format', 'webp', '-o', 'out', '--local'];
  const out = () => (readdirSync(cwd).includes('out') ? readdirSync(path.join(cwd, 'out')) : []);
  const results = () =>
    out()
      .filter(name => name.endsWith('.webp'))
      .sort();
  const watching = startProgram(args, { cwd });
  await expect.poll(() => watching.said()).toContain('Watching');
  write('inbox/a.bmp', makeBmp(20, 20));
  await expect.poll(results).toEqual(['a.webp']);
  // A file that is put in place at once, and one of a type that is not taken.
  write('b.part', makeBmp(30, 20));
  renameSync(path.join(cwd, 'b.part'), path.join(cwd, 'inbox/b.bmp'));
  write('inbox/notes.txt', Buffer.from('hello'));
  await expect.poll(results).toEqual(['a.webp', 'b.webp']);
  watching.process.kill('SIGINT');
  expect((await watching.ended).code).toBe(0);
  write('inbox/c.bmp', makeBmp(40, 20));
  const again = startProgram(args, { cwd });
  await expect.poll(results).toEqual(['a.webp', 'b.webp', 'c.webp']);
  again.process.kill('SIGTERM');
  expect((await again.ended).code).toBe(0);
  expect(readWebpSize(read('out/c.webp'))).toEqual({ width: 40, height: 20 });
});

test.each([
  [['convert', '--watch', '.', '--format', 'webp'], 2, 'watched'],
  [['convert', '--watch', 'gone', '--format', 'webp', '-o', 'out'], 2, 'gone'],
  [['convert', 'a.bmp', '--watch', '.', '--format', 'webp', '-o', 'out'], 2, '--watch'],
  [['cutout', '--watch', '.', '-o', 'out'], 4, '--yes'],
])('%j is refused', async (args, exitCode, hint) => {
  write('a.bmp', makeBmp(8, 8));
  const { code, err } = await runProgram(args, { cwd, env: { PIXWRIGHT_SERVER: 'http://127.0.0.1:1' } });
  expect([code, err]).toEqual([exitCode, expect.stringContaining(hint)]);
});
