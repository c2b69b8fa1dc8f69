// A client as docs/api.md describes one: envelope, clientUid, uploads by signature.
import { randomUUID } from 'node:crypto';
import type { UploadSignature } from 'contract/routes/uploads.ts';
import type { Task } from 'contract/task.ts';

interface Reply<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { code: number; msg: string; data: T; error?: string; details?: unknown; requestId?: string };
}

export interface TestClient {
  readonly headers: Record<string, string>;
  get: <T>(path: string, headers?: Record<string, string>) => Promise<Reply<T>>;
  post: <T>(path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply<T>>;
  /** Signs and sends a file in one piece; answers its path. */
  upload: (bytes: Uint8Array, fileName: string, contentType?: string) => Promise<string>;
  /** Calls the image converter. */
  convert: (
    imageUrl: string,
    options?: Record<string, unknown>,
    headers?: Record<string, string>,
  ) => Promise<Reply<Task>>;
}

export const converterPath = '/web/picture/format/newPicFormat';

export function createClient(url: string, clientUid: string = randomUUID()): TestClient {
  const headers = { clientUid, lang: 'en' };
  const send = async <T>(path: string, init: RequestInit): Promise<Reply<T>> => {
    const reply = await fetch(new URL(path, url), init);
    return { status: reply.status, headers: reply.headers, body: (await reply.json()) as Reply<T>['body'] };
  };
  const post: TestClient['post'] = (path, body = {}, extra = {}) =>
    send(path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', ...extra },
      body: JSON.stringify(body),
    });
  return {
    headers,
    get: (path, extra = {}) => send(path, { headers: { ...headers, ...extra } }),
    post,
    async upload(bytes, fileName, contentType = 'application/octet-stream') {
      const signed = await post<UploadSignature>('/web/tos/new-get-signature-norecord', {
        fileName,
        fileSize: bytes.length,
        contentType,
      });
      if (signed.status !== 200) throw new Error(`no signature: ${JSON.stringify(signed.body)}`);
      const { url: target, headers: wanted, path } = signed.body.data;
      const sent = await fetch(target, { method: 'PUT', headers: wanted, body: bytes as Uint8Array<ArrayBuffer> });
      if (!sent.ok) throw new Error(`the upload was refused: ${sent.status} ${await sent.text()}`);
      return path;
    },
    convert: (imageUrl, options = {}, extra = {}) =>
      // Waits as long as a call may: a busy machine is no failure.
      post(converterPath, { imageUrl, format: 'webp', wait: 15, ...options }, extra),
  };
}
