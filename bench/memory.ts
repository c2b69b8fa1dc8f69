// Memory of the server process, after hundreds of pictures and during large uploads; and how much an interrupted upload sends twice.
import type { UploadSignature } from 'contract/routes/uploads.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { runSideBySide } from './numbers.ts';
import { getThrough } from './patience.ts';
import { makePhoto } from './pictures.ts';
import { residentMegabytes } from './processes.ts';
import { type Client, createClient, startProduct } from './product.ts';
import type { Bench, Line } from './report.ts';

const megabyte = 1024 * 1024;
const pictures = 500;

interface LargeUpload {
  readonly key: string;
  readonly uploadId: string;
  readonly partSize: number;
  readonly bytes: number;
}

async function beginUpload(client: Client, bytes: number): Promise<LargeUpload> {
  const signed = await client.post<UploadSignature>('/web/tos/new-get-signature-norecord', {
    fileName: 'large.mp4',
    fileSize: bytes,
    contentType: 'video/mp4',
  });
  return { key: signed.key, uploadId: signed.uploadId ?? '', partSize: signed.partSize, bytes };
}

/** Sends one part; returns the number of tries. */
async function sendPart(client: Client, upload: LargeUpload, partNumber: number): Promise<number> {
  const { key, uploadId, partSize, bytes } = upload;
  const body = Buffer.alloc(Math.min(partSize, bytes - (partNumber - 1) * partSize), partNumber);
  let tries = 0;
  await getThrough(async () => {
    tries++;
    const { url, headers } = await client.post<{ url: string; headers: Record<string, string> }>('/web/tos/part', {
      key,
      uploadId,
      partNumber,
    });
    const sent = await fetch(url, { method: 'PUT', headers, body });
    if (!sent.ok) throw new Error(`part ${partNumber}: ${sent.status}`);
  });
  return tries;
}

const partsOf = (upload: LargeUpload) =>
  Array.from({ length: Math.ceil(upload.bytes / upload.partSize) }, (_, index) => index + 1);

const complete = (client: Client, { key, uploadId }: LargeUpload) =>
  client.post<{ size: number }>('/web/tos/complete', { key, uploadId });

/** Samples the resident size four times a second while `work` runs. */
async function watchPeak(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = residentMegabytes(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid));
  }, 250);
  await work();
  clearInterval(timer);
  return peak;
}

async function measurePictures(pid: number, client: Client): Promise<Line> {
  const photo = await makePhoto(1200, 900, 2);
  const sizes: number[] = [];
  await runSideBySide(Array.from({ length: pictures }), 4, async (_item, index) => {
    await client.convert(photo, `${index}.jpg`, { format: 'webp' });
    if (index % 100 === 99) sizes.push(residentMegabytes(pid));
  });
  const last = sizes.at(-1) ?? 0;
  // Flat: the last hundred pictures added almost nothing to the maximum of the hundreds before.
  const growth = last - Math.max(...sizes.slice(0, -1));
  return {
    what: `server process after ${pictures} pictures (every hundredth)`,
    ours: `${sizes.map(size => Math.round(size)).join(' → ')} MB`,
    rival: '–',
    aim: '≤ 200 MB and flat',
    isMet: last <= 200 && growth <= 10,
  };
}

async function measureUploads(pid: number, client: Client): Promise<Line> {
  const peak = await watchPeak(pid, () =>
    runSideBySide(Array.from({ length: 4 }), 4, async () => {
      const upload = await beginUpload(client, 500 * megabyte);
      await runSideBySide(partsOf(upload), 3, part => sendPart(client, upload, part));
      await complete(client, upload);
    }),
  );
  return {
    what: 'server process while 4 uploads of 500 MB run, peak',
    ours: `${Math.round(peak)} MB`,
    rival: '–',
    aim: '≤ 250 MB',
    isMet: peak <= 250,
  };
}

async function measureCuts(url: string): Promise<Line> {
  const proxy = await startCuttingProxy(url, 3_600_000);
  const client = createClient(proxy.url);
  // Signed links lead directly to the product, so the client must be told to use the proxy.
  const signed = await beginUpload(client, 2048 * megabyte);
  const cutAt = new Set(Array.from({ length: 10 }, (_, index) => 12 + index * 24));
  let sentParts = 0;
  let size = 0;
  for (const part of partsOf(signed)) {
    const cut = cutAt.has(part) ? setTimeout(() => proxy.cutAll(), 4) : undefined;
    sentParts += await sendPart(client, signed, part);
    clearTimeout(cut);
  }
  size = (await getThrough(() => complete(client, signed))).size;
  proxy.close();
  const again = sentParts - partsOf(signed).length;
  return {
    what: `2 GB upload with ${proxy.cuts()} forced disconnects`,
    ours: `${again} parts of 8 MiB sent again; ${(proxy.bytesUp() / megabyte).toFixed(0)} MB sent for ${size / megabyte} MB`,
    rival: '–',
    aim: 'at most one part each',
    isMet: again <= proxy.cuts() && size === 2048 * megabyte && proxy.cuts() >= 10,
  };
}

export const benchMemory: Bench = async () => {
  const product = await startProduct();
  try {
    const client = createClient(product.url);
    return [
      await measurePictures(product.pid, client),
      await measureUploads(product.pid, client),
      await measureCuts(product.url),
    ];
  } finally {
    await product.stop();
  }
};
