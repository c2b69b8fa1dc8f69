// The state file of a run: a line for each thing that became certain, so that the same command goes on after a kill. It lies beside the results.
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const fileSchema = z.object({ place: z.string(), bytes: z.number() });
export type SavedFile = z.output<typeof fileSchema>;

const lineSchema = z.union([
  z.object({ version: z.literal(1), batchId: z.string(), clientUid: z.string() }),
  /** The body of a call that is about to be made, with the key under which repeating it is harmless. */
  z.object({ id: z.string(), key: z.string(), body: z.record(z.string(), z.unknown()) }),
  /** An upload in parts that can be continued. */
  z.object({ id: z.string(), place: z.string(), upload: z.object({ key: z.string(), uploadId: z.string() }) }),
  z.object({ id: z.string(), taskId: z.string() }),
  z.object({ id: z.string(), files: z.array(fileSchema) }),
  /** It failed, or its task is gone: it begins anew. */
  z.object({ id: z.string(), isForgotten: z.literal(true) }),
]);
type Line = z.output<typeof lineSchema>;

export interface Entry {
  readonly key?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly uploads?: Readonly<Record<string, { readonly key: string; readonly uploadId: string }>>;
  readonly taskId?: string;
  readonly files?: readonly SavedFile[];
}

export interface Journal {
  readonly batchId: string;
  readonly clientUid: string;
  readonly find: (id: string) => Entry;
  /** How many calls were prepared so far. */
  readonly countBodies: () => number;
  readonly note: (line: Line) => void;
  /** Nothing is left to go on with. */
  readonly remove: () => void;
}

interface Run {
  readonly server: string;
  readonly path: string;
  readonly options: unknown;
}

/** One file for each server, call and set of options, so that different commands with one folder do not meet. */
export const journalPlace = (folder: string, run: Run): string => {
  const hash = createHash('sha256')
    .update(JSON.stringify([run.server, run.path, run.options]))
    .digest('hex');
  return path.join(folder, `.pixwright-${hash.slice(0, 12)}.jsonl`);
};

function readLines(place: string): Line[] {
  let text: string;
  try {
    text = readFileSync(place, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return text.split('\n').flatMap(line => {
    try {
      return [lineSchema.parse(JSON.parse(line))];
    } catch {
      // A kill cuts the last line.
      return [];
    }
  });
}

function add(entry: Entry, line: Line): Entry {
  if ('isForgotten' in line) return {};
  if ('body' in line) return { ...entry, key: line.key, body: line.body };
  if ('upload' in line) return { ...entry, uploads: { ...entry.uploads, [line.place]: line.upload } };
  if ('taskId' in line) return { ...entry, taskId: line.taskId };
  return 'files' in line ? { ...entry, files: line.files } : entry;
}

/** Opens the state of such a run, or begins one with these ids. Without a place it is kept in memory alone. */
export function openJournal(place: string | undefined, fresh: { batchId: string; clientUid: string }): Journal {
  const lines = place === undefined ? [] : readLines(place);
  const head = lines.find(line => 'version' in line) ?? { version: 1 as const, ...fresh };
  const entries = new Map<string, Entry>();
  let bodies = 0;
  const take = (line: Line) => {
    if ('body' in line) bodies += 1;
    if ('id' in line) entries.set(line.id, add(entries.get(line.id) ?? {}, line));
  };
  for (const line of lines) take(line);
  let isThere = lines.length > 0;
  const write = (line: Line) => {
    if (place === undefined) return;
    // The id of a visitor opens their tasks, so the file is for its owner alone.
    if (!isThere) writeFileSync(place, `${JSON.stringify(head)}\n`, { mode: 0o600 });
    isThere = true;
    // A cut last line must not swallow the next one.
    appendFileSync(place, `\n${JSON.stringify(line)}\n`);
  };
  return {
    batchId: head.batchId,
    clientUid: head.clientUid,
    find: id => entries.get(id) ?? {},
    countBodies: () => bodies,
    note: line => {
      take(line);
      write(line);
    },
    remove: () => {
      if (place !== undefined) rmSync(place, { force: true });
      isThere = false;
    },
  };
}

/** Whether all files of a finished input are still there as they were written. */
export const isStillThere = ({ files }: Entry): boolean =>
  files?.every(({ place, bytes }) => statSync(place, { throwIfNoEntry: false })?.size === bytes) ?? false;
