// The price of a locked result or refused run, and two ways to pay it: the recommended membership, or the smallest sufficient coin pack.
import type { Edition } from 'contract/routes/orders.ts';
import { fill, formatCount } from 'contract/words.ts';
import { Coins, Crown } from 'lucide-react';
import { useNavigate } from 'react-router';
import { Button } from 'ui/button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { announce } from '../events.ts';
import { useSession } from '../session.ts';
import { buy } from '../shopping.ts';
import { formatFold, formatLength, formatMoney } from './money.ts';
import { PricesFailed } from './prices-failed.tsx';
import { usePriceList } from './use-price-list.ts';
import { payWords } from './words.ts';

interface OfferDialogProps {
  coins: number | null;
  reason: string;
  /** Whether there is a result to download. */
  isDownload: boolean;
  onClose: () => void;
}

export function OfferDialog({ coins, reason, isDownload, onClose }: OfferDialogProps) {
  const t = useWords(payWords);
  const language = useLanguage();
  const navigate = useNavigate();
  const prices = usePriceList();
  const user = useSession(state => state.user);
  const list = prices.state === 'found' ? prices.list : undefined;
  const plan = list?.plans.find(one => one.isRecommended) ?? list?.plans[0];
  const missing = coins === null ? null : coins - (user?.coinLeft ?? 0) + (user?.coinOwed ?? 0);
  const pack = missing === null ? undefined : list?.packs.find(one => one.coins >= missing);
  const count = plan && formatCount(plan.uses);
  const canBuy = list !== undefined && list.ways.length > 0;
  return (
    <Dialog isOpen title={isDownload ? t.offerTitle : t.offerTitleRun} closeLabel={t.close} onClose={onClose}>
      <p className="text-soft">{reason}</p>
      {prices.state === 'loading' && (
        <p className="grid min-h-40 place-items-center">
          <Spinner className="size-7" label={t.loading} />
        </p>
      )}
      {prices.state === 'failed' && <PricesFailed onAgain={prices.again} />}
      {list && !canBuy && <Callout tone="warn" title={t.noWay} />}
      {canBuy && (
        <div className="grid gap-3">
          {plan && (
            <Choice
              edition={plan}
              icon={<Crown />}
              title={`${t.offerMember}\u00a0· ${plan.mealName}`}
              text={fill(plan.isForever ? t.offerForeverText : t.offerMemberText, {
                uses: fill(t.uses, { count: count ?? '' }),
                length: formatLength(plan, language),
              })}
              badge={formatFold(plan, language)}
              isLead
            />
          )}
          {pack && coins !== null && (
            <Choice
              edition={pack}
              icon={<Coins />}
              title={`${t.offerCoins}\u00a0· ${pack.mealName}`}
              text={fill(t.offerCoinsText, { needed: formatCount(coins) })}
              badge={undefined}
            />
          )}
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            onClose();
            navigate('/membership');
          }}
        >
          {t.allPlans}
        </Button>
        {!user && (
          <p className="flex flex-wrap items-center text-sm text-soft">
            {t.hasAccount}
            <Button
              variant="quiet"
              size="sm"
              className="text-accent-ink"
              onClick={() => {
                onClose();
                announce('login:open');
              }}
            >
              {t.logIn}
            </Button>
          </p>
        )}
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  edition: Edition;
  icon: React.ReactNode;
  title: string;
  text: string;
  badge: string | undefined;
  isLead?: boolean;
}

function Choice({ edition, icon, title, text, badge, isLead = false }: ChoiceProps) {
  return (
    <button
      type="button"
      onClick={() => buy(edition)}
      className={`grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 rounded-2xl border p-4 text-start transition ${
        isLead ? 'border-accent bg-accent-soft hover:brightness-98' : 'border-line hover:border-line-strong'
      }`}
    >
      <span aria-hidden className="text-accent-ink [&>svg]:size-6">
        {icon}
      </span>
      <span className="grid gap-0.5">
        <span className="font-semibold">{title}</span>
        <span className="text-[0.8125rem] text-soft">{text}</span>
      </span>
      <span className="grid justify-items-end gap-0.5">
        <span className="text-lg font-bold tabular-nums">{formatMoney(edition.amount, edition.currency, true)}</span>
        {badge && <span className="text-xs font-semibold text-good">{badge}</span>}
      </span>
    </button>
  );
}
