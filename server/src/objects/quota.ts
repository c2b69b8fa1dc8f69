// How many bytes one owner, and one network address, may have stored or signed for: uploads, fetched inputs and results. Parallel
// requests cannot pass a quota together.
import { AppError } from 'contract/errors.ts';
import type { Database, Querier } from '../adapters/postgres.ts';
import { accountOfOwner } from '../http/owner.ts';
import type { Parts } from '../parts.ts';
import {
  forgetObjects,
  holdQuotas,
  insertObjects,
  type NewObject,
  type Stored,
  sumRecent,
  sumStored,
} from './store.ts';

/** A tiny file counts as this much: its row and its file system block cost as well. */
const leastBytes = 256 * 1024;
const bytesPerGb = 1024 ** 3;
const longestWaitSeconds = 3600;
/** Requests of one address take turns in this process before they take a connection, so that a flood holds only one of them. */
const mostWaiting = 100;

interface Turns {
  waiting: number;
  last: Promise<unknown>;
}

const turnsOf = new Map<string, Turns>();

async function inTurn<T>(name: string, act: () => Promise<T>): Promise<T> {
  const turns = turnsOf.get(name) ?? { waiting: 0, last: Promise.resolve() };
  if (turns.waiting >= mostWaiting) throw new AppError('RATE_LIMITED', { retryAfterSeconds: 1 });
  turnsOf.set(name, turns);
  turns.waiting += 1;
  const result = turns.last.then(act);
  turns.last = result.catch(() => undefined);
  try {
    return await result;
  } finally {
    turns.waiting -= 1;
    if (turns.waiting === 0) turnsOf.delete(name);
  }
}

type QuotaParts = Pick<Parts, 'database' | 'config' | 'now'>;

interface Sender {
  readonly owner: string;
  /** Null for a task from before addresses were noted. */
  readonly address: string | null;
}

/** Files that a worker stores: inputs fetched by link count as uploads do, results of accepted tasks have a second quota. */
export type CountedAs = 'inputs' | 'results';
const quotasOf: Record<CountedAs, number> = { inputs: 1, results: 2 };

const limitsOf = ({ quotas }: Parts['config'], { owner, address }: Sender) => ({
  owner: { name: owner, maxGb: accountOfOwner(owner) === null ? quotas.visitorGb : quotas.accountGb },
  ...(address !== null && { address: { name: address, maxGb: quotas.addressGb } }),
});

const countBytes = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + Math.max(leastBytes, size), 0);

/**
 * Sums of rows that are over a minute old, by the name of an owner or address. A proxy's address may have a hundred thousand rows, so all
 * of them are read every ten seconds, or before a refusal, and otherwise only the rows of the last minute. Until then files that were
 * deleted still count, and files that came from a visitor to an account count for neither.
 */
interface Settled {
  readonly bytes: number;
  readonly until: Date;
  readonly readAtMs: number;
}

const settledForMs = 10_000;
const mostSettled = 20_000;
const settledOf = new WeakMap<Database, Map<string, Settled>>();

function settledIn({ database }: QuotaParts): Map<string, Settled> {
  const settled = settledOf.get(database) ?? new Map<string, Settled>();
  if (settled.size > mostSettled) settled.clear();
  settledOf.set(database, settled);
  return settled;
}

type Sums = readonly Pick<Stored, 'column' | 'stored'>[];

/** The sums of a sender whose settled rows were read a moment ago; undefined for another. */
async function readRecentSums(db: Querier, parts: QuotaParts, { owner, address }: Sender): Promise<Sums | undefined> {
  const settled = settledIn(parts);
  const find = (name: string) => {
    const found = settled.get(name);
    return found && parts.now().getTime() - found.readAtMs < settledForMs ? found : undefined;
  };
  const ofOwner = find(owner);
  const ofAddress = address === null ? null : find(address);
  if (!ofOwner || ofAddress === undefined) return undefined;
  const named = (name: string, { until }: Settled) => ({ name, after: until });
  const recent = await sumRecent(db, named(owner, ofOwner), ofAddress && named(address!, ofAddress), leastBytes);
  return recent.map(sum => ({
    column: sum.column,
    stored: sum.recent + ((sum.column === 'owner' ? ofOwner : ofAddress)?.bytes ?? 0),
  }));
}

