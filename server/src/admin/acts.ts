// Acts of operators on people and orders: granting days, uses or coins, and refunds. Each act is recorded permanently: who, when, why, and
// the state before and after.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from 'contract/errors.ts';
import type { Sentence } from 'contract/words.ts';
import { findPersonByName, holdPerson, type Person } from '../accounts/find-person.ts';
import { setFrozen } from '../accounts/freeze.ts';
import type { Database, Querier } from '../adapters/postgres.ts';
import { addBulletin, type NewBulletin, takeBulletinAway } from '../bulletins/bulletins.ts';
import { noteAnswer } from '../orders/answer-queries.ts';
import { declineRequest } from '../orders/refund-requests.ts';
import { refundOrder, requireRefundable } from '../orders/refunds.ts';
import { noteReleased, type OrderService } from '../orders/settle.ts';
import { addTerm, bookGrant, openWallet, type TermLength } from '../points/ledger.ts';
import { findWallet } from '../points/wallet-queries.ts';
import { endSessionsOf, findActOfKey, findLatestPlace, insertAct, listActs, lockSubject } from './store.ts';

export interface Operator {
  readonly database: Database;
  readonly config: { readonly timeZone: string };
  /** The actor, for the record: the id of an account, or the name of the person who runs a command. */
  readonly name: string;
}

/** The reason for an act, and the state it relies on. */
export interface Grounds {
  readonly reason: string;
  /**
   * The number of the latest act on the subject that the operator has seen, 0 for none. If there is a later one, the act is refused with
   * CHANGED_MEANWHILE.
   */
  readonly seen?: number | undefined;
  /** The idempotency key: repeated with the same key, an act is done once. */
  readonly key?: string | null | undefined;
}

interface Act {
  readonly act: string;
  readonly subject: string;
  /** The parameters of the request; a repetition must have the same. */
  readonly asked: Readonly<Record<string, unknown>>;
}

/** The state before and after an act, or a list of both. */
export interface Change {
  readonly before?: unknown;
  readonly after?: unknown;
  readonly changes?: unknown;
}

/**
 * Performs and records an act in the caller's transaction; acts on one subject run one after the other. Returns its id and the changes; for
 * a repetition, those of the earlier act. Throws CHANGED_MEANWHILE, or IDEMPOTENCY_CLASH if the key belongs to another act.
 */
export async function performAct(
  trx: Querier,
  operator: string,
  { act, subject, asked }: Act,
  { reason, seen, key = null }: Grounds,
  change: (id: string) => Promise<Change>,
): Promise<{ id: string; changed: Change }> {
  await lockSubject(trx, subject);
  const twin = key === null ? undefined : await findActOfKey(trx, operator, key);
  if (twin) {
    const sent = JSON.parse(JSON.stringify(asked)) as unknown;
    if (twin.act !== act || twin.subject !== subject || !isDeepStrictEqual(twin.details.asked, sent))
      throw new AppError('IDEMPOTENCY_CLASH');
    return { id: twin.id, changed: twin.details };
  }
  if (seen !== undefined && (await findLatestPlace(trx, subject)) !== seen) throw new AppError('CHANGED_MEANWHILE');
  const id = randomUUID();
  const changed = await change(id);
  await insertAct(trx, { id, act, operator, subject, reason, details: { asked, ...changed }, idempotencyKey: key });
  return { id, changed };
}

/** The balance and membership of a person. Amounts are 0 for a person who never owned anything. */
export async function describeWallet(db: Querier, accountId: string) {
  const wallet = await findWallet(db, accountId);
  return {
    isMember: wallet?.is_member ?? false,
    memberUntil: wallet?.member_until?.toISOString() ?? null,
    isForever: wallet?.is_forever ?? false,
    plan: wallet?.meal_name ?? null,
    uses: wallet?.uses ?? 0,
    usesHeld: wallet?.uses_held ?? 0,
    usesOwed: wallet?.uses_owed ?? 0,
    coins: wallet?.coins ?? 0,
    coinsHeld: wallet?.coins_held ?? 0,
    coinsOwed: wallet?.coins_owed ?? 0,
  };
}

