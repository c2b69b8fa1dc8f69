// Whether a sender may add tasks, and which turn they get: limits of open tasks by owner and by address, of tasks in a batch, and of
// waiting tasks in a lane. Every way into the queue asks here.
import { AppError } from 'contract/errors.ts';
import type { Lane } from 'contract/tool.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '../adapters/postgres.ts';
import { addressOf } from '../http/address.ts';
import { accountOfOwner, ownerOf } from '../http/owner.ts';
import { hideWho } from '../limits/limits.ts';
import type { Parts } from '../parts.ts';
import { workLanes } from './catalogue.ts';
import { countBatch, countWaiting, findStanding, isLaneFull, lockSender } from './queue-store.ts';

export const admissionLimits = {
  /** As many as a batch holds. */
  openPerOwner: 1000,
  /** Of all visitors behind one address together; an account has its own limit wherever it comes from. */
  openPerAddress: 2000,
  tasksPerBatch: 1000,
};

const retrySeconds = { openTasks: 15, fullQueue: 30 };

/** Who sends a call, as limits and turns count senders. */
export interface Sender {
  readonly owner: string;
  /** The network address, hidden. */
  readonly address: string;
}

export const senderOf = (parts: Pick<Parts, 'secret'>, request: FastifyRequest, reply: FastifyReply): Sender => ({
  owner: ownerOf(request, reply),
  address: hideWho(parts.secret, addressOf(request)),
});

/**
 * Who takes turns in a lane. Client ids cost a visitor nothing, so the visitors of an address share its turns, and take turns among
 * each other.
 */
const shareOf = ({ owner, address }: Sender): string => (accountOfOwner(owner) === null ? `address:${address}` : owner);

/** Tasks that want to enter the queue. */
export interface Wanted {
  readonly lane: Lane;
  readonly count: number;
  /** The lane they go on to from there. */
  readonly nextLane?: Lane | undefined;
}

/** What a task's row says of its turn; of several tasks, the turns of the first. */
export interface Turn {
  readonly address: string;
  readonly share: string;
  readonly turn: number;
  readonly owner_turn: number;
}

export async function findTurn(session: Session, sender: Sender, lane: Lane): Promise<Turn> {
  const share = shareOf(sender);
  await lockSender(session, { owner: sender.owner, share });
  const { turn, ownerTurn } = await findStanding(session, { owner: sender.owner, share, lane });
  return { address: sender.address, share, turn, owner_turn: ownerTurn };
}

/** Answers the turn of the first task, or throws TOO_MANY_OPEN_TASKS or QUEUE_FULL. A quote asks this without a lock. */
export async function requireRoom(
  session: Session,
  { config }: Pick<Parts, 'config'>,
  sender: Sender,
  { lane, count, nextLane }: Wanted,
): Promise<Turn> {
  const share = shareOf(sender);
  const standing = await findStanding(session, { owner: sender.owner, share, lane });
  const { openPerOwner, openPerAddress } = admissionLimits;
  const refuse = (most: number) =>
    new AppError('TOO_MANY_OPEN_TASKS', { most, retryAfterSeconds: retrySeconds.openTasks });
  if (standing.openOfOwner + count > openPerOwner) throw refuse(openPerOwner);
  if (standing.openOfShare + count > openPerAddress) throw refuse(openPerAddress);
  for (const entered of new Set([lane, nextLane ?? lane]))
    if (await isLaneFull(session, entered, config.queueLimit)) throw queueFull();
  return { address: sender.address, share, turn: standing.turn, owner_turn: standing.ownerTurn };
}

/** The same in the transaction that adds the tasks: until it ends, no other one adds tasks for this sender. */
export async function admitTasks(
  session: Session,
  parts: Pick<Parts, 'config'>,
  sender: Sender,
  wanted: Wanted,
): Promise<Turn> {
  await lockSender(session, { owner: sender.owner, share: shareOf(sender) });
  return requireRoom(session, parts, sender, wanted);
}

/** BATCH_FULL when a batch cannot take one more task. */
export async function requireRoomInBatch(session: Session, owner: string, batchId: string): Promise<void> {
  const most = admissionLimits.tasksPerBatch;
  if ((await countBatch(session, owner, batchId)) >= most) throw new AppError('BATCH_FULL', { most });
}

const queueFull = () => new AppError('QUEUE_FULL', { retryAfterSeconds: retrySeconds.fullQueue });

/** QUEUE_FULL before a file is sent, when every lane that could work on it is full. */
export async function refuseWhenAllFull({ database, config }: Pick<Parts, 'database' | 'config'>): Promise<void> {
  const waiting = await countWaiting(database);
  if (workLanes.every(lane => (waiting.get(lane) ?? 0) >= config.queueLimit)) throw queueFull();
}

const lastOfShare = new Map<string, Promise<unknown>>();

/**
 * Runs what adds tasks for one sender one after the other. They would wait for each other in the database, each holding one of
 * this server's connections.
 */
export async function oneByOne<T>(sender: Sender, act: () => Promise<T>): Promise<T> {
  const share = shareOf(sender);
  const before = lastOfShare.get(share);
  const mine = (async () => {
    await before?.catch(() => undefined);
    return act();
  })();
  lastOfShare.set(share, mine);
  try {
    return await mine;
  } finally {
    if (lastOfShare.get(share) === mine) lastOfShare.delete(share);
  }
}
