// Coupons: those that can be claimed, and those that the user has.

import {
  couponList,
  type OfferedCoupon,
  type OwnCoupon,
  receiveCoupon,
  userCouponList,
} from 'contract/routes/coupons.ts';
import { fill, formatCount } from 'contract/words.ts';
import { Ticket } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, buttonClasses } from 'ui/button.tsx';
import { joinClasses } from 'ui/classes.ts';
import { useLanguage, useWords } from 'ui/language.tsx';
import { EmptyState } from 'ui/panels/empty-state.tsx';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { showToast } from '../notices.ts';
import { formatMoney } from '../pay/money.ts';
import { formatDay, formatEnd } from '../person/format-day.ts';
import { Link } from '../router/link.tsx';
import { moneyWords } from './money-words.ts';
import { Paged } from './paged.tsx';
import { pageSize, usePages } from './use-pages.ts';

const loadOffers = (page: number, signal: AbortSignal) =>
  call(couponList, { query: { page, size: pageSize }, signal, handleErrors: true });
const loadOwn = (page: number, signal: AbortSignal) =>
  call(userCouponList, { body: { page, size: pageSize }, signal, handleErrors: true });

export function Coupons() {
  const words = useWords(moneyWords);
  const offers = usePages<OfferedCoupon>(loadOffers);
  const own = usePages<OwnCoupon>(loadOwn);
  const [receiving, setReceiving] = useState<string>();

  const labelOf = ({ isReceived, left }: OfferedCoupon) =>
    isReceived ? words.received : left === 0 ? words.soldOut : words.receive;

  async function receive(id: string): Promise<void> {
    setReceiving(id);
    try {
      await call(receiveCoupon, { query: { couponId: id } });
      showToast(words.got, 'success');
    } catch (error) {
      // The error has already been shown.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setReceiving(undefined);
      offers.again();
      own.again();
    }
  }

  return (
    <>
      <section className="grid gap-3">
        <h2 className="text-lg font-bold">{words.offered}</h2>
        <Paged pages={offers} none={<p className="text-soft">{words.noneOffered}</p>}>
          {list => (
            <ul className="grid gap-3 lg:grid-cols-2">
              {list.map(coupon => (
                <Slip key={coupon.id} coupon={coupon} note={fill(words.left, { left: formatCount(coupon.left) })}>
                  <Button
                    size="sm"
                    disabled={coupon.isReceived || coupon.left === 0}
                    isBusy={receiving === coupon.id}
                    aria-label={`${labelOf(coupon)}: ${coupon.title}`}
                    onClick={() => void receive(coupon.id)}
                  >
                    {labelOf(coupon)}
                  </Button>
                </Slip>
              ))}
            </ul>
          )}
        </Paged>
      </section>
      <section className="grid gap-3">
        <h2 className="text-lg font-bold">{words.own}</h2>
        <Paged pages={own} none={<EmptyState icon={<Ticket />} title={words.noneOwn} />}>
          {list => (
            <ul className="grid gap-3 lg:grid-cols-2">
              {list.map(coupon => (
                <Slip key={coupon.id} coupon={coupon} isFaint={coupon.state === 'used' || coupon.state === 'over'}>
                  {coupon.state === 'usable' ? (
                    <Link
                      to={coupon.planKind === 'coins' ? '/coins' : '/membership'}
                      aria-label={`${words.useIt}: ${coupon.title}`}
                      className={buttonClasses({ size: 'sm', variant: 'secondary' })}
                    >
                      {words.useIt}
                    </Link>
                  ) : (
                    <span className="text-sm font-medium text-soft">{words[coupon.state]}</span>
                  )}
                </Slip>
              ))}
            </ul>
          )}
        </Paged>
      </section>
    </>
  );
}

type Terms = Pick<
  OwnCoupon,
  'title' | 'amountOff' | 'percentOff' | 'fold' | 'currency' | 'minimum' | 'planKind' | 'startsAt' | 'endsAt'
>;

interface SlipProps {
  readonly coupon: Terms;
  readonly note?: string;
  readonly isFaint?: boolean;
  readonly children: ReactNode;
}

function Slip({ coupon, note, isFaint = false, children }: SlipProps) {
  const words = useWords(moneyWords);
  const language = useLanguage();
  const { amountOff, percentOff, fold, currency, minimum, planKind } = coupon;
  const worth =
    amountOff === null || currency === null
      ? fill(words.fold, { fold: fold ?? '', percent: percentOff ?? '' })
      : fill(words.off, { amount: formatMoney(amountOff, currency) });
  const min =
    minimum > 0 && currency !== null ? fill(words.above, { amount: formatMoney(minimum, currency) }) : words.always;
  const period = { from: formatDay(new Date(coupon.startsAt)), to: formatEnd(new Date(coupon.endsAt)) };
  const what = planKind === 'member' ? words.member : planKind === 'coins' ? words.coins : words.anyPlan;
  return (
    <li className={joinClasses('card flex items-center gap-4 p-4', isFaint && 'opacity-60')}>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-xl font-extrabold text-accent-ink tabular-nums">{worth}</p>
        <p className="font-semibold">{coupon.title}</p>
        <p className="text-sm text-soft">{[what, min].join(language === 'zh' ? '，' : ' · ')}</p>
        <p className="text-sm text-soft tabular-nums">{fill(words.between, period)}</p>
        {note && <p className="text-sm text-soft tabular-nums">{note}</p>}
      </div>
      {children}
    </li>
  );
}
