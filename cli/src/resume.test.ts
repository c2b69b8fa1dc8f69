// Going on where a run was cut: after SIGKILL, over a network that loses answers, after Ctrl-C; and names from a hostile server.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type LossyProxy, openLossyProxy, type SeenRequest } from '@pixwright/client/testing/lossy-proxy.ts';
import { makeBmp, readWebpSize } from 'server/testing/pictures.ts';
import { startTestServer, type TestServer } from 'server/testing/server.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runProgram, startProgram } from '../testing/run-program.ts';

let server: TestServer;
let proxy: LossyProxy;
let cwd: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_PER_MINUTE: '6000' } });
  proxy = await openLossyProxy(server.url);
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
});
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'pixwright-cli-'));
  proxy.requests.length = 0;
  proxy.trouble = () => undefined;
  return () => rmSync(cwd, { recursive: true });
});

const env = () => ({ PIXWRIGHT_SERVER: proxy.url });
const write = (name: string, bytes: Uint8Array) => writeFileSync(path.join(cwd, name), bytes);
const list = (folder: string) => readdirSync(path.join(cwd, folder)).sort();
const countTasks = async () => Number((await server.postgres.pool.query('select count(*) from task')).rows[0].count);
const isCall = ({ path: asked }: SeenRequest) => asked === '/web/picture/format/newPicFormat';
const isPut = ({ method }: SeenRequest) => method === 'PUT';
const count = (is: (request: SeenRequest) => boolean) => proxy.requests.filter(is).length;

const names = Array.from({ length: 8 }, (_, index) => `p${index}.bmp`);
const command = ['convert', ...names, '--format', 'webp', '-o', 'out'];

test('after SIGKILL the same command goes on: nothing is sent, run or written twice', async () => {
  for (const [index, name] of names.entries()) write(name, makeBmp(20 + index, 20));
  const before = await countTasks();
  await server.stopWorkers();
  const killed = startProgram(command, { cwd, env: env() });
  // All calls have arrived, and no task has ended.
  await expect.poll(countTasks).toBe(before + names.length);
  killed.process.kill('SIGKILL');
  await killed.ended;
  const state = list('out');
  expect(state).toEqual([expect.stringMatching(/^\.pixwright-[0-9a-f]{12}\.jsonl$/)]);
  server.startWorker();
  proxy.requests.length = 0;
  const { code, out } = await runProgram(command, { cwd, env: env() });
  expect([code, out.trim().split('\n').length]).toEqual([0, names.length]);
  expect(await countTasks()).toBe(before + names.length);
  expect(count(isPut)).toBe(0);
  expect(list('out')).toEqual(names.map(name => name.replace('.bmp', '.webp')));
  expect(readWebpSize(readFileSync(path.join(cwd, 'out/p7.webp')))).toEqual({ width: 27, height: 20 });
});

test('a kill in the middle of the results keeps those that are written', async () => {
  for (const [index, name] of names.entries()) write(name, makeBmp(30 + index, 20));
  const before = await countTasks();
  // The last calls get no answer, so that the program cannot end before it is killed.
  let calls = 0;
  proxy.trouble = request => (isCall(request) && ++calls > 5 ? 'silence' : undefined);
  const killed = startProgram(command, { cwd, env: env() });
  await expect
    .poll(() => readdirSync(cwd).includes('out') && list('out').some(name => name.endsWith('.webp')))
    .toBe(true);
  killed.process.kill('SIGKILL');
  await killed.ended;
  proxy.trouble = () => undefined;
  const { code, out, err } = await runProgram(command, { cwd, env: env() });
  expect(code).toBe(0);
  expect(out.trim().split('\n').length + (err.match(/skipped/g) ?? []).length).toBeGreaterThanOrEqual(names.length);
  expect(list('out').filter(name => name.endsWith('.webp'))).toEqual(names.map(name => name.replace('.bmp', '.webp')));
  expect(await countTasks()).toBe(before + names.length);
});

test('lost answers and broken results cost nothing but time', async () => {
  for (const name of names) write(name, makeBmp(25, 20));
  const before = await countTasks();
  let calls = 0;
  let results = 0;
  proxy.trouble = request => {
    if (isCall(request) && ++calls % 2 === 1) return 'lose answer';
    if (request.path.startsWith('/objects/output') && ++results === 1) return { cutAnswerAfter: 20 };
    return undefined;
  };
  const first = await runProgram(command, { cwd, env: env() });
  // A result that was cut is fetched by the next run.
  const { code } = first.code === 0 ? first : await runProgram(command, { cwd, env: env() });
  expect(code).toBe(0);
  expect(await countTasks()).toBe(before + names.length);
  expect(list('out')).toHaveLength(names.length);
});

