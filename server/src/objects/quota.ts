// How many bytes one owner, and one network address, may have stored or signed for: uploads, fetched inputs and results. Concurrent
// requests cannot exceed a quota together.
import { AppError } from 'contract/errors.ts';
import { createTurns } from '../adapters/in-turn.ts';
import type { Database, Querier } from '../adapters/postgres.ts';
import { accountOfOwner } from '../http/owner.ts';
import type { Parts } from '../parts.ts';
import {
  type Condition,
  forgetObjects,
  holdQuotas,
  insertObjects,
  type NewObject,
  type Stored,
  sumRecent,
  sumStored,
} from './store.ts';

/** Minimum size that a file counts as, because its row and its file system block cost as well. */
const minBytes = 256 * 1024;
const bytesPerGb = 1024 ** 3;
const longestWaitSeconds = 3600;
/**
 * Maximum number of requests of one address waiting in this process. They take turns before they take a connection, so that a flood
 * occupies only one.
 */
const maxWaiting = 100;

const inTurn = createTurns(maxWaiting);

type QuotaParts = Pick<Parts, 'database' | 'config' | 'disk' | 'now'>;

interface Sender {
  readonly owner: string;
  /** Null for a task created before addresses were recorded. */
  readonly address: string | null;
}

/** Files that a worker stores: inputs fetched from links count like uploads; results of accepted tasks get twice the quota. */
export type CountedAs = 'inputs' | 'results';
const quotasOf: Record<CountedAs, number> = { inputs: 1, results: 2 };

/**
 * An address may have this many times the room that is left, and in any case 1 GB: one address leaves a fifth of the disk to the others, and
 * ten together leave a fortieth.
 */
const shareOfRoom = 4;

async function addressGbOf({ disk, config }: QuotaParts): Promise<number> {
  const shareGb = Math.floor((shareOfRoom * (await disk.roomOf('objects'))) / bytesPerGb);
  return Math.min(config.quotas.addressGb, Math.max(1, shareGb));
}

async function readLimits(parts: QuotaParts, { owner, address }: Sender) {
  const { visitorGb, accountGb } = parts.config.quotas;
  return {
    owner: { name: owner, maxGb: accountOfOwner(owner) === null ? visitorGb : accountGb },
    ...(address !== null && { address: { name: address, maxGb: await addressGbOf(parts) } }),
  };
}

const countBytes = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + Math.max(minBytes, size), 0);

/**
 * Sums of the rows that are over a minute old, by the name of an owner or address. A proxy's address may have a hundred thousand rows, so
 * all of them are read only every ten seconds and before a refusal, and otherwise only the rows of the last minute. Until then deleted
 * files still count, and files that a login moved to an account count for neither owner.
 */
interface Settled {
  readonly bytes: number;
  readonly until: Date;
  readonly readAtMs: number;
}

const settledForMs = 10_000;
const maxSettled = 20_000;
const settledOf = new WeakMap<Database, Map<string, Settled>>();

function settledIn({ database }: QuotaParts): Map<string, Settled> {
  const settled = settledOf.get(database) ?? new Map<string, Settled>();
  if (settled.size > maxSettled) settled.clear();
  settledOf.set(database, settled);
  return settled;
}

type Sums = readonly Pick<Stored, 'column' | 'stored'>[];

/** The sums of a sender whose old rows were read a moment ago; otherwise undefined. */
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
  const recent = await sumRecent(db, named(owner, ofOwner), ofAddress && named(address!, ofAddress), minBytes);
  return recent.map(sum => ({
    column: sum.column,
    stored: sum.recent + ((sum.column === 'owner' ? ofOwner : ofAddress)?.bytes ?? 0),
  }));
}

async function readAllSums(db: Querier, parts: QuotaParts, sender: Sender): Promise<readonly Stored[]> {
  const sums = await sumStored(db, sender, minBytes);
  for (const { column, settled: bytes, settledUntil: until } of sums) {
    const name = sender[column];
    if (name !== null) settledIn(parts).set(name, { bytes, until, readAtMs: parts.now().getTime() });
  }
  return sums;
}

/** Checks a number of bytes against what the sender had stored when the sums were read. */
type Room = (bytes: number) => Promise<AppError | undefined>;

async function readRoom(db: Querier, parts: QuotaParts, sender: Sender, times: number): Promise<Room> {
  const limits = await readLimits(parts, sender);
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

/**
 * Inserts rows while it holds the quotas of the sender, so that concurrent requests cannot exceed them together. UPLOAD_QUOTA, or Superseded if
 * `onlyIf` does not hold.
 */
async function insertHolding(
  parts: QuotaParts,
  { as: countedAs, sender, onlyIf }: Counted,
  objects: readonly NewObject[],
) {
  const names = [sender.owner, ...(sender.address === null ? [] : [sender.address])];
  await parts.database.transaction().execute(async trx => {
    await holdQuotas(trx, names);
    const room = await readRoom(trx, parts, sender, quotasOf[countedAs]);
    const refusal = await room(countBytes(objects.map(object => object.bytes)));
    if (refusal) throw refusal;
    if (!(await insertObjects(trx, objects, onlyIf))) throw new Superseded();
  });
}

/** Inserts the row of an upload. UPLOAD_QUOTA if its owner or its address would exceed the quota. */
export async function insertWithinQuota(
  parts: QuotaParts,
  upload: NewObject & { owner: string; address: string },
): Promise<void> {
  await inTurn(upload.address, () => insertHolding(parts, { as: 'inputs', sender: upload }, [upload]));
}

export interface Counted {
  readonly as: CountedAs;
  readonly sender: Sender;
  /** An SQL condition of results: whether anything will still refer to them. Absent: always. */
  readonly onlyIf?: Condition;
}

/** What was to be stored belongs to a run that no longer counts. */
export class Superseded extends Error {
  constructor() {
    super('the run was superseded');
  }
}

/**
 * Inserts the rows of files that a worker is about to store. UPLOAD_QUOTA. Results of a sender far from the limit take no lock: their rows
 * are inserted first and counted together with all others, so of two concurrent tasks at the limit at least one sees both. Throws Superseded if
 * `onlyIf` does not hold.
 */
export async function insertCounted(parts: QuotaParts, counted: Counted, objects: readonly NewObject[]): Promise<void> {
  const { as: countedAs, sender, onlyIf } = counted;
  if (objects.length === 0) return;
  if (countedAs === 'results') {
    if (!(await insertObjects(parts.database, objects, onlyIf))) throw new Superseded();
    const room = await readRoom(parts.database, parts, sender, 1);
    if (!(await room(0))) return;
    await forgetObjects(
      parts.database,
      objects.map(object => object.key),
    );
  }
  await insertHolding(parts, counted, objects);
}

/** Returns a check whether more files of this kind fit. It reserves nothing: `insertCounted` decides. */
export const findRoom = (parts: QuotaParts, countedAs: CountedAs, sender: Sender): Promise<Room> =>
  readRoom(parts.database, parts, sender, quotasOf[countedAs]);

/** UPLOAD_QUOTA for a sender whose results could not be stored, so that no work is started for nothing. */
export async function requireRoomForResults(parts: QuotaParts, sender: Sender): Promise<void> {
  const room = await findRoom(parts, 'results', sender);
  const refusal = await room(minBytes);
  if (refusal) throw refusal;
}
