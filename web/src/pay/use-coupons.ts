// The user's coupons for the current purchase, best first.

import { type OwnCoupon, userCouponList } from 'contract/routes/coupons.ts';
import { useEffect, useState } from 'react';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';

const maxOffered = 20;

/** `coupons` is null until loaded. If loading fails, the purchase continues without coupons. */
export function useCoupons(editionId: string): { coupons: readonly OwnCoupon[] | null; reload: () => void } {
  const [coupons, setCoupons] = useState<readonly OwnCoupon[] | null>(null);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` changes with each reload.
  useEffect(() => {
    const stop = new AbortController();
    const body = { page: 1, size: maxOffered, state: 'usable', editionId } as const;
    call(userCouponList, { body, signal: stop.signal, handleErrors: true }).then(
      ({ list }) => setCoupons(list.filter(({ discount }) => (discount ?? 0) > 0)),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        if (!(error instanceof CallError)) throw error;
        setCoupons([]);
      },
    );
    return () => stop.abort();
  }, [editionId, turn]);
  return { coupons, reload: () => setTurn(now => now + 1) };
}
