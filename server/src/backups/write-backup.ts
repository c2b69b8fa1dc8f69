// Makes a backup while servers run: a snapshot of the rows, then the files that they name. Its place shows it only once it is whole.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { pack as openPack, type Pack } from 'tar-stream';
import type { BackupPlace } from '../adapters/backup-place.ts';
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
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) rows += 1;
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

/** Writes a backup to a place under that name. BackupFault, BackupPlaceFault. An aborted one leaves nothing. */
export async function writeBackup(
  source: BackupSource,
  { place, name, signal }: { place: BackupPlace; name: string; signal?: AbortSignal },
): Promise<BackupSummary> {
  const client = await connectAlone(source.connection, 'pixwright backup');
  const pack = openPack();
  const packed = createGzip(compressing);
  // A failure on any side ends the others.
  const end = (error: unknown) => {
    pack.destroy(error as Error);
    packed.destroy(error as Error);
    throw error;
  };
  const abort = () => packed.destroy(new BackupFault('The backup was broken off.'));
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', abort);
    await beginSnapshot(client);
    const [filled, written] = await Promise.allSettled([
      fillPack(pack, client, source).catch(end),
      // Waited for in any case: it clears away what it has written.
      place.write(name, packed).catch(end),
      pipeline(pack, packed),
    ]);
    // It knows every reason: what ends the others ends its bytes.
    if (written.status === 'rejected') throw written.reason;
    if (filled.status === 'rejected') throw filled.reason;
    const [manifest, bytes] = [filled.value, written.value];
    const { files, missingFiles } = manifest;
    const rows = Object.values(manifest.rows).reduce((sum, each) => sum + each, 0);
    return { rows, files, missingFiles, bytes };
  } finally {
    signal?.removeEventListener('abort', abort);
    await client.end();
  }
}
