// The rules of rights, with made-up people, prices and charges.
import { AppError } from 'contract/errors.ts';
import { coinsPerUse, inCoins, usesForSeconds, usesForSize } from 'contract/prices.ts';
import type { Cost } from 'contract/tool.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Charge,
  countTrialsLeft,
  findPayment,
  isLocked,
  isUnpaidLeft,
  judgeSize,
  mayDownload,
  mayRun,
  type Standing,
  type TrialState,
  visitorStanding,
} from './rights.ts';

const price = fc.integer({ min: 1, max: 20 });
const anyCost: fc.Arbitrary<Cost> = fc.oneof(
  fc.constant<Cost>({ kind: 'none' }),
  fc.record({ kind: fc.constantFrom('use' as const, 'coins' as const), amount: price }),
);
const anyStanding: fc.Arbitrary<Standing> = fc.record({
  membership: fc.constantFrom('none' as const, 'lasts' as const, 'over' as const),
  uses: fc.integer({ min: 0, max: 30 }),
  coins: fc.integer({ min: 0, max: 300 }),
});
const anyCharge: fc.Arbitrary<Charge> = fc.oneof(
  fc.constant<Charge>({ kind: 'none', amount: 0, state: 'none' }),
  fc.record({
    kind: fc.constantFrom('use' as const, 'coins' as const),
    amount: price,
    state: fc.constantFrom('none' as const, 'held' as const, 'settled' as const, 'released' as const),
  }),
);
const anyTrial: fc.Arbitrary<TrialState> = fc.constantFrom<TrialState>(
  'left',
  'used up',
  { maxSeconds: 600 },
  { maxBytes: 6e8 },
);
const on = { membership: true };

test.each<Exclude<Cost, { kind: 'none' }>>([
  { kind: 'use', amount: 3 },
  { kind: 'coins', amount: 3 },
])('the last use or coin pays, and one less does not: %o', cost => {
  const standing = { membership: 'none', uses: 0, coins: inCoins(cost) } as const;
  expect(findPayment(cost, standing)).toEqual({ unit: 'coin', amount: inCoins(cost) });
  expect(findPayment(cost, { ...standing, coins: standing.coins - 1 })).toBeUndefined();
  const member = { membership: 'lasts', uses: cost.amount, coins: 0 } as const;
  expect(findPayment(cost, member)).toEqual(cost.kind === 'use' ? { unit: 'use', amount: 3 } : undefined);
  expect(findPayment(cost, { ...member, uses: cost.amount - 1 })).toBeUndefined();
});

test('a payment never exceeds the free balance, uses need an active membership, and coins pay for everything', () => {
  fc.assert(
    fc.property(anyCost, anyStanding, (cost, standing) => {
      const payment = findPayment(cost, standing);
      if (cost.kind === 'none') return;
      const mayUse = cost.kind === 'use' && standing.membership === 'lasts' && standing.uses >= cost.amount;
      expect(payment !== undefined).toBe(mayUse || standing.coins >= inCoins(cost));
      if (!payment) return;
      expect(payment.amount).toBeLessThanOrEqual(payment.unit === 'use' ? standing.uses : standing.coins);
      expect(payment).toEqual(mayUse ? { unit: 'use', amount: cost.amount } : { unit: 'coin', amount: inCoins(cost) });
    }),
  );
});

test('a run is free, held, on trial, or refused with 402 and its price', () => {
  fc.assert(
    fc.property(anyCost, anyStanding, anyTrial, (cost, standing, trial) => {
      const verdict = mayRun(cost, standing, trial);
      if (cost.kind === 'none') {
        expect(verdict).toMatchObject({ may: true, payment: null, unpaid: null, charge: { kind: 'none' } });
        // Where a tool counts its free runs, only an active membership has no limit.
        const isFree = standing.membership === 'lasts' || trial === 'left';
        expect(mayRun(cost, standing, trial, { isCounted: true, isRevision: false }).may).toBe(isFree);
        return;
      }
      expect(verdict.may).toBe(findPayment(cost, standing) !== undefined || trial === 'left');
      if (!verdict.may) {
        expect(verdict.refusal.status).toBe(402);
        expect(verdict.charge).toEqual({ ...cost, state: 'none' });
      } else {
        expect(verdict.unpaid).toBe(verdict.payment === null ? 'trial' : null);
        expect(verdict.charge.state).toBe(verdict.payment ? 'held' : 'none');
        expect(isLocked(on, { charge_kind: verdict.charge.kind, charge_state: verdict.charge.state })).toBe(true);
      }
    }),
  );
});

