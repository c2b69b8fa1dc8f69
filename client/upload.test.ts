// Tests uploads to an in-memory storage that deliberately loses connections, responses and signatures.
import type { UploadSignature } from 'contract/routes/uploads.ts';
import { describe, expect, test } from 'vitest';
import type { Patience } from './attempt.ts';
import { type UploadCalls, uploadFile } from './upload.ts';

const partSize = 8;
const key = 'input/2026/01/02/03/0123456789abcdef0123456789abcdef.png';
const fail = (status: number, retryAfterSeconds: number | null = null) =>
  Object.assign(new Error(`status ${status}`), { status, retryAfterSeconds });

const quick: Patience & { waits: number[] } = {
  waits: [],
  giveUpAfterMs: 600_000,
  now: () => 0,
  random: () => 0,
  pause: async ms => {
    quick.waits.push(ms);
  },
};

interface FakeStore {
  calls: UploadCalls;
  parts: Map<number, Uint8Array>;
  sends: number[];
  signs: number;
  joined: () => Uint8Array;
}

type Trouble = (about: { sendNumber: number; partNumber: number }) => Error | 'lose-answer' | undefined;

function makeStore(fileBytes: number, trouble: Trouble = () => undefined): FakeStore {
  const isMultipart = fileBytes >= 16;
  const store: FakeStore = {
    parts: new Map(),
    sends: [],
    signs: 0,
    joined: () => new Uint8Array([...store.parts].sort(([a], [b]) => a - b).flatMap(([, bytes]) => [...bytes])),
    calls: {
      sign: async () => {
        store.signs += 1;
        return {
          key,
          method: 'PUT',
          url: '/store/1',
          headers: {},
          partSize,
          uploadId: isMultipart ? 'u1' : null,
        } as UploadSignature;
      },
      signPart: async (_saved, partNumber) => ({ url: `/store/${partNumber}`, headers: {} }),
      listParts: async saved => {
        if (saved.uploadId !== 'u1') throw fail(404);
        return {
          partSize,
          parts: [...store.parts].map(([partNumber, bytes]) => ({ partNumber, size: bytes.length })),
        };
      },
      complete: async () => {
        const size = [...store.parts.values()].reduce((sum, bytes) => sum + bytes.length, 0);
        if (size !== fileBytes) throw fail(409);
        return { nameNew: 'n', nameOrg: 'o', path: key, size };
      },
      send: async (target, bytes, onSent) => {
        const partNumber = Number(target.url.split('/').pop());
        store.sends.push(partNumber);
        const problem = trouble({ sendNumber: store.sends.length, partNumber });
        onSent(bytes.size / 2);
        if (problem && problem !== 'lose-answer') throw problem;
        store.parts.set(partNumber, new Uint8Array(await bytes.arrayBuffer()));
        onSent(bytes.size);
        if (problem) throw fail(0);
      },
    },
  };
  return store;
}

const bytesOf = (length: number) => new Uint8Array(Array.from({ length }, (_, i) => (i * 7) % 251));
function jobOf(bytes: Uint8Array<ArrayBuffer>, over: object = {}) {
  const progress: number[] = [];
  return {
    progress,
    file: new Blob([bytes]),
    name: 'a.png',
    contentType: 'image/png',
    keep: () => undefined,
    onSent: (sent: number) => progress.push(sent),
    signal: new AbortController().signal,
    ...over,
  };
}

