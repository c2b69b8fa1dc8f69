// 500 small files as one batch, through a proxy that cuts every connection after a fixed time.
import { randomUUID } from 'node:crypto';
import type { Batch } from 'contract/routes/tasks.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { runSideBySide } from './numbers.ts';
import { getThrough } from './patience.ts';
import { makeTinyPicture } from './pictures.ts';
import { converterPath, createClient, startProduct } from './product.ts';
import type { Bench } from './report.ts';

const files = 500;

/** Reads the batch's events until every task has ended, resuming whenever the stream is cut. */
async function followToEnd(
  url: string,
  headers: Record<string, string>,
  batchId: string,
): Promise<Map<string, string>> {
  const ended = new Map<string, string>();
  let lastEventId = '';
  while (ended.size < files) {
    await getThrough(async () => {
      const reply = await fetch(`${url}/web/batch/${batchId}/events`, {
        headers: { ...headers, 'last-event-id': lastEventId },
      });
      let text = '';
      for await (const chunk of reply.body ?? []) {
        text += Buffer.from(chunk).toString();
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const lines = text.slice(0, end).split('\n');
          text = text.slice(end + 2);
          const field = (name: string) => lines.find(line => line.startsWith(`${name}: `))?.slice(name.length + 2);
          lastEventId = field('id') ?? lastEventId;
          const event = field('event');
          if (event && ['done', 'failed', 'cancelled'].includes(event))
            ended.set(JSON.parse(field('data') ?? '{}').taskId, event);
        }
        if (ended.size >= files) return;
      }
    });
  }
  return ended;
}

async function runBatch(productUrl: string, lifetimeMs: number) {
  const proxy = await startCuttingProxy(productUrl, lifetimeMs);
  const client = createClient(proxy.url);
  const batchId = randomUUID();
  const picture = await makeTinyPicture(320, 5);
  const start = performance.now();
  let following: Promise<Map<string, string>> | undefined;
  await runSideBySide(Array.from({ length: files }), 6, async (_item, index) => {
    const imageUrl = await getThrough(() => client.upload(picture, `${index}.png`));
    const key = { 'idempotency-key': `${batchId}-${index}` };
    await getThrough(() => client.post(converterPath, { imageUrl, format: 'avif', batchId, wait: 0 }, key));
    following ??= followToEnd(proxy.url, client.headers, batchId);
  });
  const ended = await following;
  const batch = await getThrough(async () => {
    const reply = await fetch(`${proxy.url}/web/batch/${batchId}`, { headers: client.headers });
    return ((await reply.json()) as { data: Batch }).data;
  });
  proxy.close();
  const told = [...(ended?.values() ?? [])].filter(event => event === 'done').length;
  return {
    failures: files - Math.min(batch.done, told),
    total: batch.total,
    cuts: proxy.cuts(),
    seconds: (performance.now() - start) / 1000,
  };
}

export const benchBatch: Bench = async () => {
  const product = await startProduct();
  try {
    const lines = [];
    for (const lifetimeMs of [60_000, 1500]) {
      const { failures, total, cuts, seconds } = await runBatch(product.url, lifetimeMs);
      lines.push({
        what: `${files} small files as one batch, a proxy cuts every connection after ${lifetimeMs / 1000} s`,
        ours: `${failures} failures, ${total} tasks, ${cuts} cuts, ${seconds.toFixed(1)} s`,
        rival: '–',
        aim: '0 failures',
        isMet: failures === 0 && total === files,
      });
    }
    return lines;
  } finally {
    await product.stop();
  }
};
