// The program against a real server: pixels of what comes out, options, names, pipes, and exit codes.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lanes } from 'contract/tool.ts';
import { makeBmp, readWebpSize } from 'server/testing/pictures.ts';
import { startTestServer, type TestServer } from 'server/testing/server.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { runProgram } from '../testing/run-program.ts';
import { tellWaits } from './run-command.ts';

let server: TestServer;
let cwd: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { MEMBERSHIP: 'on', RATE_PER_MINUTE: '6000' } });
});
afterAll(() => server.stop());
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'pixwright-cli-'));
  return () => rmSync(cwd, { recursive: true });
});

const run = (args: readonly string[], env: Record<string, string> = {}, stdin?: Uint8Array) =>
  runProgram([...args], { cwd, env: { PIXWRIGHT_SERVER: server.url, ...env }, ...(stdin && { stdin }) });
const write = (name: string, bytes: Uint8Array) => writeFileSync(path.join(cwd, name), bytes);
const read = (name: string) => readFileSync(path.join(cwd, name));
const list = (folder = '.') => readdirSync(path.join(cwd, folder)).sort();
const countTasks = async () => Number((await server.postgres.pool.query('select count(*) from task')).rows[0].count);

test('several files are converted into a folder, and standard output names them', async () => {
  for (const number of [1, 2, 3]) write(`p${number}.bmp`, makeBmp(20 + number, 20));
  const { code, out, err } = await run(['convert', 'p1.bmp', 'p2.bmp', 'p3.bmp', '--format', 'webp', '-o', 'out/']);
  expect([code, err.trim()]).toEqual([0, '3 done, 0 failed']);
  expect(out.trim().split('\n').sort()).toEqual(['out/p1.webp', 'out/p2.webp', 'out/p3.webp']);
  expect(readWebpSize(read('out/p2.webp'))).toEqual({ width: 22, height: 20 });
  // The state is gone once all is done.
  expect(list('out')).toEqual(['p1.webp', 'p2.webp', 'p3.webp']);
});

test('options come from the contract: numbers, choices, flags, colors', async () => {
  write(
    'a.png',
    await sharp({ create: { width: 40, height: 20, channels: 4, background: '#ff000000' } })
      .png()
      .toBuffer(),
  );
  const args = ['--width', '100', '--height', '100', '--fit', 'contain', '--enlarge', '--background', '#0000ff'];
  expect((await run(['convert', 'a.png', ...args, '-o', 'b.png'])).code).toBe(0);
  const { data, info } = await sharp(read('b.png')).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([100, 100]);
  expect([...data.subarray(0, 3)]).toEqual([0, 0, 255]);
});

test('the extension of -o says the format', async () => {
  write('a.bmp', makeBmp(30, 20));
  expect((await run(['convert', 'a.bmp', '-o', 'a.jpg'])).code).toBe(0);
  expect(await sharp(read('a.jpg')).metadata()).toMatchObject({ format: 'jpeg', width: 30 });
});

test.each([
  [['convert', 'a.bmp', '--format', 'docx'], '--format'],
  [['convert', 'a.bmp'], '--format'],
  [['convert', 'a.bmp', '--format', 'png', '--quality', '500'], '--quality'],
  [['convert', 'a.bmp', '--formt', 'png'], '--format'],
  [['convrt'], 'convert'],
  [['convert', '--format', 'png'], 'No input'],
  [['convert', 'gone.bmp', '--format', 'png'], 'gone.bmp'],
  [['convert', 'a.bmp', '--format'], '--format'],
  [['convert', 'a.bmp', 'b.bmp', '--format', 'png', '-o', 'one.png'], 'one.png'],
  [['convert', 'a.bmp', 'b.bmp', '--format', 'png', '-o', '-'], 'single'],
])('%j is wrong usage: exit code 2, and nothing is sent', async (args, hint) => {
  for (const name of ['a.bmp', 'b.bmp']) write(name, makeBmp(8, 8));
  const before = await countTasks();
  const { code, err } = await run(args);
  expect([code, err]).toEqual([2, expect.stringContaining(hint)]);
  expect(await countTasks()).toBe(before);
});

