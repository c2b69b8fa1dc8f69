// Decides whether a sender may add tasks, and which turn they get: limits on open tasks per owner and per address, on tasks per batch, and
// on waiting tasks per lane, and on calls with long options per address. Every code path that queues tasks calls it.
import { AppError } from 'contract/errors.ts';
import type { MediaName } from 'contract/media.ts';
import type { Lane } from 'contract/tool.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createTurns } from '../adapters/in-turn.ts';
import type { Querier } from '../adapters/postgres.ts';
import { addressOf } from '../http/address.ts';
import { accountOfOwner, ownerOf } from '../http/owner.ts';
import { countTry, hideWho } from '../limits/limits.ts';
import type { Parts } from '../parts.ts';
import { isMember } from '../points/ledger.ts';
import { lanesTaking } from './catalogue.ts';
import { countBatch, lockSender } from './queue-store.ts';
import { memberWeight } from './turn-cost.ts';
import { findFullLanes, findStanding } from './turn-store.ts';

export const admissionLimits = {
  /** Enough for one full batch. */
  openPerOwner: 1000,
  /** Shared by all visitors behind one address; an account has its own limit, whatever its address. */
  openPerAddress: 2000,
  tasksPerBatch: 1000,
  largeCallsPerHour: 300,
};

/**
 * The part of a lane's places that only senders with nothing open can take: a few addresses that fill the rest do not keep others out. A
 * sender who takes such a place runs next.
 */
const shareOfNewcomers = 1 / 20;
const reservedOf = (queueLimit: number) => Math.floor(queueLimit * shareOfNewcomers);

/** Options up to this size are not limited: few calls take longer ones, such as the text of a whole page. */
const largeOptionsBytes = 32 * 1024;

const retrySeconds = { openTasks: 15, fullQueue: 30 };

/** The sender of a call, as limits and turns identify it. */
export interface Sender {
  readonly owner: string;
  /** The network address, stored as a keyed hash. */
  readonly address: string;
  /** The API key in use, whose month pays. */
  readonly keyId?: string | undefined;
}

export const senderOf = (parts: Pick<Parts, 'secret'>, request: FastifyRequest, reply: FastifyReply): Sender => ({
  owner: ownerOf(request, reply),
  address: hideWho(parts.secret, addressOf(request)),
  keyId: request.foundKey?.keyId,
});

/**
 * The key under which a sender takes turns in a lane. Client ids cost a visitor nothing, so all visitors behind one address share its turns
 * and alternate among themselves.
 */
export const shareOf = ({ owner, address }: Sender): string =>
  accountOfOwner(owner) === null ? shareOfAddress(address) : owner;

const shareOfAddress = (address: string) => `address:${address}`;

/** The key of a download, whose URL needs no account: the same as that of visitors' tasks from its address. */
export const shareOfDownload = (parts: Pick<Parts, 'secret'>, request: FastifyRequest): string =>
  shareOfAddress(hideWho(parts.secret, addressOf(request)));

/** Tasks about to enter the queue. */
export interface Wanted {
  readonly lane: Lane;
  readonly count: number;
  /** Whether they are short in that lane: short tasks have turns of their own. */
  readonly isShort?: boolean;
  /** The lane the tasks enter once their links are fetched. */
  readonly nextLane?: Lane | undefined;
}

/** The columns of a task's row that hold its turn. For several tasks: the turns of the first one. */
export interface Turn {
  readonly address: string;
  readonly share: string;
  readonly turn: number;
  readonly owner_turn: number;
  /** Of the share; see turn-cost.ts. */
  readonly share_weight: number;
}

/** Members have more turns than others where membership is sold. */
async function weighShare(db: Querier, { config }: Pick<Parts, 'config'>, { owner }: Sender): Promise<number> {
  const accountId = config.membership ? accountOfOwner(owner) : null;
  return accountId !== null && (await isMember(db, accountId)) ? memberWeight : 1;
}

export async function findTurn(
  db: Querier,
  parts: Pick<Parts, 'config'>,
  sender: Sender,
  { lane, isShort = false }: Pick<Wanted, 'lane' | 'isShort'>,
): Promise<Turn> {
  const share = shareOf(sender);
  await lockSender(db, { owner: sender.owner, share });
  const unlimited = { entered: [], queueLimit: 0, reserved: 0 };
  const { turn, ownerTurn } = await findStanding(db, { owner: sender.owner, share, lane, isShort }, unlimited);
  const share_weight = await weighShare(db, parts, sender);
  return { address: sender.address, share, turn, owner_turn: ownerTurn, share_weight };
}