/** A person with their balance and membership. ACCOUNT_NOT_FOUND for an unknown id, phone number or username. */
export async function findPerson({ database }: Pick<Operator, 'database'>, named: string) {
  const person: Person | undefined = await findPersonByName(database, named);
  if (!person) throw new AppError('ACCOUNT_NOT_FOUND');
  const { isForever, memberUntil, ...wallet } = await describeWallet(database, person.id);
  return { ...person, ...wallet, memberUntil: isForever ? 'forever' : memberUntil };
}

export interface Gift {
  readonly term?: TermLength | undefined;
  readonly uses?: number | undefined;
  readonly coins?: number | undefined;
  readonly mealName?: Sentence | undefined;
}

const giftName: Sentence = { zh: '会员', en: 'Member' };

/**
 * Whether an amount is a positive integer. Also checked for commands from the terminal: a negative gift would take something away under a
 * misleading entry in the ledger.
 */
const isGift = (count: number | undefined): boolean =>
  count === undefined || (Number.isSafeInteger(count) && count > 0);

/** Grants a person membership time, uses or coins. Returns the id of the act. */
export async function grant(
  { database, config, name }: Operator,
  named: string,
  { term, uses, coins, mealName = giftName, ...grounds }: Gift & Grounds,
): Promise<string> {
  const lengths = typeof term === 'object' ? [term.days, term.months] : [];
  if (![uses, coins, ...lengths].every(isGift)) throw new AppError('BAD_REQUEST', { issues: [] });
  const { id: subject } = await findPerson({ database }, named);
  const asked = { ...(term && { term }), ...(uses && { uses }), ...(coins && { coins }) };
  const { id } = await database.transaction().execute(trx =>
    performAct(trx, name, { act: 'grant', subject, asked }, grounds, async act => {
      await holdPerson(trx, subject);
      await openWallet(trx, subject);
      const before = await describeWallet(trx, subject);
      const booking = { accountId: subject, reference: act };
      if (coins) await bookGrant(trx, { ...booking, unit: 'coin', amount: coins });
      if (uses) await bookGrant(trx, { ...booking, unit: 'use', amount: uses });
      if (term) await addTerm({ config }, trx, { ...booking, length: term, mealName, reason: 'grant' });
      return { before, after: await describeWallet(trx, subject) };
    }),
  );
  return id;
}

async function changeFrozen(
  { database, name }: Operator,
  named: string,
  { isFrozen, ...grounds }: { isFrozen: boolean } & Grounds,
): Promise<string> {
  const { id: subject } = await findPerson({ database }, named);
  const { id } = await database.transaction().execute(trx =>
    performAct(trx, name, { act: isFrozen ? 'freeze' : 'unfreeze', subject, asked: {} }, grounds, async () => {
      const wasFrozen = await setFrozen(trx, subject, isFrozen);
      if (wasFrozen === undefined) throw new AppError('ACCOUNT_NOT_FOUND');
      if (isFrozen) await endSessionsOf(trx, subject);
      else await noteReleased(trx, subject);
      return { before: { isFrozen: wasFrozen }, after: { isFrozen } };
    }),
  );
  return id;
}

/**
 * Ends all use of an account: every call with one of its tokens answers code 2, and no login to it succeeds. Its tasks go on to their end, since
 * they are paid for, and are deleted in their time. Returns the id of the act. ACCOUNT_NOT_FOUND.
 */
export const freeze = (operator: Operator, named: string, grounds: Grounds): Promise<string> =>
  changeFrozen(operator, named, { isFrozen: true, ...grounds });

/** Lets a frozen account log in again; its earlier logins have ended. ACCOUNT_NOT_FOUND. */
export const unfreeze = (operator: Operator, named: string, grounds: Grounds): Promise<string> =>
  changeFrozen(operator, named, { isFrozen: false, ...grounds });

