// One tiny picture, from POST to done: the cost of durability and of a separate process.
import http from 'node:http';
import type { Task } from 'contract/task.ts';
import sharp from 'sharp';
import { median, quantile } from './numbers.ts';
import { makeTinyPicture } from './pictures.ts';
import { converterPath, createClient, startProduct } from './product.ts';
import type { Bench } from './report.ts';

const samples = 400;

/** A server that converts in its own process and stores nothing: the minimum that any product must do. */
async function startBare(picture: Buffer): Promise<{ url: string; close: () => void }> {
  const server = http.createServer(async (_request, response) => {
    const made = await sharp(picture).webp({ quality: 80 }).toBuffer();
    response.end(JSON.stringify({ bytes: made.length }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, close: () => server.close() };
}

export const benchTiny: Bench = async () => {
  const picture = await makeTinyPicture(100, 3);
  const product = await startProduct();
  const bare = await startBare(picture);
  try {
    const client = createClient(product.url);
    const imageUrl = await client.upload(picture, 'tiny.png');
    const time = async (work: () => Promise<unknown>) => {
      const start = performance.now();
      await work();
      return performance.now() - start;
    };
    const convert = async () => {
      const task = await client.post<Task>(converterPath, { imageUrl, format: 'webp' });
      if (task.status !== 'done') throw new Error(`not done: ${task.status}`);
    };
    const ours: number[] = [];
    const rival: number[] = [];
    for (let index = -20; index < samples; index++) {
      const a = await time(convert);
      const b = await time(async () => (await fetch(bare.url, { method: 'POST' })).text());
      if (index >= 0) {
        ours.push(a);
        rival.push(b);
      }
    }
    const show = (list: readonly number[]) => `${median(list).toFixed(1)} / ${quantile(list, 0.99).toFixed(1)} ms`;
    return [
      {
        what: `100 × 100 PNG → WebP from POST to done, ${samples} times, median / p99`,
        ours: show(ours),
        rival: `a bare Node server that keeps nothing: ${show(rival)}`,
        aim: '≤ 20 / ≤ 80 ms',
        isMet: median(ours) <= 20 && quantile(ours, 0.99) <= 80,
      },
    ];
  } finally {
    bare.close();
    await product.stop();
  }
};