test('the language of the shell is that of help and errors', async () => {
  const help = await run(['convert', '--help'], { LANG: 'zh_CN.UTF-8' });
  expect(help.out).toContain('用法：');
  expect(help.out).toContain('输出格式');
  const wrong = await run(['convert', 'x.bmp', '--format', 'docx'], { LANG: 'en_US.UTF-8', LC_ALL: 'zh_CN.UTF-8' });
  expect(wrong.err).toContain('选项有误');
});

test('standard input and standard output are a pipe, and progress does not get into it', async () => {
  const { code, bytes } = await run(['convert', '-', '--format', 'png', '--width', '10'], {}, makeBmp(40, 20));
  expect(code).toBe(0);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 10, height: 5 });
});

test('one damaged file costs the others nothing: exit code 1; the same command runs only that one again', async () => {
  write('good.bmp', makeBmp(16, 16));
  write('bad.bmp', makeBmp(16, 16).subarray(0, 80));
  const command = ['convert', 'good.bmp', 'bad.bmp', '--format', 'png', '-o', 'out', '--json'];
  const first = await run(command);
  expect(first.code).toBe(1);
  const lines = first.out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  const ofInput = (name: string) => lines.find(({ input }) => input === name);
  expect(ofInput('good.bmp')).toMatchObject({ status: 'done', files: [{ path: 'out/good.png' }] });
  expect(ofInput('bad.bmp')).toMatchObject({ status: 'failed', error: { error: expect.any(String) }, files: [] });
  const before = await countTasks();
  const second = await run(command);
  expect([second.code, await countTasks()]).toEqual([1, before + 1]);
  expect(list('out').filter(name => !name.startsWith('.'))).toEqual(['good.png']);
});

test('neither an input nor an existing file is overwritten unless asked for, and an input never', async () => {
  const original = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  write('a.png', original);
  write('a.webp', Buffer.from('precious'));
  expect((await run(['convert', 'a.png', '--format', 'png', '--width', '4', '--overwrite'])).code).toBe(0);
  expect(read('a.png').equals(original)).toBe(true);
  expect(await sharp(read('a (2).png')).metadata()).toMatchObject({ width: 4 });
  expect((await run(['convert', 'a.png', '--format', 'webp'])).code).toBe(0);
  expect(read('a.webp').toString()).toBe('precious');
  expect(list()).toContain('a (2).webp');
  expect((await run(['convert', 'a.png', '--format', 'webp', '--overwrite'])).code).toBe(0);
  expect(readWebpSize(read('a.webp'))).toEqual({ width: 9, height: 9 });
});

test('a full queue is told with the time until the next try, once for all that wait', () => {
  const told: string[] = [];
  const onWait = tellWaits(text => told.push(text), 'en');
  const [first, second] = [Symbol('first'), Symbol('second')];
  const full = { status: 503, error: 'QUEUE_FULL', retryAfterSeconds: 30, msg: 'Too many tasks are queued' };
  for (const attempt of [first, second, first]) onWait(attempt, full);
  expect(told).toEqual(['Too many tasks are queued (QUEUE_FULL). Trying again in 30 s…']);
  for (const attempt of [first, second]) onWait(attempt, undefined);
  onWait(first, full);
  expect(told).toHaveLength(2);
});

test('a full queue refuses before the upload, and the command says so', async () => {
  const full = await startTestServer({ works: false, environment: { QUEUE_LIMIT: '2' } });
  onTestFinished(() => full.stop());
  for (const lane of lanes)
    await full.postgres.pool.query(
      `insert into task (id, owner, tool, call, key_code, lane, options, inputs, status, stage, request_hash, pace, expires_at)
        select gen_random_uuid(), 'other', 't', 'c', 'MATTING', $1, '{}', '[]', 'queued', 'waiting', '', '', now()
        from generate_series(1, 2)`,
      [lane],
    );
  write('a.bmp', makeBmp(30, 20));
  const { code, err } = await run(['convert', 'a.bmp', '-o', 'a.jpg', '--timeout', '0'], {
    PIXWRIGHT_SERVER: full.url,
  });
  expect(code).not.toBe(0);
  expect(err).toContain('Too many tasks are queued. Try again shortly');
  expect((await full.postgres.pool.query('select from stored_object')).rows).toEqual([]);
});
