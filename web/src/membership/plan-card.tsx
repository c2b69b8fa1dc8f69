// A membership or coin pack for sale: its contents, price, and original price.
import { coinsPerUse } from 'contract/prices.ts';
import type { Edition } from 'contract/routes/orders.ts';
import { fill, formatCount } from 'contract/words.ts';
import { Check } from 'lucide-react';
import { Button } from 'ui/button.tsx';
import { joinClasses } from 'ui/classes.ts';
import { useLanguage, useWords } from 'ui/language.tsx';
import { formatFold, formatLength, formatMoney } from '../pay/money.ts';
import { useSession } from '../session.ts';
import { membershipWords } from './words.ts';

interface CardProps {
  edition: Edition;
  canBuy: boolean;
  onBuy: () => void;
}

/** Minimum length in months for showing a monthly price. */
const minMonths = 6;

export function PlanCard({ edition, canBuy, onBuy }: CardProps) {
  const t = useWords(membershipWords);
  const language = useLanguage();
  const isMember = useSession(state => state.user?.isMember === 1);
  const { amount, currency, months, uses, coins, isForever } = edition;
  const perMonth =
    months >= minMonths
      ? fill(t.perMonth, { price: formatMoney(Math.round(amount / months), currency) })
      : uses > 0 && !isForever
        ? fill(t.perUse, { price: formatMoney(Math.max(1, Math.round(amount / uses)), currency) })
        : undefined;
  return (
    <Card
      edition={edition}
      under={perMonth}
      points={[
        isForever ? t.forever : fill(t.validFor, { length: formatLength(edition, language) }),
        ...(uses > 0 ? [fill(t.uses, { count: formatCount(uses) })] : []),
        ...(coins > 0 ? [fill(t.giftCoins, { count: formatCount(coins) })] : []),
      ]}
      action={isMember ? t.renew : t.choose}
      canBuy={canBuy}
      onBuy={onBuy}
    />
  );
}

export function PackCard({ edition, canBuy, onBuy }: CardProps) {
  const t = useWords(membershipWords);
  const { amount, currency, coins } = edition;
  const perUse = fill(t.perUse, { price: formatMoney(Math.round((amount * coinsPerUse) / coins), currency) });
  return (
    <Card
      edition={edition}
      under={perUse}
      points={[fill(t.buysUses, { count: formatCount(Math.floor(coins / coinsPerUse)) }), t.neverExpire]}
      action={t.buy}
      canBuy={canBuy}
      onBuy={onBuy}
    />
  );
}

interface FrameProps extends CardProps {
  /** A line below the price. */
  under: string | undefined;
  /** The contents of the plan. */
  points: readonly string[];
  action: string;
}

function Card({ edition, under, points, action, canBuy, onBuy }: FrameProps) {
  const t = useWords(membershipWords);
  const language = useLanguage();
  const { mealName, amount, originalAmount, currency, isRecommended } = edition;
  const fold = formatFold(edition, language);
  const original = formatMoney(originalAmount, currency, true);
  return (
    <article
      aria-label={mealName}
      data-recommended={isRecommended || undefined}
      className={joinClasses(
        'card relative grid grid-rows-[auto_auto_1fr_auto] content-start gap-3 p-5',
        isRecommended && 'border-2! border-accent! shadow-lift!',
      )}
    >
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h2 className="text-lg font-bold">{mealName}</h2>
        {isRecommended && (
          <span className="rounded-full bg-accent px-2.5 py-1 text-xs font-semibold whitespace-nowrap text-on-accent">
            {t.recommended}
          </span>
        )}
      </div>
      <div className="grid gap-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-[2rem] leading-tight font-extrabold tracking-tight tabular-nums">
            {formatMoney(amount, currency, true)}
          </span>
          {fold && (
            <span className="rounded-md bg-good-soft px-1.5 py-0.5 text-xs font-semibold whitespace-nowrap text-good">
              {fold}
            </span>
          )}
        </p>
        <p className="flex min-h-5 flex-wrap gap-x-2 text-[0.8125rem] text-soft tabular-nums">
          {fold && (
            <s>
              <span className="sr-only">{fill(t.originalPrice, { price: '' })}</span>
              {original}
            </s>
          )}
          {under && <span>{under}</span>}
        </p>
      </div>
      <ul className="grid content-start gap-2 text-[0.9375rem]">
        {points.map(point => (
          <li key={point} className="flex items-start gap-2">
            <Check aria-hidden className="mt-0.5 size-4.5 shrink-0 text-good" />
            {point}
          </li>
        ))}
      </ul>
      <Button
        isWide
        className="mt-1"
        variant={isRecommended ? 'primary' : 'secondary'}
        disabled={!canBuy}
        aria-label={`${action}: ${mealName}, ${formatMoney(amount, currency)}`}
        onClick={onBuy}
      >
        {action}
      </Button>
    </article>
  );
}
