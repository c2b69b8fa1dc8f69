// Tests the price of locked results next to what can be spent on them.
import type { User } from 'contract/routes/accounts.ts';
import { expect, test, vi } from 'vitest';

vi.mock('virtual:catalogue', () => ({ catalogue: [] }));
const { priceOf, unlockNote } = await import('./unlock.ts');

const own = (given: Partial<User>) => ({ isMember: 0, useMaxNum: null, coin: 0, coinLeft: 0, ...given }) as User;
const coins = (amount: number, state: 'none' | 'held') => ({ kind: 'coins', amount, state }) as const;
const use = (amount: number, state: 'none' | 'held') => ({ kind: 'use', amount, state }) as const;

test('coins held by other results cannot be spent', () => {
  const user = own({ coin: 50, coinLeft: 5 });
  expect(priceOf([coins(10, 'none')], user)).toEqual({ kind: 'missing', amount: 10, left: 5 });
  expect(priceOf([use(1, 'none')], user)).toEqual({ kind: 'missing', amount: 10, left: 5 });
  expect(priceOf([use(1, 'none')], own({ coin: 50, coinLeft: 15 }))).toEqual({ kind: 'coins', amount: 10, left: 15 });
});

test('what these results hold can be spent on them, whether the user was read before or afterwards', () => {
  const held = [coins(20, 'held')];
  expect(priceOf(held, own({ coin: 50, coinLeft: 30 }))).toEqual({ kind: 'coins', amount: 20, left: 30 });
  expect(priceOf(held, own({ coin: 50, coinLeft: 50 }))).toEqual({ kind: 'coins', amount: 20, left: 50 });
  expect(priceOf(held, own({ coin: 50, coinLeft: 10 }))).toEqual({ kind: 'coins', amount: 20, left: 10 });
  const member = own({ isMember: 1, useMaxNum: 0 });
  expect(priceOf([use(1, 'held')], member)).toEqual({ kind: 'use', amount: 1, left: 0 });
});

test('the balance beside a price is the one shown everywhere on the page, grouped by thousands', () => {
  const member = own({ isMember: 1, useMaxNum: 5998 });
  const note = { lockedUses: '{amount} of {left}', lockedCoins: '', lockedMissing: '' };
  expect(unlockNote(priceOf([use(2, 'held')], member), note)).toBe('2 of 5,998');
});
