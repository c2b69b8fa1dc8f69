// Six visitors, each with an address of its own, ask for views of clips in a loop that keep ffmpeg busy. Measures how long another visitor waits for
// the facts, the poster, the film strip and the waveform of an ordinary clip, and for an enlargement, compared with the same calls alone.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Task } from 'contract/task.ts';
import { h264, makeClip } from 'engines/video/test-clips.ts';
import { makeStructures, playOverAndOver } from 'engines/video/test-hostile-structures.ts';
import { makePhoto } from './pictures.ts';
import { type Client, createClient, startProduct } from './product.ts';
import type { Bench } from './report.ts';

const attackers = 6;
const rounds = 7;
const views = ['film', 'poster', 'peaks', 'facts'];

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const addressOf = (visitor: number) => ({ 'x-forwarded-for': `198.18.7.${visitor}` });

async function view(url: string, call: string, key: string, visitor: number): Promise<number> {
  const answer = await fetch(`${url}/web/tos/${call}?key=${encodeURIComponent(key)}`, { headers: addressOf(visitor) });
  await answer.arrayBuffer();
  return answer.status;
}

async function send(client: Client, bytes: Uint8Array, name: string, visitor: number): Promise<string> {
  const key = await client.upload(bytes, name, addressOf(visitor));
  await client.post('/web/tos/complete', { key }, addressOf(visitor));
  return key;
}

interface Files {
  readonly clip: Buffer;
  readonly photo: Buffer;
}

/** The calls of a visitor with a new clip and a new photo; returns the milliseconds of each. */
async function visit(url: string, { clip, photo }: Files, visitor: number): Promise<ReadonlyMap<string, number>> {
  const client = createClient(url);
  const times = new Map<string, number>();
  const time = async (name: string, act: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await act();
    times.set(name, performance.now() - startedAt);
  };
  const key = await send(client, clip, 'honest.mp4', visitor);
  for (const call of ['facts', 'poster', 'film', 'peaks'])
    await time(call, async () => {
      const status = await view(url, call, key, visitor);
      if (status !== 200) throw new Error(`${call} of an ordinary clip was answered with ${status}`);
    });
  const imageUrl = await send(client, photo, 'honest.jpg', visitor);
  await time('enlargement', async () => {
    const body = { imageUrl, upscale: 2, wait: 15 };
    const { status } = await client.post<Task>('/web/losslessAmplification', body, addressOf(visitor));
    if (status !== 'done') throw new Error(`an enlargement was ${status} after 15 s`);
  });
  return times;
}

/** Each asks for views of its own files again and again, and sends a new copy from time to time. */
async function attack(url: string, files: readonly Buffer[], visitor: number, isOver: () => boolean): Promise<number> {
  const client = createClient(url);
  let asked = 0;
  while (!isOver()) {
    const key = await send(client, files[(visitor + asked) % files.length]!, 'hostile.mp4', visitor);
    for (let turn = 0; turn < 25 && !isOver(); turn++) {
      await Promise.all(views.map(call => view(url, call, key, visitor)));
      asked += views.length;
      // A browser would send as many; more would measure the network.
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  }
  return asked;
}

export const benchHostileViews: Bench = async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hostile-views-'));
  const product = await startProduct({ TRUST_PROXY: '1' });
  try {
    const picture = 'color=black:s=64x64:r=25:d=60';
    const minute = readFileSync(makeClip({ folder, name: 'minute.mp4', sound: null, picture, args: h264 }));
    const structures = await makeStructures(minute);
    const hostile = [
      playOverAndOver(minute).bytes,
      ...structures.filter(({ fileName }) => /\.(mkv|ts|flac)$/.test(fileName)).map(({ make }) => make(60_000)),
    ];
    const clip = readFileSync(makeClip({ folder, name: 'honest.mp4', seconds: 8 }));
    const files = { clip, photo: await makePhoto(320, 240, 1) };
    await visit(product.url, files, 200);
    const alone: ReadonlyMap<string, number>[] = [];
    for (let round = 0; round < rounds; round++) alone.push(await visit(product.url, files, 100 + round));
    let isOver = false;
    const attacks = Array.from({ length: attackers }, (_, nth) => attack(product.url, hostile, nth + 1, () => isOver));
    const beside: ReadonlyMap<string, number>[] = [];
    await new Promise(resolve => setTimeout(resolve, 2000));
    for (let round = 0; round < rounds; round++) beside.push(await visit(product.url, files, 120 + round));
    isOver = true;
    const asked = (await Promise.all(attacks)).reduce((sum, one) => sum + one, 0);
    const of = (all: readonly ReadonlyMap<string, number>[], name: string) =>
      median(all.map(one => one.get(name) ?? 0));
    const ratios = [...alone[0]!.keys()].map(name => ({ name, before: of(alone, name), now: of(beside, name) }));
    const worst = Math.max(...ratios.map(({ before, now }) => now / before));
    return [
      {
        what: `Calls of a visitor beside ${attackers} that ask for views of hostile clips in a loop (${asked} requests)`,
        ours: ratios
          .map(({ name, before, now }) => `${name} ${Math.round(now)} ms (alone ${Math.round(before)})`)
          .join(', '),
        rival: `at most ${worst.toFixed(2)} × the time alone`,
        aim: 'each ≤ 2 × its time alone',
        isMet: worst <= 2,
      },
    ];
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
