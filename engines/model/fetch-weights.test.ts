// Downloads weights from a local server that truncates, stalls, sends wrong bytes and redirects.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addressOf, fetchWeights, removeWeights, verifyWeights } from './fetch-weights.ts';
import { findWeights, type Weights, weightsFolder, weightsTable } from './weights.ts';
import { WeightsProblem } from './weights-problem.ts';

const bytes = randomBytes(300_000);
const hash = (of: Buffer) => createHash('sha256').update(of).digest('hex');

type Answer = (request: IncomingMessage, response: ServerResponse, from: number) => void;
let answers: Answer[] = [];
let asked: { url: string; range: string | undefined }[] = [];
let server: Server;
let port: number;
let folder: string;

const send: Answer = (_, response, from) => {
  const rest = bytes.subarray(from);
  const range = from > 0 ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {};
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length, ...range }).end(rest);
};
/** Announces the full length and breaks off once a part has reached the disk: what is on its way there is dropped with the connection. */
const cut: Answer = async (_, response, from) => {
  const range = from > 0 ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {};
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from, ...range });
  response.write(bytes.subarray(from, from + 100_000));
  const part = join(weightsFolder(folder), 'ggml-tiny.bin.part');
  while ((statSync(part, { throwIfNoEntry: false })?.size ?? 0) < from + 100_000) await sleep(5);
  response.destroy();
};
const stall: Answer = (_, response, from) => {
  response.writeHead(from > 0 ? 206 : 200, {
    'content-length': bytes.length - from,
    ...(from > 0 && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
  });
  response.write(bytes.subarray(from, from + 50_000));
};
const say =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(status, headers).end();

beforeAll(async () => {
  server = createServer((request, response) => {
    const { url = '', headers } = request;
    asked.push({ url, range: headers.range });
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    (answers.length > 1 ? answers.shift()! : answers[0]!)(request, response, from);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  answers = [send];
  asked = [];
  folder = await mkdtemp(join(tmpdir(), 'weights-'));
});
afterEach(() => rm(folder, { recursive: true }));

const tiny = (changes: Partial<Weights> = {}): Weights => ({
  ...weightsTable.find(({ name }) => name === 'whisper-tiny')!,
  source: `http://127.0.0.1:${port}/models/tiny.bin`,
  maxBytes: 400_000,
  checksum: { algorithm: 'sha256', hex: hash(bytes) },
  ...changes,
});
const get = (weights = tiny(), more: Partial<Parameters<typeof fetchWeights>[1]> = {}) =>
  fetchWeights(weights, { dataFolder: folder, stallMs: 2000, pauseMs: 5, ...more });
const leftOvers = async () => (existsSync(weightsFolder(folder)) ? readdir(weightsFolder(folder)) : []);

describe('a download', () => {
  test('completes, reports progress, and is used from then on', async () => {
    const heard: number[] = [];
    const path = await get(tiny(), { onProgress: received => heard.push(received) });
    expect(await readFile(path)).toEqual(bytes);
    expect(heard.at(-1)).toBe(bytes.length);
    expect(await leftOvers()).toEqual(['ggml-tiny.bin']);
    expect(findWeights(folder)).toEqual({ speech: path });
    expect(await verifyWeights(tiny(), folder)).toBe('right');
  });

  test('resumes after a dropped or stalled connection', async () => {
    answers = [cut, stall, say(503), send];
    expect(await readFile(await get())).toEqual(bytes);
    expect(asked.map(({ range }) => range)).toEqual([undefined, 'bytes=100000-', 'bytes=150000-', 'bytes=150000-']);
  });

  test('resumes a partial file from an earlier run', async () => {
    await get(tiny(), { onProgress: () => undefined });
    const path = join(weightsFolder(folder), 'ggml-tiny.bin');
    await rm(path);
    await writeFile(`${path}.part`, bytes.subarray(0, 70_000));
    expect(await readFile(await get())).toEqual(bytes);
    expect(asked.at(-1)!.range).toBe('bytes=70000-');
  });

  test('restarts from zero when the server does not support ranges', async () => {
    answers = [cut, (_, response) => void response.writeHead(200).end(bytes)];
    expect(await readFile(await get())).toEqual(bytes);
  });

  test('follows redirects, up to a limit', async () => {
    answers = [say(302, { location: '/elsewhere' }), send];
    expect(await readFile(await get())).toEqual(bytes);
    expect(asked.map(({ url }) => url)).toEqual(['/models/tiny.bin', '/elsewhere']);
    await removeWeights(tiny(), folder);
    answers = [say(302, { location: '/round' })];
    await expect(get()).rejects.toThrow('leads on and on');
  });
});

describe('a server that misbehaves', () => {
  test('sends different content: the file is deleted and not used', async () => {
    answers = [(_, response) => void response.writeHead(200).end(randomBytes(1000))];
    await expect(get()).rejects.toThrow('its sha256 differs');
    expect(await leftOvers()).toEqual([]);
    expect(findWeights(folder)).toEqual({});
  });

  test('sends more than the maximum size, declared or not', async () => {
    const endless: Answer = (_, response) => {
      response.writeHead(200);
      const more = () => void (response.destroyed || response.write(Buffer.alloc(65_536), more));
      more();
    };
    answers = [endless];
    await expect(get()).rejects.toThrow('sends more than');
    answers = [say(200, { 'content-length': '900000' })];
    await expect(get()).rejects.toThrow('sends more than');
    expect(await leftOvers()).toEqual([]);
  });

  test('continues a correct beginning with the wrong remainder', async () => {
    answers = [
      cut,
      (_, response, from) =>
        void response
          .writeHead(206, { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` })
          .end(randomBytes(bytes.length - from)),
    ];
    await expect(get()).rejects.toBeInstanceOf(WeightsProblem);
    expect(await leftOvers()).toEqual([]);
  });

  test('has no ranges and ends earlier each time', async () => {
    let length = bytes.length;
    answers = [
      (_, response) => {
        length -= 1000;
        response.writeHead(200, { 'content-length': length }).end(bytes.subarray(0, length));
      },
    ];
    await expect(get(tiny({ bytes: bytes.length }))).rejects.toThrow('cannot be reached');
    expect(asked.length).toBeLessThan(20);
  });

  test('refuses, or never responds', async () => {
    answers = [say(404)];
    await expect(get()).rejects.toThrow('answered 404');
    expect(asked).toHaveLength(1);
    answers = [() => undefined];
    await expect(get(tiny(), { stallMs: 100 })).rejects.toThrow('cannot be reached');
  });
});

describe('installed weights', () => {
  test('a modified file fails verification and can be removed', async () => {
    const path = await get();
    await writeFile(path, 'something else');
    expect(await verifyWeights(tiny(), folder)).toBe('wrong');
    expect(await removeWeights(tiny(), folder)).toBe(true);
    expect(await removeWeights(tiny(), folder)).toBe(false);
    expect(await verifyWeights(tiny(), folder)).toBe('absent');
  });

  test('the best of several installed weights is used', async () => {
    await get();
    const better = join(weightsFolder(folder), 'ggml-small.bin');
    await writeFile(better, 'x');
    await writeFile(join(weightsFolder(folder), 'lama_fp32.onnx'), 'x');
    expect(findWeights(folder)).toEqual({ speech: better, inpaint: join(weightsFolder(folder), 'lama_fp32.onnx') });
  });
});

describe('mirrors and proxies', () => {
  test('a mirror replaces the host and prefixes its own path', () => {
    const source = 'https://example.org/a/b.bin?x=1';
    expect(addressOf({ source }, undefined).href).toBe(source);
    expect(addressOf({ source }, 'https://mirror.example/pub/').href).toBe('https://mirror.example/pub/a/b.bin');
  });

  test('requests to other hosts go through the proxy', async () => {
    answers = [
      (request, response, from) => {
        expect(request.url).toBe('http://weights.example/models/tiny.bin');
        send(request, response, from);
      },
    ];
    const source = 'http://weights.example/models/tiny.bin';
    const proxies = { HTTP_PROXY: `http://127.0.0.1:${port}` };
    expect(await readFile(await get(tiny({ source }), { proxies }))).toEqual(bytes);
  });
});

test('every entry is unique and has a licence', () => {
  expect(new Set(weightsTable.map(({ name }) => name)).size).toBe(weightsTable.length);
  expect(new Set(weightsTable.map(({ file }) => file)).size).toBe(weightsTable.length);
  for (const { checksum, licence, source } of weightsTable) {
    expect(checksum.hex).toMatch(checksum.algorithm === 'sha1' ? /^[\da-f]{40}$/ : /^[\da-f]{64}$/);
    expect(licence).toMatch(/^(MIT|Apache-2\.0)$/);
    if (typeof source === 'string') expect(source).toMatch(/^https:/);
    else expect(source.sha256).toMatch(/^[\da-f]{64}$/);
  }
});
