// The dictionaries that clients load at start: limits as text (docs/product.md), with the entries that the operator has set.
import { maxClipSeconds } from 'contract/clip/formats.ts';
import { maxClipBytes, maxPictureBytes } from 'contract/routes/uploads.ts';
import { speechLimits } from 'contract/speech.ts';
import type { Querier } from '../adapters/postgres.ts';
import { findEntries, listNames, putEntry, removeEntry } from './store.ts';

interface Entry {
  readonly label: string;
  readonly value: string;
}

const limits = {
  upload_limit: {
    /** Of clips on trial: bytes, seconds, and seconds of those whose marks are found by themselves. */
    videoSize: 209_715_200,
    videoDuration: maxClipSeconds,
    aiVideoMaxDuration: 60,
    /** Of everyone's files: bytes. */
    fileMaxSize: maxClipBytes,
    pictureMaxSize: maxPictureBytes,
  },
  /** `dailyUnpaidRuns`: runs of a tool without payment, failed ones and previews included. */
  trialSetting: { batchCount: 1, batchFileCount: 5, maxFreePreview: 1, dailyUnpaidRuns: 60 },
  video_to_text: speechLimits,
  /** Links that are read for who is no member. */
  video_parsing: { dailyFreeLinks: 100 },
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>;

/** What the product can do at most: a larger number would promise what a run refuses. */
const ceilings: Readonly<Record<string, readonly string[]>> = {
  upload_limit: ['fileMaxSize', 'pictureMaxSize', 'videoDuration'],
  video_to_text: ['fileMaxSize', 'limitMaxDuration'],
};

type LimitName = keyof typeof limits;
const isLimit = (name: string): name is LimitName => Object.hasOwn(limits, name);

interface NamedEntry {
  readonly dictionary: LimitName;
  readonly label: string;
  readonly value: string;
}

/** The number in an entry; undefined for everything but a positive integer that the product can keep, which sets nothing. */
function readNumber({ dictionary, label, value }: NamedEntry): number | undefined {
  const number = /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : 0;
  const own: Readonly<Record<string, number>> = limits[dictionary];
  const max = ceilings[dictionary]?.includes(label) ? own[label]! : Number.POSITIVE_INFINITY;
  return number > 0 && number <= max ? number : undefined;
}

/** The numbers of a dictionary: the operator's where they are positive integers, else the product's own. */
export async function readLimits<N extends LimitName>(
  db: Querier,
  name: N,
): Promise<Readonly<Record<keyof (typeof limits)[N], number>>> {
  const own: Record<string, number> = { ...limits[name] };
  for (const { label, value } of await findEntries(db, name)) {
    const number = readNumber({ dictionary: name, label, value });
    if (number !== undefined && Object.hasOwn(own, label)) own[label] = number;
  }
  return own as Record<keyof (typeof limits)[N], number>;
}

/** The entry behind each limit of a contract on the bytes of a file, by the product's own number. */
const bytesEntries = [
  ['upload_limit', 'pictureMaxSize', maxPictureBytes],
  ['upload_limit', 'fileMaxSize', maxClipBytes],
  ['video_to_text', 'fileMaxSize', speechLimits.fileMaxSize],
] as const;

/** How many bytes a file may have for which a contract allows `ownMax`: the operator may have set less. */
export async function readMostBytes(db: Querier, ownMax: number): Promise<number> {
  const entry = bytesEntries.find(([, , own]) => own === ownMax);
  if (!entry) return ownMax;
  const [dictionary, label] = entry;
  const own: Readonly<Record<string, number>> = await readLimits(db, dictionary);
  return own[label]!;
}

/** The entries of a dictionary as clients read them; empty if it does not exist, as they expect. */
export async function findDictionary(db: Querier, name: string): Promise<Entry[]> {
  const values = new Map<string, string>();
  const own: Readonly<Record<string, number>> = isLimit(name) ? await readLimits(db, name) : {};
  for (const [label, value] of Object.entries(own)) values.set(label, String(value));
  for (const { label, value } of await findEntries(db, name)) if (!Object.hasOwn(own, label)) values.set(label, value);
  return [...values].map(([label, value]) => ({ label, value }));
}

/** Sets an entry, or removes the operator's if `value` is null. */
export const setEntry = (
  db: Querier,
  { dictionary, label, value }: { dictionary: string; label: string; value: string | null },
): Promise<void> => (value === null ? removeEntry(db, dictionary, label) : putEntry(db, { dictionary, label, value }));

/** Every dictionary that has entries, as label → value. */
export async function readDictionaries(db: Querier): Promise<Record<string, Record<string, string>>> {
  const names = [...new Set([...Object.keys(limits), ...(await listNames(db))])];
  const all = names.map(async name => {
    const entries = await findDictionary(db, name);
    return [name, Object.fromEntries(entries.map(({ label, value }) => [label, value]))] as const;
  });
  return Object.fromEntries((await Promise.all(all)).filter(([, entries]) => Object.keys(entries).length > 0));
}

/** Dictionaries of limits that an operator may also tell clients other things by, such as the sites that links are read of. */
const open: readonly string[] = ['video_parsing'];

/** Whether an entry is valid: limits have fixed labels, and their values are positive integers up to what the product can process. */
export function isEntry({ dictionary, label, value }: { dictionary: string; label: string; value: string }): boolean {
  if (!isLimit(dictionary)) return true;
  if (!Object.hasOwn(limits[dictionary], label)) return open.includes(dictionary);
  return readNumber({ dictionary, label, value }) !== undefined;
}

/** The product's own value of an entry; null where it has none. */
export function ownEntry(dictionary: string, label: string): string | null {
  const own: Readonly<Record<string, number>> = isLimit(dictionary) ? limits[dictionary] : {};
  return Object.hasOwn(own, label) ? String(own[label]) : null;
}
