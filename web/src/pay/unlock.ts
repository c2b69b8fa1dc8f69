// The price of downloading locked results, and how to continue if the balance is too low.
import { coinsPerUse } from 'contract/prices.ts';
import type { User } from 'contract/routes/accounts.ts';
import type { Task } from 'contract/task.ts';
import { fill, formatCount, type Language } from 'contract/words.ts';
import type { CallError } from '../failures/call-error.ts';
import { type Afterwards, useShopping } from '../shopping.ts';
import { workWords } from '../words/work.ts';

export interface UnlockPrice {
  readonly kind: 'use' | 'coins' | 'missing';
  /** In the unit of `kind`; in coins if neither balance suffices. */
  readonly amount: number;
  /** The balance in that unit without what results hold, which is the number shown everywhere on the page. */
  readonly left: number;
}

export const inCoins = ({ kind, amount }: Task['charge']): number => (kind === 'use' ? amount * coinsPerUse : amount);

/**
 * Returns the price of locked results with these charges: in uses during a membership, otherwise in coins, as the server decides at the download.
 * What they hold can be spent on them, what other results hold cannot.
 */
export function priceOf(charges: readonly Task['charge'][], user: User | null): UnlockPrice {
  const sum = (unit: string, state?: string) =>
    charges
      .filter(charge => charge.kind === unit && (!state || charge.state === state))
      .reduce((total, { amount }) => total + amount, 0);
  const uses = sum('use');
  const coins = charges.reduce((total, charge) => total + inCoins(charge), 0);
  const usesLeft = user?.useMaxNum ?? 0;
  const coinsLeft = user?.coinLeft ?? 0;
  // The user may have been read before these coins were held.
  const spendable = user ? Math.min(user.coin, coinsLeft + sum('coins', 'held')) : 0;
  const isHeld = charges.every(({ state }) => state === 'held');
  if (uses > 0 && user?.isMember === 1 && (isHeld || usesLeft + sum('use', 'held') >= uses))
    return { kind: 'use', amount: uses, left: usesLeft };
  return { kind: isHeld || spendable >= coins ? 'coins' : 'missing', amount: coins, left: coinsLeft };
}

/** Returns the label of the button that downloads locked results. */
export function unlockLabel({ kind, amount }: UnlockPrice, language: Language): string {
  const t = workWords[language];
  const label = {
    use: amount === 1 ? t.downloadForUse : t.downloadForUses,
    coins: t.downloadForCoins,
    missing: t.unlock,
  }[kind];
  return fill(label, { amount: formatCount(amount) });
}

interface NoteWords {
  readonly lockedUses: string;
  readonly lockedCoins: string;
  readonly lockedMissing: string;
}

/** Returns the sentence about the preview and the price of the full result. */
export function unlockNote({ kind, amount, left }: UnlockPrice, t: NoteWords): string {
  const sentence = { use: t.lockedUses, coins: t.lockedCoins, missing: t.lockedMissing }[kind];
  return fill(sentence, { amount: formatCount(amount), left: formatCount(left) });
}

/** After a payment error, which has opened the offer: continues the refused action once it is paid. */
export function goOnOncePaid(error: CallError, afterwards: Afterwards): void {
  if (error.status === 402) useShopping.setState({ afterwards });
}
