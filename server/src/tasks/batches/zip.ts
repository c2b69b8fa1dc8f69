// The finished results of a batch, streamed as one zip: neither the files nor the batch are kept in memory, and nothing is written to disk.
import { Readable } from 'node:stream';
import { makeZip } from 'client-zip';
import { AppError } from 'contract/errors.ts';
import { media } from 'contract/media.ts';
import type { FastifyReply } from 'fastify';
import type { ObjectStore } from '../../adapters/objects.ts';
import { contentDisposition, nameOfType } from '../../adapters/objects-disposition.ts';
import { dropWhenStalled } from '../../http/open-streams.ts';
import type { Parts } from '../../parts.ts';
import { findTasks } from '../batch-store.ts';
import type { OpenLinked } from '../linked-files.ts';
import type { TaskRow } from '../store.ts';
import { takePage, type Weighed } from '../task-pages.ts';

/** Returns a function that numbers repeated names: `a.png`, `a (2).png`. Ignores case, since some file systems do. */
export function createNamer(): (name: string) => string {
  const used = new Set<string>();
  // Otherwise each of thousands of files with one name would try all numbers again.
  const lastNumbers = new Map<string, number>();
  return name => {
    const dot = name.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let unique = name;
    let number = lastNumbers.get(name.toLowerCase()) ?? 1;
    while (used.has(unique.toLowerCase())) unique = `${stem} (${++number})${extension}`;
    lastNumbers.set(name.toLowerCase(), number);
    used.add(unique.toLowerCase());
    return unique;
  };
}

/** Long enough for a download that was paused for a while. */
const stallMs = 10 * 60_000;

/** These tasks of a batch, page by page. Reads the next page when the zip needs it. */
export async function* readDone(
  { database }: Pick<Parts, 'database'>,
  done: readonly Weighed[],
): AsyncGenerator<ZippedTask> {
  for (let left = done; left.length > 0; ) {
    const page = takePage(left);
    left = left.slice(page.length);
    const rows = await findTasks(
      database,
      page.map(({ id }) => id),
    );
    const byId = new Map(rows.map(row => [row.id, row]));
    yield* page.flatMap(({ id }) => byId.get(id) ?? []);
  }
}

type ZippedTask = Pick<TaskRow, 'result' | 'ended_at'>;

interface ZipSource {
  readonly parts: { readonly objects: ObjectStore };
  readonly openLinked: OpenLinked;
  /** The download's share of the connections to a host. */
  readonly sender: string;
}

/** The client that was downloading the zip disconnected. */
class Stopped extends Error {}

/**
 * Streams a zip of the results of these tasks, in their order, without compression, which would hardly shrink pictures. Opens files on
 * other hosts when their turn comes; `missing.txt` lists those that could not be fetched.
 */
export function streamZip(tasks: AsyncIterable<ZippedTask>, { parts, openLinked, sender }: ZipSource): Readable {
  const stopped = new AbortController();
  const missing: string[] = [];
  // The zip writer does not close the file it is reading when the download is aborted, so this function must.
  let current: Readable | undefined;
  async function* openFiles() {
    const nameOnce = createNamer();
    for await (const task of tasks) {
      for (const file of task.result?.files ?? []) {
        current = await parts.objects.openRead(file.key);
        if (zip.destroyed) return void current.destroy();
        const input = Readable.toWeb(current) as ReadableStream<Uint8Array>;
        yield {
          name: nameOnce(nameOfType(file.name, file.type)),
          input,
          size: file.bytes,
          lastModified: task.ended_at ?? undefined,
        };
      }
      for (const link of (task.result?.links ?? []).filter(({ type }) => media[type].kind !== 'text')) {
        try {
          current = await openLinked(link, { sender, signal: stopped.signal });
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          // The zip is still useful without this file.
          missing.push(link.url);
          continue;
        }
        if (zip.destroyed) return void current.destroy();
        const input = Readable.toWeb(current) as ReadableStream<Uint8Array>;
        yield { name: nameOnce(nameOfType(link.name, link.type)), input, lastModified: task.ended_at ?? undefined };
      }
    }
    if (missing.length > 0) yield { name: nameOnce('missing.txt'), input: `${missing.join('\n')}\n` };
  }
  const zip = Readable.fromWeb(makeZip(openFiles()) as import('node:stream/web').ReadableStream);
  return zip.once('close', () => {
    stopped.abort(new Stopped());
    current?.destroy();
  });
}

/** The file name of a zip of many results: `cutout-image-2026-11-22.zip`. */
export const nameZip = (tool: string, day: Date): string => `${tool}-${day.toISOString().slice(0, 10)}.zip`;

export function sendZip(reply: FastifyReply, name: string, zip: Readable): FastifyReply {
  dropWhenStalled(reply, stallMs);
  return reply.header('content-disposition', contentDisposition(name)).send(zip);
}