interface Refunded {
  readonly refunded: number;
  /** The mismatched payment that is refunded; absent for the order's own payment. */
  readonly misfit?: string;
}

interface RefundOrdered {
  readonly orderNo: string;
  readonly amount: number | undefined;
  /** For the buyer who asked for it, once the refund is made. */
  readonly answer?: string | undefined;
}

/**
 * Refunds an order: the given amount, or all that remains. The act is recorded first: its id is the refund's number at the provider, so
 * that a repetition refunds once. A failed refund is recorded as a separate act.
 */
export async function refund(
  { database, name }: Operator,
  orders: OrderService,
  { orderNo, amount, answer, ...grounds }: RefundOrdered & Grounds,
): Promise<string> {
  const asked = { amount: amount ?? 'all', ...(answer !== undefined && { answer }) };
  const { id: act, changed } = await database.transaction().execute(trx =>
    performAct(trx, name, { act: 'refund', subject: orderNo, asked }, grounds, async () => {
      const { left, refunded, misfitId: misfit } = await requireRefundable(trx, orderNo, amount);
      if (answer !== undefined) await noteAnswer(trx, orderNo, answer);
      return {
        before: { refunded, ...(misfit !== null && { misfit }) },
        after: { refunded: refunded + (amount ?? left) },
      };
    }),
  );
  const [before, after] = [changed.before, changed.after] as [Refunded, Refunded];
  // A repetition finds the refund by its number and changes nothing.
  const request = {
    refundNo: act.replaceAll('-', ''),
    amount: after.refunded - before.refunded,
    reason: grounds.reason,
    misfitId: before.misfit ?? null,
  };
  await refundOrder(orders, orderNo, request).catch(async cause => {
    const details = { refund: act, error: cause instanceof AppError ? cause.code : 'UNEXPECTED' };
    await insertAct(database, {
      act: 'refund failed',
      operator: name,
      subject: orderNo,
      reason: grounds.reason,
      details,
    });
    throw cause;
  });
  return act;
}

/** Declines the refund that the buyer of an order asked for, with words for the buyer. Returns the id of the act. NO_REFUND_REQUEST. */
export async function decline(
  { database, name }: Operator,
  { orderNo, ...grounds }: { orderNo: string } & Grounds,
): Promise<string> {
  const { id } = await database.transaction().execute(trx =>
    performAct(trx, name, { act: 'decline', subject: orderNo, asked: {} }, grounds, async () => {
      await declineRequest(trx, orderNo, grounds.reason);
      return {};
    }),
  );
  return id;
}

const bulletinSubject = 'bulletins';

/** The number of the latest act on bulletins, for comparison with `Grounds.seen`. */
export const placeOfBulletins = (db: Querier): Promise<number> => findLatestPlace(db, bulletinSubject);

async function changeBulletins(
  { database, name }: Operator,
  act: string,
  asked: Act['asked'],
  grounds: Grounds,
  change: (trx: Querier) => Promise<Change>,
): Promise<string> {
  const { id } = await database
    .transaction()
    .execute(trx => performAct(trx, name, { act, subject: bulletinSubject, asked }, grounds, () => change(trx)));
  return id;
}

/** Shows a bulletin to all visitors. Returns the id of the act. */
export const publish = (operator: Operator, bulletin: NewBulletin, grounds: Grounds): Promise<string> =>
  changeBulletins(operator, 'publish', { ...bulletin }, grounds, async trx => ({
    after: { id: await addBulletin(trx, bulletin), ...bulletin },
  }));

/** Withdraws a bulletin. BULLETIN_NOT_FOUND. */
export const withdraw = (operator: Operator, id: string, grounds: Grounds): Promise<string> =>
  changeBulletins(operator, 'withdraw', { id }, grounds, async trx => {
    await takeBulletinAway(trx, id);
    return { before: { id } };
  });

export const readActs = async ({ database }: Pick<Operator, 'database'>, max: number) =>
  (await listActs(database, { page: 1, size: max })).list;
