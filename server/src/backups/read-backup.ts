// Reads a backup from its first byte to its last and checks all of it: sums, counts, and that nothing is missing at the end.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Entry, extract } from 'tar-stream';
import type { z } from 'zod';
import { isObjectKey } from '../adapters/objects-names.ts';
import {
  BackupFault,
  formatNumber,
  type Head,
  headName,
  headSchema,
  type Manifest,
  manifestName,
  manifestSchema,
  sumsName,
} from './format.ts';

/** What a restore does with the content; a check alone does nothing. */
export interface BackupReader {
  readonly begin?: (head: Head) => Promise<void>;
  /** Called with the pieces of a table in order, table by table. Reads all of it. */
  readonly takeRows?: (table: string, piece: Readable) => Promise<void>;
  /** Reads all of it. */
  readonly takeFile?: (key: string, bytes: Readable) => Promise<void>;
  /** Called once all is read and right. */
  readonly end?: (manifest: Manifest) => Promise<void>;
}

const broken = (why: string, cause?: unknown) =>
  new BackupFault(`This backup is damaged: ${why}. Use another copy.`, { cause });

async function readAll(entry: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function parse<T>(schema: z.ZodType<T>, name: string, bytes: Buffer): T {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw broken(`its ${name} cannot be read`, cause);
  }
}

/** Sums and lines of what passes through. */
async function* measure(entry: Entry, seen: { hash: ReturnType<typeof createHash>; lines: number }) {
  for await (const chunk of entry as AsyncIterable<Buffer>) {
    seen.hash.update(chunk);
    for (const byte of chunk) if (byte === 10) seen.lines += 1;
    yield chunk;
  }
}

async function drain(bytes: Readable): Promise<void> {
  for await (const _ of bytes);
}

class Reading {
  readonly #reader: BackupReader;
  readonly #sums: string[] = [];
  readonly #rows = new Map<string, number>();
  #files = 0;
  #sumsOfBackup: Buffer | undefined;
  head: Head | undefined;
  manifest: Manifest | undefined;

  constructor(reader: BackupReader) {
    this.#reader = reader;
  }

  async take(entry: Entry): Promise<void> {
    const { name } = entry.header;
    if (this.manifest) throw broken('something follows its manifest');
    if (!this.head && name !== headName) throw new BackupFault('This is not a backup of Pixwright.');
    if (name === sumsName) this.#sumsOfBackup = await readAll(entry);
    else if (name === manifestName) this.manifest = parse(manifestSchema, name, await readAll(entry));
    else await this.#takeSummed(name, entry);
  }

  async #takeSummed(name: string, entry: Entry): Promise<void> {
    const seen = { hash: createHash('sha256'), lines: 0 };
    const bytes = Readable.from(measure(entry, seen), { objectMode: false });
    if (name === headName) await this.#begin(await readAll(bytes));
    else if (name.startsWith('tables/')) await this.#takeRows(name, bytes);
    else if (name.startsWith('files/')) await this.#takeFile(name.slice('files/'.length), bytes);
    else throw broken(`it has a part ${JSON.stringify(name)} that no backup has`);
    const table = /^tables\/([^/]+)\//.exec(name)?.[1];
    if (table) this.#rows.set(table, (this.#rows.get(table) ?? 0) + seen.lines);
    this.#sums.push(`${seen.hash.digest('hex')}  ${name}\n`);
  }

  async #begin(bytes: Buffer): Promise<void> {
    if (this.head) throw broken('it begins twice');
    const format = /"format": (\d+)/.exec(bytes.toString('utf8'))?.[1];
    if (Number(format) > formatNumber)
      throw new BackupFault('This backup was made by a newer version of Pixwright: restore it with that version.');
    this.head = parse(headSchema, headName, bytes);
    await this.#reader.begin?.(this.head);
  }

  async #takeRows(name: string, bytes: Readable): Promise<void> {
    const table = this.head?.tables.find(each => name.startsWith(`tables/${each.name}/`))?.name;
    if (!table) throw broken(`it has rows of a table that it does not name`);
    await (this.#reader.takeRows ? this.#reader.takeRows(table, bytes) : drain(bytes));
  }

  async #takeFile(key: string, bytes: Readable): Promise<void> {
    // A key is a path: nothing else may be written to.
    if (!isObjectKey(key)) throw broken('it has a file under a name that no file has');
    this.#files += 1;
    await (this.#reader.takeFile ? this.#reader.takeFile(key, bytes) : drain(bytes));
  }

  async finish(): Promise<{ head: Head; manifest: Manifest }> {
    const { head, manifest } = this;
    if (!head || !manifest || !this.#sumsOfBackup) throw broken('its end is missing');
    if (createHash('sha256').update(this.#sumsOfBackup).digest('hex') !== manifest.sums)
      throw broken(`its ${sumsName} do not fit its manifest`);
    const listed = this.#sumsOfBackup.toString('utf8').split(/(?<=\n)/);
    const wrong = this.#sums.find((line, at) => line !== listed[at]) ?? listed[this.#sums.length];
    if (wrong) throw broken(`${wrong.trim().slice(66)} is not as it was written`);
    const differs = head.tables.find(({ name }) => (this.#rows.get(name) ?? 0) !== manifest.rows[name])?.name;
    if (differs) throw broken(`the rows of ${differs} are not all there`);
    if (this.#files !== manifest.files) throw broken('its files are not all there');
    await this.#reader.end?.(manifest);
    return { head, manifest };
  }
}

/** Codes of zlib and messages of tar for bytes that are not what they should be. */
const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  (/^Z_/.test(String((error as NodeJS.ErrnoException).code)) || /tar|Unexpected end/i.test(error.message));

/** BackupFault if anything about it is wrong, or if it was made by a newer version. */
export async function readBackup(
  packed: Readable,
  reader: BackupReader = {},
): Promise<{ head: Head; manifest: Manifest }> {
  const reading = new Reading(reader);
  const members = extract();
  let refusal: unknown;
  const taken = (async () => {
    for await (const entry of members) await reading.take(entry);
  })().catch(error => {
    refusal = error;
    members.destroy(error as Error);
  });
  try {
    const bytes = createGunzip();
    packed.on('error', error => bytes.destroy(error)).pipe(bytes);
    for await (const chunk of bytes) {
      if (refusal) break;
      if (!members.write(chunk)) await Promise.race([once(members, 'drain'), taken]);
    }
    members.end();
    await taken;
    if (refusal) throw refusal;
  } catch (error) {
    packed.destroy();
    members.destroy();
    await taken;
    const cause = refusal instanceof BackupFault ? refusal : error;
    if (isDamage(cause)) throw broken('it was cut or changed', cause);
    throw cause;
  }
  return reading.finish();
}