test('a large upload that was killed goes on with the parts that are missing', async () => {
  write('large.bmp', makeBmp(2700, 2500));
  const args = ['convert', 'large.bmp', '--format', 'jpg', '--width', '50', '-o', 'out'];
  let parts = 0;
  // The last part never gets an answer.
  proxy.trouble = request => (isPut(request) && ++parts === 3 ? 'silence' : undefined);
  const killed = startProgram(args, { cwd, env: env() });
  await expect.poll(() => parts).toBe(3);
  const [place] = list('out');
  const lines = readFileSync(path.join(cwd, 'out', place!), 'utf8')
    .split('\n')
    .filter(Boolean);
  const [{ clientUid }, { upload }] = lines.map(line => JSON.parse(line));
  const countParts = async () => {
    const reply = await fetch(`${server.url}/web/tos/parts?${new URLSearchParams(upload)}`, { headers: { clientUid } });
    return ((await reply.json()) as { data: { parts: unknown[] } }).data.parts.length;
  };
  await expect.poll(countParts).toBe(2);
  killed.process.kill('SIGKILL');
  await killed.ended;
  proxy.requests.length = 0;
  proxy.trouble = () => undefined;
  const { code } = await runProgram(args, { cwd, env: env() });
  expect(code).toBe(0);
  expect(count(isPut)).toBe(1);
  expect(list('out')).toEqual(['large.jpg']);
});

test('Ctrl-C cancels what runs, says so, and ends with 130', async () => {
  for (const name of names) write(name, makeBmp(26, 20));
  await server.stopWorkers();
  const before = await countTasks();
  const stopped = startProgram(command, { cwd, env: env() });
  await expect.poll(countTasks).toBe(before + names.length);
  stopped.process.kill('SIGINT');
  const { code, err } = await stopped.ended;
  expect([code, err]).toEqual([130, expect.stringContaining('Interrupted')]);
  const latest = await server.postgres.pool.query('select status from task order by created_at desc limit $1', [
    names.length,
  ]);
  expect(latest.rows.map(({ status }) => status)).toEqual(names.map(() => 'cancelled'));
  server.startWorker();
  expect((await runProgram(command, { cwd, env: env() })).code).toBe(0);
});

test('a file that changed since is a new input', async () => {
  write('a.bmp', makeBmp(20, 20));
  write('bad.bmp', makeBmp(20, 20).subarray(0, 60));
  const both = ['convert', 'a.bmp', 'bad.bmp', '--format', 'webp', '-o', 'out'];
  expect((await runProgram(both, { cwd, env: env() })).code).toBe(1);
  write('a.bmp', makeBmp(40, 20));
  write('bad.bmp', makeBmp(21, 20));
  expect((await runProgram(both, { cwd, env: env() })).code).toBe(0);
  expect(readWebpSize(readFileSync(path.join(cwd, 'out/a (2).webp')))).toEqual({ width: 40, height: 20 });
});

/** A server whose results have other names. */
async function openLiar(name: string) {
  const liar = createServer(async (request, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([header]) => !['host', 'connection', 'content-length'].includes(header)),
    ) as Record<string, string>;
    const body = request.method === 'GET' ? null : Buffer.concat(chunks);
    const reply = await fetch(new URL(request.url!, server.url), { method: request.method!, headers, body });
    const kept = ['content-type', 'etag'].flatMap(header => {
      const value = reply.headers.get(header);
      return value ? [[header, value] as const] : [];
    });
    answer.writeHead(reply.status, Object.fromEntries(kept));
    const isText = /json|event-stream/.test(reply.headers.get('content-type') ?? '');
    for await (const chunk of reply.body ?? []) {
      const bytes = Buffer.from(chunk as Uint8Array);
      answer.write(isText ? bytes.toString().replaceAll('"name":"a.webp"', `"name":${JSON.stringify(name)}`) : bytes);
    }
    answer.end();
  });
  await new Promise<void>(resolve => liar.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(liar.address() as AddressInfo).port}`, close: () => liar.close() };
}

test.each([
  ['../escaped.webp', 'escaped.webp'],
  ['/tmp/../../etc/escaped', 'escaped'],
  ['..\\..\\escaped.webp', 'escaped.webp'],
  ['a\u0000b\u001b[2J\u202e.webp', 'ab[2J.webp'],
  ['..', 'file'],
  ['', 'file'],
  ['.bashrc', 'bashrc'],
  ['CON.webp', '_CON.webp'],
])('a result named %j stays in the folder', async (name, kept) => {
  const liar = await openLiar(name);
  mkdirSync(path.join(cwd, 'in/deep'), { recursive: true });
  write('in/deep/a.bmp', makeBmp(20, 20));
  const args = ['convert', 'a.bmp', '--format', 'webp', '-o', 'out/'];
  const ended = await runProgram(args, { cwd: path.join(cwd, 'in/deep'), env: { PIXWRIGHT_SERVER: liar.url } });
  liar.close();
  expect([ended.code, ended.out.trim()]).toEqual([0, `out/${kept}`]);
  expect(list('in/deep/out')).toEqual([kept]);
  expect([list('.'), list('in'), list('in/deep')]).toEqual([['in'], ['deep'], ['a.bmp', 'out']]);
});

test('nothing is written through a link that lies where a result is to go', async () => {
  write('a.bmp', makeBmp(20, 20));
  write('precious', Buffer.from('precious'));
  mkdirSync(path.join(cwd, 'out'));
  for (const name of ['a.webp', 'a.webp.part']) symlinkSync(path.join(cwd, 'precious'), path.join(cwd, 'out', name));
  const args = ['convert', 'a.bmp', '--format', 'webp', '-o', 'out', '--overwrite'];
  expect((await runProgram(args, { cwd, env: env() })).code).toBe(0);
  expect(readFileSync(path.join(cwd, 'precious'), 'utf8')).toBe('precious');
  expect(readWebpSize(readFileSync(path.join(cwd, 'out/a.webp')))).toEqual({ width: 20, height: 20 });
});