test('a locked result needs a payment or a hold, and a settled one nothing more', () => {
  fc.assert(
    fc.property(anyCharge, anyStanding, fc.boolean(), (charge, standing, coinsOnly) => {
      const verdict = mayDownload(charge, standing, coinsOnly);
      const locked = isLocked(on, { charge_kind: charge.kind, charge_state: charge.state });
      if (!locked) expect(verdict).toEqual({ may: true, pay: 'nothing' });
      else if (verdict.may) {
        expect(verdict.pay).not.toBe('nothing');
        if (verdict.pay === 'hold') expect(charge.state).toBe('held');
        else if (coinsOnly) expect(verdict.pay).toMatchObject({ unit: 'coin' });
      } else {
        expect(verdict.refusal).toBeInstanceOf(AppError);
        expect(verdict.refusal.status).toBe(402);
        expect(findPayment({ kind: 'coins', amount: inCoins({ ...charge } as Cost) }, standing)).toBeUndefined();
      }
    }),
  );
});

test('without membership on this server nothing is locked', () => {
  fc.assert(
    fc.property(anyCharge, charge => {
      expect(isLocked({ membership: false }, { charge_kind: charge.kind, charge_state: charge.state })).toBe(false);
    }),
  );
});

const rich = { uses: 0, coins: 0 };
test.each([
  ['somebody who never was a member', { membership: 'none', ...rich }, 'TRIAL_USED_UP', 'MEMBERSHIP_NEEDED'],
  ['a former member', { membership: 'over', uses: 9, coins: 9 }, 'MEMBERSHIP_EXPIRED', 'MEMBERSHIP_EXPIRED'],
  ['a member without uses', { membership: 'lasts', ...rich }, 'USES_MISSING', 'USES_MISSING'],
] as const)('%s learns why a run or a download is refused', (_who, standing, ofRun, ofDownload) => {
  const run = mayRun({ kind: 'use', amount: 1 }, standing, 'used up');
  expect(run.may ? '' : run.refusal.code).toBe(ofRun);
  const download = mayDownload({ kind: 'use', amount: 1, state: 'none' }, standing);
  expect(download.may ? '' : download.refusal.code).toBe(ofDownload);
});

const refusalOf = (verdict: ReturnType<typeof mayRun> | ReturnType<typeof mayDownload>) =>
  verdict.may ? undefined : [verdict.refusal.code, verdict.refusal.details];

test('a refusal says what is needed and what is left', () => {
  const member: Standing = { membership: 'lasts', uses: 1, coins: 8 };
  const inUses = { kind: 'use', amount: 2 } as const;
  const inCoinsAlone = { kind: 'coins', amount: 9 } as const;
  const [never, former] = (['none', 'over'] as const).map(membership => ({ membership, uses: 0, coins: 0 }));
  const run = (cost: Cost, standing: Standing, trial: TrialState = 'used up') =>
    refusalOf(mayRun(cost, standing, trial));
  expect(run(inUses, member)).toEqual(['USES_MISSING', { needed: 2, left: 1 }]);
  expect(run(inCoinsAlone, member)).toEqual(['COINS_MISSING', { needed: 9, left: 8 }]);
  // Who has had a membership or coins knows what coins are; others are told of trials.
  expect(run(inCoinsAlone, former!)).toEqual(['COINS_MISSING', { needed: 9, left: 0 }]);
  expect(run(inCoinsAlone, { ...never!, coins: 1 })).toEqual(['COINS_MISSING', { needed: 9, left: 1 }]);
  expect(run(inCoinsAlone, never!)).toEqual(['TRIAL_USED_UP', null]);
  expect(run(inUses, never!, { maxSeconds: 99 })).toEqual(['TRIAL_TOO_LONG', { minutes: 1.6 }]);
  expect(run(inUses, never!, { maxBytes: 1.59 * 1024 * 1024 })).toEqual(['TRIAL_TOO_LARGE', { maxMb: 1.5 }]);
  const download = (standing: Standing, coinsOnly: boolean) =>
    refusalOf(mayDownload({ ...inUses, state: 'released' }, standing, coinsOnly));
  expect(download({ ...never!, coins: 3 }, false)).toEqual(['MEMBERSHIP_NEEDED', { needed: 20, left: 3 }]);
  expect(download(never!, true)).toEqual(['COINS_MISSING', { needed: 20, left: 0 }]);
  expect(download(visitorStanding, false)).toEqual(['MEMBERSHIP_NEEDED', { needed: 20, left: 0 }]);
});

