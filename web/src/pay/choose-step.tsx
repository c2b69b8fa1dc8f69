// The first step of the payment dialog: the purchase, its price, the coupon, the payment method, and the agreement.

import { createPreOrder, type Edition, type Order, type PayType } from 'contract/routes/orders.ts';
import { fill, formatCount } from 'contract/words.ts';
import { useId, useRef, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { joinClasses } from 'ui/classes.ts';
import { Select } from 'ui/fields/select.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { makeId } from 'ui/random-id.ts';
import { Spinner } from 'ui/spinner.tsx';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { describeOwed } from '../person/person-facts.tsx';
import { personWords } from '../person/person-words.ts';
import { useSession } from '../session.ts';
import { formatFold, formatLength, formatMoney } from './money.ts';
import { useCoupons } from './use-coupons.ts';
import { WayMark } from './way-mark.tsx';
import { payWords } from './words.ts';

interface ChooseStepProps {
  edition: Edition;
  ways: readonly PayType[];
  /** The payment method of the previous order, if the user wanted another one. */
  before: PayType | null;
  /** `seen` is the price that was shown. */
  onOrder: (order: Order, seen: number) => void;
}

export function ChooseStep({ edition, ways, before, onOrder }: ChooseStepProps) {
  const t = useWords(payWords);
  const [payType, setPayType] = useState(ways.find(way => way !== before) ?? ways[0]);
  const [hasAgreed, setHasAgreed] = useState(before !== null);
  const [isMissing, setIsMissing] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const boxRef = useRef<HTMLInputElement>(null);
  const { coupons, reload } = useCoupons(edition.id);
  /** Undefined until the user chooses: then the best coupon is used. */
  const [chosenCoupon, setChosenCoupon] = useState<string>();
  /** Idempotency keys: one order per choice, however often the button is pressed or the connection fails. */
  const orderKeys = useRef(new Map<string, string>());

  if (!payType)
    return (
      <Callout tone="warn" title={t.noWay}>
        {t.noWayText}
      </Callout>
    );

  if (!coupons) return <Spinner label={t.couponsLoading} className="mx-auto my-16 size-8 text-accent-ink" />;
  const coupon = chosenCoupon === undefined ? coupons[0] : coupons.find(({ id }) => id === chosenCoupon);
  const discount = coupon?.discount ?? 0;
  const due = edition.amount - discount;

  async function order(chosen: PayType): Promise<void> {
    if (!hasAgreed) {
      setIsMissing(true);
      boxRef.current?.focus();
      return;
    }
    setIsBusy(true);
    const choice = `${chosen} ${coupon?.id ?? ''}`;
    const key = orderKeys.current.get(choice) ?? makeId();
    orderKeys.current.set(choice, key);
    try {
      const body = { editionId: edition.id, payType: chosen, ...(coupon && { couponId: coupon.id }) };
      onOrder(await call(createPreOrder, { body, headers: { 'Idempotency-Key': key } }), due);
    } catch (error) {
      // The call has shown the error. The same key would repeat the refusal, so a new one is used.
      if (!(error instanceof CallError)) throw error;
      if (error.status !== 0) orderKeys.current.delete(choice);
      // The coupon may have been used in another tab.
      if (error.error.startsWith('COUPON_')) reload();
    }
    setIsBusy(false);
  }

  return (
    <form
      className="grid gap-5"
      onSubmit={event => {
        event.preventDefault();
        if (!isBusy) void order(payType);
      }}
    >
      <Summary edition={edition} discount={discount} />
      {coupons.length > 0 && (
        <Select
          label={t.coupon}
          value={coupon?.id ?? ''}
          choices={[
            ...coupons.map(one => ({
              value: one.id,
              label: fill(t.couponOff, {
                title: one.title,
                price: formatMoney(one.discount ?? 0, edition.currency, true),
              }),
            })),
            { value: '', label: t.noCoupon },
          ]}
          onChange={setChosenCoupon}
        />
      )}
      <Ways ways={ways} value={payType} onChange={setPayType} />
      <AgreeBox
        boxRef={boxRef}
        value={hasAgreed}
        error={isMissing ? t.acceptFirst : undefined}
        onChange={value => {
          setHasAgreed(value);
          setIsMissing(false);
        }}
      />
      <div className="grid gap-2">
        <Button type="submit" size="lg" isWide isBusy={isBusy}>
          {fill(t.payNow, { price: formatMoney(due, edition.currency) })}
        </Button>
        <p className="text-center text-[0.8125rem] text-soft">{t.once}</p>
      </div>
    </form>
  );
}

/** The purchase and the amount due. */
function Summary({ edition, discount }: { edition: Edition; discount: number }) {
  const t = useWords(payWords);
  const language = useLanguage();
  const personText = useWords(personWords);
  const user = useSession(state => state.user);
  const { uses, coins, kind, currency, amount, originalAmount } = edition;
  const isMember = kind === 'member';
  const contents = [
    uses > 0 && fill(t.uses, { count: formatCount(uses) }),
    coins > 0 && fill(isMember ? t.giftCoins : t.coins, { count: formatCount(coins) }),
  ].filter(Boolean);
  // Spent of orders that were refunded: what this one gives pays it first.
  const paysBack =
    user &&
    describeOwed({ coinOwed: Math.min(coins, user.coinOwed), useOwed: Math.min(uses, user.useOwed) }, personText);
  const rows = [
    [t.item, edition.mealName],
    ...(isMember ? [[t.length, formatLength(edition, language)]] : []),
    ...(isMember ? [[t.contains, contents.join(' + ')]] : []),
    ...(paysBack ? [[t.paysBack, paysBack]] : []),
  ] as const;
  const fold = formatFold(edition, language);
  return (
    <dl className="grid gap-2.5 rounded-2xl bg-sunken p-4 text-[0.9375rem]">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="shrink-0 text-soft">{name}</dt>
          <dd className="text-end font-medium">{value}</dd>
        </div>
      ))}
      {fold && (
        <div className="flex justify-between gap-4">
          <dt className="text-soft">{t.originalPrice}</dt>
          <dd className="text-soft tabular-nums">
            <s>{formatMoney(originalAmount, currency)}</s> <span className="ms-1 font-medium text-good">{fold}</span>
          </dd>
        </div>
      )}
      {discount > 0 && (
        <>
          <div className="flex justify-between gap-4">
            <dt className="text-soft">{t.price}</dt>
            <dd className="font-medium tabular-nums">{formatMoney(amount, currency)}</dd>
          </div>
          <div className="flex justify-between gap-4">
            <dt className="text-soft">{t.coupon}</dt>
            <dd className="font-medium text-good tabular-nums">−{formatMoney(discount, currency)}</dd>
          </div>
        </>
      )}
      <div className="flex items-baseline justify-between gap-4 border-t border-line pt-3">
        <dt className="font-semibold">{t.due}</dt>
        <dd className="text-2xl font-extrabold tabular-nums">{formatMoney(amount - discount, currency)}</dd>
      </div>
    </dl>
  );
}