async function readAllSums(db: Querier, parts: QuotaParts, sender: Sender): Promise<readonly Stored[]> {
  const sums = await sumStored(db, sender, leastBytes);
  for (const { column, settled: bytes, settledUntil: until } of sums) {
    const name = sender[column];
    if (name !== null) settledIn(parts).set(name, { bytes, until, readAtMs: parts.now().getTime() });
  }
  return sums;
}

/** Checks a number of bytes against what the sender had stored when the sums were read. */
type Room = (bytes: number) => Promise<AppError | undefined>;

async function readRoom(db: Querier, parts: QuotaParts, sender: Sender, times: number): Promise<Room> {
  const limits = limitsOf(parts.config, sender);
  const maxGbOf = (column: Stored['column']) => times * (limits[column]?.maxGb ?? 0);
  const isBeyond = ({ column, stored }: Sums[number], bytes: number) =>
    (column === 'owner' || sender.address !== null) && stored + bytes > maxGbOf(column) * bytesPerGb;
  const recent = await readRecentSums(db, parts, sender);
  let all = recent ? undefined : await readAllSums(db, parts, sender);
  return async bytes => {
    if (!(all ?? recent!).some(sum => isBeyond(sum, bytes))) return undefined;
    all ??= await readAllSums(db, parts, sender);
    const full = all.find(sum => isBeyond(sum, bytes));
    if (!full) return undefined;
    const seconds = full.firstEndsAt ? (full.firstEndsAt.getTime() - parts.now().getTime()) / 1000 : 0;
    const retryAfterSeconds = Math.min(longestWaitSeconds, Math.max(60, Math.ceil(seconds)));
    return new AppError('UPLOAD_QUOTA', { maxGb: maxGbOf(full.column), retryAfterSeconds });
  };
}

/** Writes rows while it holds the quotas of the sender, so that parallel requests cannot pass them together. UPLOAD_QUOTA. */
async function insertHolding(parts: QuotaParts, sender: Sender, objects: readonly NewObject[], times: number) {
  const names = Object.values(limitsOf(parts.config, sender)).map(limit => limit.name);
  await parts.database.transaction().execute(async trx => {
    await holdQuotas(trx, names);
    const room = await readRoom(trx, parts, sender, times);
    const refusal = await room(countBytes(objects.map(object => object.bytes)));
    if (refusal) throw refusal;
    await insertObjects(trx, objects);
  });
}

/** Writes the row of an upload. UPLOAD_QUOTA when its owner or its address would have too much. */
export async function insertWithinQuota(
  parts: QuotaParts,
  upload: NewObject & { owner: string; address: string },
): Promise<void> {
  await inTurn(upload.address, () => insertHolding(parts, upload, [upload], 1));
}

/**
 * Writes the rows of files that a worker is about to store. UPLOAD_QUOTA. Results of a sender far from the limit take no lock: their
 * rows are written first and counted with all others that were, so of two tasks at the limit at least one sees both.
 */
export async function insertCounted(
  parts: QuotaParts,
  countedAs: CountedAs,
  sender: Sender,
  objects: readonly NewObject[],
): Promise<void> {
  if (objects.length === 0) return;
  if (countedAs === 'results') {
    await insertObjects(parts.database, objects);
    const room = await readRoom(parts.database, parts, sender, 1);
    if (!(await room(0))) return;
    await forgetObjects(
      parts.database,
      objects.map(object => object.key),
    );
  }
  await insertHolding(parts, sender, objects, quotasOf[countedAs]);
}

/** Checks whether more files of this kind fit. This does not reserve anything: `insertCounted` decides. */
export const findRoom = (parts: QuotaParts, countedAs: CountedAs, sender: Sender): Promise<Room> =>
  readRoom(parts.database, parts, sender, quotasOf[countedAs]);

/** UPLOAD_QUOTA for a sender whose results could no longer be stored, so that no work is started in vain. */
export async function requireRoomForResults(parts: QuotaParts, sender: Sender): Promise<void> {
  const room = await findRoom(parts, 'results', sender);
  const refusal = await room(leastBytes);
  if (refusal) throw refusal;
}