test('a hold pays for its result, unless it is of uses and the person wants to pay with coins', () => {
  const standing: Standing = { membership: 'lasts', uses: 5, coins: 50 };
  const pay = (kind: 'use' | 'coins', coinsOnly: boolean, state: Charge['state'] = 'held') => {
    const verdict = mayDownload({ kind, amount: 2, state }, standing, coinsOnly);
    return verdict.may && verdict.pay;
  };
  expect([pay('use', false), pay('coins', false), pay('coins', true)]).toEqual(['hold', 'hold', 'hold']);
  expect(pay('use', true)).toEqual({ unit: 'coin', amount: 20 });
  expect(pay('use', false, 'none')).toEqual({ unit: 'use', amount: 2 });
  expect(pay('use', true, 'settled')).toBe('nothing');
});

test('trials are limited by batches, files per batch, and single runs; an address has five times as many', () => {
  const limits = { batchCount: 1, batchFileCount: 5, maxFreePreview: 1 };
  const none = { single: 0, batches: 0, files: 0 };
  const tried = (ofOwner: Partial<typeof none>, ofAddress: Partial<typeof none> = {}) => ({
    ofOwner: { ...none, ...ofOwner },
    ofAddress: { ...none, ...ofAddress },
  });
  expect(countTrialsLeft(limits, tried({}), true)).toBe(5);
  expect(countTrialsLeft(limits, tried({ files: 4 }), true)).toBe(1);
  expect(countTrialsLeft(limits, tried({ files: 5 }), true)).toBe(0);
  expect(countTrialsLeft(limits, tried({ batches: 1 }), true)).toBe(0);
  expect(countTrialsLeft(limits, tried({ batches: 1 }), false)).toBe(1);
  expect(countTrialsLeft(limits, tried({ single: 1 }), false)).toBe(0);
  expect(countTrialsLeft(limits, tried({}, { single: 4 }), false)).toBe(1);
  expect(countTrialsLeft(limits, tried({}, { single: 5 }), false)).toBe(0);
  expect(countTrialsLeft(limits, tried({}, { batches: 5 }), true)).toBe(0);
});

test('free previews are counted for people who could not pay for the file, and refused beyond the daily limit', () => {
  const cost = { kind: 'use', amount: 1, isFreeToSee: true } as const;
  fc.assert(
    fc.property(anyStanding, anyTrial, (standing, trial) => {
      const verdict = mayRun(cost, standing, trial);
      const canPay = findPayment(cost, standing) !== undefined;
      expect(verdict.may).toBe(canPay || trial === 'left');
      if (verdict.may) expect(verdict).toMatchObject({ payment: null, unpaid: canPay ? null : 'look' });
    }),
  );
  const unpaid = (ofOwner: number, ofAddress: number) =>
    isUnpaidLeft(60, { ofOwner: { unpaid: ofOwner }, ofAddress: { unpaid: ofAddress } });
  expect([unpaid(0, 0), unpaid(59, 299), unpaid(60, 60), unpaid(0, 300)]).toEqual([true, true, false, false]);
});

test('trials have a maximum duration and size; unknown values are checked later', () => {
  const max = { seconds: 60, bytes: 100 };
  expect(judgeSize({ seconds: 60, bytes: 100 }, max)).toBe('left');
  expect(judgeSize({ seconds: null, bytes: 100 }, max)).toBe('left');
  expect(judgeSize({ seconds: 60.05, bytes: 100 }, max)).toBe('left');
  expect(judgeSize({ seconds: 60.1, bytes: 101 }, max)).toEqual({ maxSeconds: 60 });
  expect(judgeSize({ seconds: null, bytes: 101 }, max)).toEqual({ maxBytes: 100 });
});

test('prices are whole, positive, and grow with the size', () => {
  const perHalfMinute = (clip?: { seconds?: number }) => inCoins(usesForSeconds(clip, 30)) / coinsPerUse;
  expect([0, 1, 30, 30.05, 30.2, 60].map(seconds => perHalfMinute({ seconds }))).toEqual([1, 1, 1, 1, 2, 2]);
  // A clip that was not fetched yet, and one of unknown duration.
  expect([perHalfMinute(undefined), perHalfMinute({})]).toEqual([1, 30]);
  const perSize = (size: number) => inCoins(usesForSize(size, { upTo: 16, step: 28 })) / coinsPerUse;
  expect([0, 16, 16.01, 44, 44.01, 72].map(perSize)).toEqual([1, 1, 2, 2, 3, 3]);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 200, noNaN: true }), fc.double({ min: 0, max: 200, noNaN: true }), (a, b) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)].map(perSize);
      expect(less).toBeGreaterThanOrEqual(1);
      expect(more).toBeGreaterThanOrEqual(less!);
      expect(Number.isInteger(more)).toBe(true);
    }),
  );
});
