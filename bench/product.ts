// The product as `npm start` runs it, in a separate process with an empty data folder, and a client for it.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { UploadSignature } from 'contract/routes/uploads.ts';
import type { Task } from 'contract/task.ts';
import { makeOpenFolder } from '../server/testing/folders.ts';
import { findFreePort } from '../server/testing/process.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));

export interface Product {
  readonly url: string;
  readonly pid: number;
  readonly folder: string;
  stop: () => Promise<void>;
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`);
    const isReady = await fetch(`${url}/readyz`).then(
      reply => reply.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  const folder = makeOpenFolder('pixwright-bench-');
  const port = await findFreePort();
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      RATE_PER_MINUTE: '1000000',
      MEMBERSHIP: 'off',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  return {
    url,
    pid: child.pid ?? 0,
    folder,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Keeps few idle connections, which would otherwise count among the open handles of the product. */
export const agent = new http.Agent({ keepAlive: true, maxFreeSockets: 8 });

interface Call {
  readonly method: 'PUT' | 'GET' | 'POST';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: Uint8Array;
}

/** One request over a kept-alive connection; `fetch` would take much CPU time from the measured process. */
function request<T>(
  { method, url, headers, body }: Call,
  read: (reply: http.IncomingMessage) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const length = body ? { 'content-length': body.length } : {};
    const sent = http.request(url, { method, agent, headers: { ...headers, ...length } }, reply => {
      read(reply).then(resolve, reject);
    });
    sent.on('error', cause => reject(new TypeError('the connection was cut', { cause })));
    sent.end(body);
  });
}

/** Uploads or downloads a file and counts the bytes of the response. */
const moveFile = (call: Call): Promise<number> =>
  request(call, async reply => {
    let bytes = 0;
    reply.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    await once(reply, 'end');
    if (reply.statusCode !== 200) throw new Error(`${call.method}: ${reply.statusCode}`);
    return bytes;
  });

export interface Client {
  readonly headers: Record<string, string>;
  post: <T>(path: string, body: unknown, extra?: Record<string, string>) => Promise<T>;
  upload: (bytes: Uint8Array, fileName: string, extra?: Record<string, string>) => Promise<string>;
  /** Uploads, converts and downloads; returns the size of the result in bytes. */
  convert: (bytes: Uint8Array, fileName: string, options: Record<string, unknown>) => Promise<number>;
}

export const converterPath = '/web/picture/format/newPicFormat';

export function createClient(url: string): Client {
  const headers = { clientUid: randomUUID(), lang: 'en', 'content-type': 'application/json' };
  const post: Client['post'] = async (where, body, extra = {}) => {
    const call = {
      method: 'POST',
      url: url + where,
      headers: { ...headers, ...extra },
      body: Buffer.from(JSON.stringify(body)),
    } as const;
    return request(call, async reply => {
      const answer = await text(reply);
      if (reply.statusCode !== 200) throw new Error(`${where}: ${reply.statusCode} ${answer}`);
      return (JSON.parse(answer) as { data: never }).data;
    });
  };
  const upload: Client['upload'] = async (bytes, fileName, extra = {}) => {
    const file = { fileName, fileSize: bytes.length, contentType: 'application/octet-stream' };
    const signed = await post<UploadSignature>('/web/tos/new-get-signature-norecord', file, extra);
    await moveFile({ method: 'PUT', url: signed.url, headers: signed.headers, body: bytes });
    return signed.path;
  };
  return {
    headers,
    post,
    upload,
    convert: async (bytes, fileName, options) => {
      const imageUrl = await upload(bytes, fileName);
      const task = await post<Task>(converterPath, { imageUrl, wait: 15, ...options });
      const link = task.result?.files[0]?.url;
      if (!link) throw new Error(`the task did not end in time: ${task.status}`);
      return moveFile({ method: 'GET', url: link, headers: {} });
    },
  };
}

/** Uploads a file in parts, as pages do with large files. Returns its path. */
export async function uploadFile({ post }: Client, file: string): Promise<string> {
  const bytes = await readFile(file);
  const name = path.basename(file);
  const signed = await post<UploadSignature>('/web/tos/new-get-signature-norecord', {
    fileName: name,
    fileSize: bytes.length,
  });
  const { key, uploadId, partSize } = signed;
  for (let number = 1; (number - 1) * partSize < bytes.length; number++) {
    const part = uploadId
      ? await post<{ url: string; headers: Record<string, string> }>('/web/tos/part', {
          key,
          uploadId,
          partNumber: number,
        })
      : signed;
    const body = uploadId ? bytes.subarray((number - 1) * partSize, number * partSize) : bytes;
    const sent = await fetch(part.url, { method: 'PUT', headers: part.headers, body });
    if (!sent.ok) throw new Error(`a part was refused: ${sent.status}`);
    if (!uploadId) break;
  }
  await post('/web/tos/complete', { key, uploadId });
  return key;
}

export async function findTask(client: Client, url: string, taskId: string): Promise<Task> {
  const reply = await fetch(`${url}/web/task/${taskId}`, { headers: client.headers });
  return ((await reply.json()) as { data: Task }).data;
}