interface WaysProps {
  ways: readonly PayType[];
  value: PayType;
  onChange: (way: PayType) => void;
}

function Ways({ ways, value, onChange }: WaysProps) {
  const t = useWords(payWords);
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-medium">{t.way}</legend>
      <div className={joinClasses('grid gap-2', ways.length > 1 && 'grid-cols-2')}>
        {ways.map(way => (
          <label
            key={way}
            className={joinClasses(
              'flex min-h-13 items-center gap-2.5 rounded-2xl border px-3.5 text-[0.9375rem] font-medium transition',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink',
              way === value ? 'border-accent bg-accent-soft' : 'border-line hover:border-line-strong',
            )}
          >
            <input
              type="radio"
              name={name}
              value={way}
              checked={way === value}
              onChange={() => onChange(way)}
              className="sr-only"
            />
            <WayMark way={way} />
            {t[way]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface AgreeBoxProps {
  boxRef: React.RefObject<HTMLInputElement | null>;
  value: boolean;
  error: string | undefined;
  onChange: (value: boolean) => void;
}

function AgreeBox({ boxRef, value, error, onChange }: AgreeBoxProps) {
  const t = useWords(payWords);
  const id = useId();
  const link = (path: string, label: string) => (
    <a href={`/#/${path}`} target="_blank" rel="noreferrer" className="whitespace-nowrap text-accent-ink underline">
      {label}
    </a>
  );
  return (
    <div className="grid gap-1.5">
      <span className="flex items-start gap-2.5 text-sm">
        <input
          ref={boxRef}
          id={id}
          type="checkbox"
          checked={value}
          onChange={event => onChange(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          className="mt-0.5 size-5 shrink-0 cursor-pointer accent-accent"
        />
        <span>
          <label htmlFor={id}>{t.accept}</label> {link('agreement', t.agreement)}
          {t.and}
          {link('refund', t.refund)}
        </span>
      </span>
      {error && (
        <p id={`${id}-note`} role="alert" className="text-[0.8125rem] text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