/** Returns the turn of the first task. Throws TOO_MANY_OPEN_TASKS or QUEUE_FULL. A quote calls this without a lock. */
export async function requireRoom(
  db: Querier,
  parts: Pick<Parts, 'config'>,
  sender: Sender,
  { lane, count, nextLane, isShort = false }: Wanted,
): Promise<Turn> {
  const share = shareOf(sender);
  const { queueLimit } = parts.config;
  const entered = [...new Set([lane, nextLane ?? lane])];
  const reserved = reservedOf(queueLimit);
  const tasks = { owner: sender.owner, share, lane, isShort };
  const standing = await findStanding(db, tasks, { entered, queueLimit, reserved });
  const { openPerOwner, openPerAddress } = admissionLimits;
  const refuse = (max: number) =>
    new AppError('TOO_MANY_OPEN_TASKS', { most: max, retryAfterSeconds: retrySeconds.openTasks });
  if (standing.openOfOwner + count > openPerOwner) throw refuse(openPerOwner);
  if (standing.openOfShare + count > openPerAddress) throw refuse(openPerAddress);
  const isNewcomer = standing.openOfShare === 0;
  if (isNewcomer ? standing.isFull : standing.isFullButReserved) throw queueFull();
  const share_weight = await weighShare(db, parts, sender);
  return { address: sender.address, share, turn: standing.turn, owner_turn: standing.ownerTurn, share_weight };
}

/** The same check inside the transaction that adds the tasks: no other transaction adds tasks for this sender until it ends. */
export async function admitTasks(
  db: Querier,
  parts: Pick<Parts, 'config'>,
  sender: Sender,
  wanted: Wanted,
): Promise<Turn> {
  await lockSender(db, { owner: sender.owner, share: shareOf(sender) });
  return requireRoom(db, parts, sender, wanted);
}

/** Throws BATCH_FULL when a batch cannot take as many more tasks. */
export async function requireRoomInBatch(db: Querier, owner: string, batchId: string, count = 1): Promise<void> {
  const max = admissionLimits.tasksPerBatch;
  if ((await countBatch(db, owner, batchId)) + count > max) throw new AppError('BATCH_FULL', { most: max });
}

/**
 * Limits what calls add to the database: throws STORAGE_FULL when its disk has only the reserve left, and RATE_LIMITED when an address sends
 * too many calls with long options, which stay in the task's row until the task is deleted and count against no quota.
 */
export async function requireRoomForOptions(
  { disk, database, now }: Pick<Parts, 'disk' | 'database' | 'now'>,
  { address }: Sender,
  asked: { readonly options: unknown; readonly files: unknown },
): Promise<void> {
  await disk.requireRoom('database');
  if (Buffer.byteLength(JSON.stringify([asked.options, asked.files])) <= largeOptionsBytes) return;
  const max = admissionLimits.largeCallsPerHour;
  await countTry(database, { key: `large-call ${address}`, max, perSeconds: 3600 }, now());
}

const queueFull = () => new AppError('QUEUE_FULL', { retryAfterSeconds: retrySeconds.fullQueue });

/** Throws QUEUE_FULL before a file of this type is uploaded when every lane that could process it is full for its sender. */
export async function refuseWhenFull(
  { database, config }: Pick<Parts, 'database' | 'config'>,
  type: MediaName,
  sender: Sender,
): Promise<void> {
  const { queueLimit } = config;
  const lanes = lanesTaking(type);
  const full = await findFullLanes(database, shareOf(sender), { lanes, queueLimit, reserved: reservedOf(queueLimit) });
  if (lanes.length > 0 && full.length === lanes.length) throw queueFull();
}

const inTurn = createTurns();

/**
 * Serialises the transactions that add tasks for one sender. Otherwise they would wait for each other in the database, each occupying one
 * of this server's connections.
 */
export const oneByOne = <T>(sender: Sender, act: () => Promise<T>): Promise<T> => inTurn(shareOf(sender), act);
