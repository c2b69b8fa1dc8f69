// What an operator may do: find a person, grant days, uses or coins, refund an order, set dictionary entries. Each act is recorded with
// its reason.
import { AppError } from 'contract/errors.ts';
import type { Sentence } from 'contract/words.ts';
import { findPersonByName, type Person } from '../accounts/find-person.ts';
import { holdOwner } from '../accounts/owners.ts';
import type { Database } from '../adapters/postgres.ts';
import { setEntry } from '../dictionaries/dictionaries.ts';
import { ownerOfAccount } from '../http/owner.ts';
import { amountLeft, refundOrder } from '../orders/orders.ts';
import type { OrderService } from '../orders/settle.ts';
import { addTerm, bookGrant, readWallet, type TermLength } from '../points/ledger.ts';
import { insertAct, listActs } from './store.ts';

export interface Operator {
  readonly database: Database;
  readonly config: { readonly timeZone: string };
  /** Who acts, for the record. */
  readonly name: string;
}

/** A person with what they own. ACCOUNT_NOT_FOUND for an unknown id, phone number or username. */
export async function findPerson({ database }: Pick<Operator, 'database'>, named: string) {
  const person: Person | undefined = await findPersonByName(database, named);
  if (!person) throw new AppError('ACCOUNT_NOT_FOUND');
  const wallet = await readWallet(database, person.id);
  return {
    ...person,
    isMember: wallet?.is_member ?? false,
    memberUntil: wallet?.is_forever ? 'forever' : (wallet?.member_until?.toISOString() ?? null),
    plan: wallet?.meal_name ?? null,
    uses: wallet?.uses ?? 0,
    usesHeld: wallet?.uses_held ?? 0,
    coins: wallet?.coins ?? 0,
    coinsHeld: wallet?.coins_held ?? 0,
  };
}

export interface Grant {
  readonly term?: TermLength | undefined;
  readonly uses?: number | undefined;
  readonly coins?: number | undefined;
  readonly mealName?: Sentence | undefined;
  readonly reason: string;
}

const giftName: Sentence = { zh: '会员', en: 'Member' };

/** Gives a person time as a member, uses or coins, and records it. Answers the id of the act. */
export async function grant({ database, config, name }: Operator, named: string, gift: Grant): Promise<string> {
  const { id: accountId } = await findPerson({ database }, named);
  const { term, uses, coins, reason, mealName = giftName } = gift;
  return database.transaction().execute(async trx => {
    if (!(await holdOwner(trx, ownerOfAccount(accountId)))) throw new AppError('ACCOUNT_GONE');
    const details = { ...(term && { term }), ...(uses && { uses }), ...(coins && { coins }) };
    const act = await insertAct(trx, { act: 'grant', operator: name, subject: accountId, reason, details });
    if (coins) await bookGrant(trx, { accountId, unit: 'coin', amount: coins, reference: act });
    if (uses) await bookGrant(trx, { accountId, unit: 'use', amount: uses, reference: act });
    if (term) await addTerm({ config }, trx, { accountId, length: term, mealName, reason: 'grant', reference: act });
    return act;
  });
}

/**
 * Refunds an order, all that is left of it without `amount`, and records it. The act comes first: its id names the refund at the provider.
 * An act whose refund failed stays in the record, and the order tells that nothing was paid back.
 */
export async function refund(
  { database, name }: Operator,
  orders: OrderService,
  { orderNo, amount, reason }: { orderNo: string; amount: number | undefined; reason: string },
): Promise<string> {
  const refunded = amount ?? (await amountLeft(orders, orderNo));
  const act = await insertAct(database, {
    act: 'refund',
    operator: name,
    subject: orderNo,
    reason,
    details: { amount: refunded },
  });
  await refundOrder(orders, orderNo, { refundNo: act.replaceAll('-', ''), amount: refunded, reason });
  return act;
}

/** Sets an entry of a dictionary, or with null goes back to the product's own. */
export async function setDictionaryEntry(
  { database, name }: Operator,
  entry: { dictionary: string; label: string; value: string | null },
  reason: string,
): Promise<void> {
  await database.transaction().execute(async trx => {
    await insertAct(trx, { act: 'dictionary', operator: name, subject: null, reason, details: entry });
    await setEntry(trx, entry);
  });
}

export const readActs = ({ database }: Pick<Operator, 'database'>, most: number) => listActs(database, most);
