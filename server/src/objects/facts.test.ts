// Probing copies a whole file from the store. So a file is copied only for a running probe, and has one probe at a time.
import { encodeWav } from 'engines/speech/extract-sound.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { StoreUnavailable } from '../adapters/objects.ts';
import { factsOf } from './facts.ts';

const makeWav = () => encodeWav(new Int16Array(8000));

let server: TestServer;
let copies = 0;
beforeAll(async () => {
  server = await startTestServer({ works: false });
  const { objects } = server.parts;
  const copy = objects.toLocalFile.bind(objects);
  objects.toLocalFile = (...args) => {
    copies += 1;
    return copy(...args);
  };
});
afterAll(() => server.stop());

test('a file is copied only when its probe may start', async () => {
  const key = await server.client.upload(makeWav(), 'waits.wav');
  copies = 0;
  const held = Promise.withResolvers<void>();
  const { probePool } = server.parts;
  const parts = {
    ...server.parts,
    probePool: {
      ...probePool,
      run: (async (...args) => {
        await held.promise;
        return probePool.run(...args);
      }) as typeof probePool.run,
    },
  };
  const facts = factsOf(parts, key);
  // When these queries have ended, the probe has done everything that comes before its turn.
  for (let round = 0; round < 20; round += 1) await server.postgres.pool.query('select 1');
  expect(copies).toBe(0);
  held.resolve();
  expect(await facts).toMatchObject({ type: 'wav', seconds: 0.5 });
  expect(copies).toBe(1);
});

test('calls that name one file at the same time share its copy and its probe', async () => {
  const key = await server.client.upload(makeWav(), 'shared.wav');
  copies = 0;
  const found = await Promise.all(Array.from({ length: 8 }, () => factsOf(server.parts, key)));
  expect(found).toEqual(found.map(() => expect.objectContaining({ type: 'wav', seconds: 0.5 })));
  expect(copies).toBe(1);
});

test('a store that breaks off during a probe says nothing about the file, whose price follows from its facts', async () => {
  const key = await server.client.upload(makeWav(), 'broken-off.wav');
  const copy = vi.spyOn(server.parts.objects, 'toLocalFile').mockRejectedValueOnce(new StoreUnavailable('no answer'));
  await expect(factsOf(server.parts, key)).rejects.toThrow(StoreUnavailable);
  copy.mockRestore();
  expect(await factsOf(server.parts, key)).toMatchObject({ type: 'wav', seconds: 0.5 });
});

test('a tag that claims more bytes than the file has is not followed', async () => {
  const forged = Buffer.alloc(6000);
  forged.write('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1');
  const key = await server.client.upload(forged, 'forged.mp3');
  const reads = vi.spyOn(server.parts.objects, 'readRange');
  expect(await factsOf(server.parts, key)).toMatchObject({ type: 'mp3' });
  expect(reads.mock.calls.filter(([, { start }]) => start > 0)).toEqual([]);
  reads.mockRestore();
});