describe('uploadFile', () => {
  test('a small file is sent in one piece', async () => {
    const store = makeStore(10);
    expect((await uploadFile(jobOf(bytesOf(10)), store.calls, quick)).path).toBe(key);
    expect(store.sends).toEqual([1]);
  });

  test('parts join to the original bytes, each sent once', async () => {
    const store = makeStore(50);
    const job = jobOf(bytesOf(50));
    await uploadFile(job, store.calls, quick);
    expect(store.joined()).toEqual(bytesOf(50));
    expect(store.sends.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(job.progress.at(-1)).toBe(50);
  });

  test('a disconnect resends only the interrupted part', async () => {
    const store = makeStore(50, ({ sendNumber }) => (sendNumber === 3 ? fail(0) : undefined));
    await uploadFile(jobOf(bytesOf(50)), store.calls, quick);
    expect(store.sends.length).toBe(8);
    expect(store.joined()).toEqual(bytesOf(50));
  });

  test('a part whose response was lost is not sent again', async () => {
    const store = makeStore(50, ({ sendNumber }) => (sendNumber === 2 ? 'lose-answer' : undefined));
    await uploadFile(jobOf(bytesOf(50)), store.calls, quick);
    expect(store.sends.length).toBe(7);
  });

  test('a whole file whose response was lost is not sent again', async () => {
    const store = makeStore(10, ({ sendNumber }) => (sendNumber === 1 ? 'lose-answer' : undefined));
    await uploadFile(jobOf(bytesOf(10)), store.calls, quick);
    expect(store.sends).toEqual([1]);
  });

  test('after a reload only the missing parts are sent, without a new signature', async () => {
    const bytes = bytesOf(50);
    const store = makeStore(50);
    for (const number of [1, 2, 5]) store.parts.set(number, bytes.slice((number - 1) * 8, number * 8));
    store.parts.set(3, bytes.slice(16, 20));
    const job = jobOf(bytes, { saved: { key, uploadId: 'u1' } });
    await uploadFile(job, store.calls, quick);
    expect(store.sends.toSorted((a, b) => a - b)).toEqual([3, 4, 6, 7]);
    expect(store.signs).toBe(0);
    expect(job.progress[0]).toBe(24);
    expect(store.joined()).toEqual(bytes);
  });

  test('an upload that the storage has deleted starts over', async () => {
    const store = makeStore(50);
    await uploadFile(jobOf(bytesOf(50), { saved: { key, uploadId: 'gone' } }), store.calls, quick);
    expect(store.signs).toBe(1);
    expect(store.joined()).toEqual(bytesOf(50));
  });

  test('an expired signature is requested again', async () => {
    const store = makeStore(10, ({ sendNumber }) => (sendNumber === 1 ? fail(403) : undefined));
    await uploadFile(jobOf(bytesOf(10)), store.calls, quick);
    expect(store.signs).toBe(2);
  });

  test('a signature refused because of concurrent requests from the same address is requested again after a second', async () => {
    quick.waits = [];
    const store = makeStore(10);
    const { sign } = store.calls;
    let refusals = 0;
    store.calls.sign = async (...asked) => {
      if (refusals === 2) return sign(...asked);
      refusals += 1;
      throw Object.assign(fail(429, 1), { error: 'RATE_LIMITED' });
    };
    expect((await uploadFile(jobOf(bytesOf(10)), store.calls, quick)).path).toBe(key);
    expect(quick.waits).toEqual([1000, 1000]);
  });

  test('a full storage ends the upload at once: at the signature, at a whole file, at a part', async () => {
    const full = Object.assign(fail(507, 300), { error: 'STORAGE_FULL' });
    const unsigned = makeStore(10);
    unsigned.calls.sign = () => Promise.reject(full);
    await expect(uploadFile(jobOf(bytesOf(10)), unsigned.calls, quick)).rejects.toBe(full);
    for (const length of [10, 50]) {
      const store = makeStore(length, ({ partNumber }) => (partNumber === 1 ? full : undefined));
      await expect(uploadFile(jobOf(bytesOf(length)), store.calls, quick)).rejects.toBe(full);
      expect(store.sends.filter(partNumber => partNumber === 1)).toHaveLength(1);
    }
  });

  test('Retry-After is respected', async () => {
    quick.waits = [];
    const store = makeStore(10, ({ sendNumber }) => (sendNumber === 1 ? fail(503, 7) : undefined));
    await uploadFile(jobOf(bytesOf(10)), store.calls, quick);
    expect(quick.waits).toEqual([7000]);
  });

  test('a refusal ends the upload at once and stops the other parts', async () => {
    const store = makeStore(80, ({ partNumber }) => (partNumber === 2 ? fail(413) : undefined));
    await expect(uploadFile(jobOf(bytesOf(80)), store.calls, quick)).rejects.toMatchObject({ status: 413 });
    expect(store.sends.length).toBeLessThan(10);
  });

  test('an abort throws its reason and sends nothing more', async () => {
    const stop = new AbortController();
    const store = makeStore(50, ({ sendNumber }) => {
      if (sendNumber === 2) stop.abort(new Error('removed'));
      return undefined;
    });
    await expect(uploadFile(jobOf(bytesOf(50), { signal: stop.signal }), store.calls, quick)).rejects.toThrow(
      'removed',
    );
    expect(store.sends.length).toBeLessThan(7);
  });
});
