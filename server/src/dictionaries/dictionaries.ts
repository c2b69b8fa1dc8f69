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
    videoSize: 209_715_200,
    videoDuration: maxClipSeconds,
    fileMaxSize: maxClipBytes,
    pictureMaxSize: maxPictureBytes,
    aiVideoMaxDuration: 60,
  },
  trialSetting: { batchCount: 1, batchFileCount: 5, maxFreePreview: 1 },
  video_to_text: speechLimits,
  video_parsing: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>;

type LimitName = keyof typeof limits;
const isLimit = (name: string): name is LimitName => Object.hasOwn(limits, name);

/** The number in an entry; undefined for everything but a positive integer, which sets nothing. */
function readNumber(value: string): number | undefined {
  const number = /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : 0;
  return number > 0 ? number : undefined;
}

/** The numbers of a dictionary: the operator's where they are positive integers, else the product's own. */
export async function readLimits<N extends LimitName>(
  db: Querier,
  name: N,
): Promise<Readonly<Record<keyof (typeof limits)[N], number>>> {
  const own: Record<string, number> = { ...limits[name] };
  for (const { label, value } of await findEntries(db, name)) {
    const number = readNumber(value);
    if (number !== undefined && Object.hasOwn(own, label)) own[label] = number;
  }
  return own as Record<keyof (typeof limits)[N], number>;
}

/** The entries of a dictionary as clients read them; one that does not exist is empty, as they expect. */
export async function findDictionary(db: Querier, name: string): Promise<Entry[]> {
  const values = new Map<string, string>();
  const own: Readonly<Record<string, number>> = isLimit(name) ? limits[name] : {};
  for (const [label, value] of Object.entries(own)) values.set(label, String(value));
  for (const { label, value } of await findEntries(db, name)) {
    const isOfLimit = Object.hasOwn(own, label);
    if (!isOfLimit) values.set(label, value);
    else if (readNumber(value) !== undefined) values.set(label, String(readNumber(value)));
  }
  return [...values].map(([label, value]) => ({ label, value }));
}

/** Sets an entry, or takes the operator's away where `value` is null. */
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

/** Whether an entry means something: a dictionary of limits has only its own labels, and positive whole numbers. */
export function isEntry({ dictionary, label, value }: { dictionary: string; label: string; value: string }): boolean {
  const own: Readonly<Record<string, number>> = isLimit(dictionary) ? limits[dictionary] : {};
  if (Object.keys(own).length === 0) return true;
  return Object.hasOwn(own, label) && readNumber(value) !== undefined;
}

/** The product's own value of an entry; null where it has none. */
export function ownEntry(dictionary: string, label: string): string | null {
  const own: Readonly<Record<string, number>> = isLimit(dictionary) ? limits[dictionary] : {};
  return Object.hasOwn(own, label) ? String(own[label]) : null;
}
