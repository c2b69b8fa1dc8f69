// Everything a batch has finished so far, streamed as one zip: nothing is gathered in memory or written to disk.
import { Readable } from 'node:stream';
import { makeZip } from 'client-zip';
import type { ObjectStore } from '../adapters/objects.ts';
import type { TaskRow } from './store.ts';

/** Gives names that occur twice a number: `a.png`, `a (2).png`. Letter case does not tell names apart everywhere. */
export function createNamer(): (name: string) => string {
  const used = new Set<string>();
  // Whoever sends thousands of one name must not have all its numbers tried again for each.
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

/** A zip of the results of these tasks, in their order; files are stored as they are, since pictures do not shrink. */
export function streamZip(rows: readonly TaskRow[], objects: ObjectStore): Readable {
  // The zipper does not let go of a file when the download is broken off, so it is held here as well.
  let current: Readable | undefined;
  async function* openFiles() {
    const nameOnce = createNamer();
    for (const row of rows) {
      for (const file of row.result?.files ?? []) {
        current = await objects.openRead(file.key);
        if (zip.destroyed) return void current.destroy();
        const input = Readable.toWeb(current) as ReadableStream<Uint8Array>;
        yield { name: nameOnce(file.name), input, size: file.bytes, lastModified: row.ended_at ?? row.created_at };
      }
    }
  }
  const zip = Readable.fromWeb(makeZip(openFiles()) as import('node:stream/web').ReadableStream);
  return zip.once('close', () => current?.destroy());
}
