// Makes a backup while servers run: a snapshot of the rows, then the files that they name. The file has its name only once it is whole.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { pack as openPack, type Pack } from 'tar-stream';
import { version } from '../version.ts';
import { BackupFault, formatNumber, type Head, headName, type Manifest, manifestName, sumsName } from './format.ts';
import {
  beginSnapshot,
  connectAlone,
  copyRows,
  listApplied,
  listFileKeys,
  listTables,
  readSequences,
} from './snapshot-store.ts';

const pieceBytes = 4 * 1024 * 1024;
const newline = 10;

/** An object that is open for reading; its bytes stay readable when it is deleted meanwhile. */
interface OpenFile {
  readonly bytes: number;
  readonly stream: () => Readable;
}

export interface BackupSource {
  readonly connection: pg.ClientConfig;
  /** Opens an object of the store on disk, undefined if it is gone. Absent: files are not in the backup, for this reason. */
  readonly files: ((key: string) => Promise<OpenFile | undefined>) | 'bucket' | 'left-out';
}

export interface BackupSummary {
  readonly rows: number;
  readonly files: number;
  readonly missingFiles: number;
  readonly bytes: number;
}

/** Pictures and clips hardly shrink, and rows shrink well at any level. */
const compressing = { level: 1 };

/** Writes members and remembers the sum of each. */
class Members {
  readonly sums: string[] = [];
  readonly #pack: Pack;

  constructor(pack: Pack) {
    this.#pack = pack;
  }

  #note(name: string, digest: string) {
    this.sums.push(`${digest}  ${name}\n`);
  }

  async add(name: string, bytes: Buffer | string): Promise<void> {
    const content = Buffer.from(bytes);
    const member = this.#pack.entry({ name, size: content.length, mode: 0o600 });
    await pipeline([content], member);
    this.#note(name, createHash('sha256').update(content).digest('hex'));
  }

  async addFile(name: string, { bytes, stream }: OpenFile): Promise<void> {
    const hash = createHash('sha256');
    const member = this.#pack.entry({ name, size: bytes, mode: 0o600 });
    await pipeline(
      stream(),
      async function* (chunks) {
        for await (const chunk of chunks as AsyncIterable<Buffer>) {
          hash.update(chunk);
          yield chunk;
        }
      },
      member,
    );
    this.#note(name, hash.digest('hex'));
  }
}

/** Returns the number of rows. COPY writes a line for each, and escapes line breaks within. */
async function addTable(members: Members, client: pg.Client, table: Head['tables'][number]): Promise<number> {
  let rows = 0;
  let number = 0;
  let held: Buffer[] = [];
  let heldBytes = 0;
  const flush = async () => {
    if (heldBytes === 0) return;
    number += 1;
    await members.add(`tables/${table.name}/${String(number).padStart(6, '0')}`, Buffer.concat(held));
    held = [];
    heldBytes = 0;
  };
  for await (const chunk of copyRows(client, table) as AsyncIterable<Buffer>) {
    for (const byte of chunk) if (byte === newline) rows += 1;
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes >= pieceBytes) await flush();
  }
  await flush();
  return rows;
}

async function addFiles(members: Members, client: pg.Client, files: BackupSource['files']) {
  const counts = { files: 0, missingFiles: 0 };
  if (typeof files === 'string') return counts;
  for (const key of await listFileKeys(client)) {
    const file = await files(key);
    if (file) await members.addFile(`files/${key}`, file);
    counts[file ? 'files' : 'missingFiles'] += 1;
  }
  return counts;
}

async function fillPack(pack: Pack, client: pg.Client, { files }: BackupSource): Promise<Manifest> {
  const members = new Members(pack);
  const migrations = await listApplied(client);
  if (migrations.length === 0) throw new BackupFault('This database is empty: there is nothing to back up.');
  const tables = await listTables(client);
  const head: Head = {
    format: formatNumber,
    product: version,
    createdAt: new Date().toISOString(),
    migrations,
    tables,
    files: typeof files === 'string' ? files : 'inside',
  };
  await members.add(headName, `${JSON.stringify(head, null, 1)}\n`);
  const rows: Record<string, number> = {};
  for (const table of tables) rows[table.name] = await addTable(members, client, table);
  const counts = await addFiles(members, client, files);
  const sequences = await readSequences(client);
  const sums = members.sums.join('');
  await members.add(sumsName, sums);
  const manifest = { rows, sequences, ...counts, sums: createHash('sha256').update(sums).digest('hex') };
  await members.add(manifestName, `${JSON.stringify(manifest, null, 1)}\n`);
  pack.finalize();
  return manifest;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Writes the backup beside its name and moves it there when it has reached the disk. BackupFault. */
export async function writeBackup(source: BackupSource, file: string): Promise<BackupSummary> {
  const partial = `${file}.${process.pid}.partial`;
  const client = await connectAlone(source.connection, 'pixwright backup');
  const pack = openPack();
  try {
    await beginSnapshot(client);
    const target = createWriteStream(partial, { mode: 0o600, flush: true });
    const written = pipeline(pack, createGzip(compressing), target);
    // A failure on either side ends the other.
    const filled = fillPack(pack, client, source).catch(error => {
      pack.destroy(error as Error);
      throw error;
    });
    const [manifest] = await Promise.all([filled, written]);
    await rename(partial, file);
    await syncFolder(path.dirname(file));
    const { files, missingFiles } = manifest;
    const rows = Object.values(manifest.rows).reduce((sum, each) => sum + each, 0);
    return { rows, files, missingFiles, bytes: target.bytesWritten };
  } finally {
    await rm(partial, { force: true });
    await client.end();
  }
}
