// The latency of a trivial GET during two 12-megapixel conversions, compared with a bare Node server on the same machine at the same time.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median, quantile } from './numbers.ts';
import { makePhoto } from './pictures.ts';
import { createClient, startProduct } from './product.ts';
import type { Bench } from './report.ts';
import { timeGet } from './time-get.ts';

const pairs = 1500;
const pauseMs = 8;

export const benchResponsiveness: Bench = async () => {
  const photo = await makePhoto(4000, 3000, 1);
  const product = await startProduct({ WORKERS: '2' });
  const bare = fork(fileURLToPath(new URL('./bare-server.ts', import.meta.url)));
  const [port] = (await once(bare, 'message')) as [number];
  try {
    const client = createClient(product.url);
    let isOver = false;
    const convert = async () => {
      while (!isOver) await client.convert(photo, 'busy.jpg', { format: 'webp' });
    };
    const converting = [convert(), convert()];
    await sleep(1000);
    const ours: number[] = [];
    const rival: number[] = [];
    for (let index = 0; index < pairs; index++) {
      // Alternating, so that both run under the same conditions.
      const [a, b] = index % 2 === 0 ? [ours, rival] : [rival, ours];
      for (const list of [a, b])
        list.push(await timeGet(list === ours ? `${product.url}/healthz` : `http://127.0.0.1:${port}/`));
      await sleep(pauseMs);
    }
    isOver = true;
    await Promise.all(converting);
    const ratio = quantile(ours, 0.99) / quantile(rival, 0.99);
    const show = (list: readonly number[]) => `${median(list).toFixed(2)} / ${quantile(list, 0.99).toFixed(2)} ms`;
    return [
      {
        what: `GET while two 12 MP conversions run, ${pairs} pairs, median / p99`,
        ours: `${show(ours)}: p99 ${ratio.toFixed(2)} ×`,
        rival: `a bare Node server: ${show(rival)}`,
        aim: '≤ 2 ×',
        isMet: ratio <= 2,
      },
    ];
  } finally {
    bare.kill();
    await product.stop();
  }
};
