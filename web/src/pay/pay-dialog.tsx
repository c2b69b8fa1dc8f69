// The payment dialog from the order to its end: choose, wait, and paid, expired or refunded.

import { type Edition, type Order, orderList, type PayType } from 'contract/routes/orders.ts';
import { formatCount } from 'contract/words.ts';
import { CircleCheck, Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { loadUser } from '../load-user.ts';
import { formatEnd } from '../person/format-day.ts';
import { describeOwed } from '../person/person-facts.tsx';
import { personWords } from '../person/person-words.ts';
import { useSession } from '../session.ts';
import { type Afterwards, buy } from '../shopping.ts';
import { ChooseStep } from './choose-step.tsx';
import { PricesFailed } from './prices-failed.tsx';
import { usePriceList } from './use-price-list.ts';
import { WaitStep } from './wait-step.tsx';
import { payWords } from './words.ts';

type Step =
  | { readonly kind: 'choose'; readonly before: PayType | null }
  | { readonly kind: 'wait'; readonly order: Order; readonly seen: number | null }
  | { readonly kind: 'paid' | 'over' | 'refunded'; readonly order: Order };

const endOf = (state: Order['state']) => (state === 'paid' || state === 'refunded' ? state : 'over');

interface PayDialogProps {
  edition: Edition;
  afterwards: Afterwards | null;
  onClose: () => void;
}

/** The payment dialog for a plan or coin pack. */
export function PayDialog({ edition, afterwards, onClose }: PayDialogProps) {
  const [step, setStep] = useState<Step>({ kind: 'choose', before: null });
  const prices = usePriceList(edition.currency);
  return (
    <Frame step={step} onClose={onClose}>
      {step.kind !== 'choose' ? (
        <Later step={step} onStep={setStep} afterwards={afterwards} onClose={onClose} />
      ) : prices.state === 'found' ? (
        <ChooseStep
          edition={edition}
          ways={prices.list.ways}
          before={step.before}
          onOrder={(order, seen) => setStep(begin(order, seen))}
        />
      ) : prices.state === 'failed' ? (
        <PricesFailed onAgain={prices.again} />
      ) : (
        <Loading />
      )}
    </Frame>
  );
}

/** Returns the step for the state of an order. */
const begin = (order: Order, seen: number | null): Step =>
  order.state === 'open' ? { kind: 'wait', order, seen } : { kind: endOf(order.state), order };

interface FollowDialogProps {
  orderNo: string;
  onClose: () => void;
}

/** Shows an order that is being paid on a provider's page or on another device. */
export function FollowDialog({ orderNo, onClose }: FollowDialogProps) {
  const [step, setStep] = useState<Step>();
  const [isAgain, setIsAgain] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    call(orderList, { query: { size: 100 }, signal: stop.signal }).then(
      ({ list }) => {
        const order = list.find(one => one.orderNo === orderNo);
        if (order) setStep(begin(order, null));
        else onClose();
      },
      error => {
        if (stop.signal.aborted) return;
        if (!(error instanceof CallError)) throw error;
        onClose();
      },
    );
    return () => stop.abort();
  }, [orderNo, onClose]);
  return (
    <Frame step={step} onClose={onClose}>
      {!step || step.kind === 'choose' ? (
        <Loading />
      ) : isAgain ? (
        <BuyAgain order={step.order} onClose={onClose} />
      ) : (
        <Later
          step={step}
          onStep={next => (next.kind === 'choose' ? setIsAgain(true) : setStep(next))}
          onClose={onClose}
        />
      )}
    </Frame>
  );
}

/** Continues with a new order of the same plan at its current price, or with the list of plans if it is no longer for sale. */
function BuyAgain({ order, onClose }: { order: Order; onClose: () => void }) {
  const { editionId, currency } = order;
  const navigate = useNavigate();
  const prices = usePriceList(currency);
  useEffect(() => {
    if (prices.state === 'loading') return;
    const { plans, packs } = prices.state === 'found' ? prices.list : { plans: [], packs: [] };
    const edition = [...plans, ...packs].find(one => one.id === editionId);
    if (edition) return buy(edition);
    onClose();
    void navigate('/membership');
  }, [prices, editionId, navigate, onClose]);
  return <Loading />;
}

interface FrameProps {
  step: Step | undefined;
  onClose: () => void;
  children: React.ReactNode;
}

function Frame({ step, onClose, children }: FrameProps) {
  const t = useWords(payWords);
  const titles = {
    choose: t.confirmTitle,
    wait: t.payTitle,
    paid: t.paidTitle,
    over: t.overTitle,
    refunded: t.refundedTitle,
  };
  return (
    <Dialog isOpen title={titles[step?.kind ?? 'wait']} closeLabel={t.close} onClose={onClose}>
      {children}
    </Dialog>
  );
}

function Loading() {
  const t = useWords(payWords);
  return (
    <p className="grid min-h-60 place-items-center">
      <Spinner className="size-7" label={t.loading} />
    </p>
  );
}

interface LaterProps {
  step: Exclude<Step, { kind: 'choose' }>;
  onStep: (step: Step) => void;
  afterwards?: Afterwards | null;
  onClose: () => void;
}

/** The steps after an order has been created. */
function Later({ step, onStep, afterwards = null, onClose }: LaterProps) {
  const t = useWords(payWords);
  const { order } = step;
  useEffect(() => {
    if (step.kind === 'paid') void loadUser();
  }, [step.kind]);
  if (step.kind === 'wait')
    return (
      <WaitStep
        order={order}
        seen={step.seen}
        onEnd={state => onStep({ kind: endOf(state), order })}
        onAnother={() => onStep({ kind: 'choose', before: order.payType })}
      />
    );
  if (step.kind === 'paid') return <Paid order={order} afterwards={afterwards} onClose={onClose} />;
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <Clock aria-hidden className="size-14 text-soft" strokeWidth={1.5} />
      <p role="status" className="text-soft">
        {step.kind === 'refunded' ? t.refundedText : t.overText}
      </p>
      <div className="flex w-full flex-wrap gap-2">
        <Button className="flex-1" variant="secondary" onClick={onClose}>
          {t.close}
        </Button>
        {step.kind === 'over' && (
          <Button className="flex-1" onClick={() => onStep({ kind: 'choose', before: null })}>
            {t.again}
          </Button>
        )}
      </div>
    </div>
  );
}

interface PaidProps {
  order: Order;
  afterwards: Afterwards | null;
  onClose: () => void;
}

function Paid({ order, afterwards, onClose }: PaidProps) {
  const t = useWords(payWords);
  const user = useSession(state => state.user);
  const personText = useWords(personWords);
  const owed = user && describeOwed(user, personText);
  const isMember = user?.isMember === 1;
  const facts = [
    [t.added, order.mealName],
    ...(isMember ? [[t.memberUntil, user.memberEndTime ? formatEnd(new Date(user.memberEndTime)) : t.forever]] : []),
    ...(isMember && user.useMaxNum !== null ? [[t.usesLeft, formatCount(user.useMaxNum)]] : []),
    ...(user && user.coin > 0 ? [[t.coinsLeft, formatCount(user.coinLeft)]] : []),
    ...(owed ? [[t.owed, owed]] : []),
    [t.order, order.orderNo],
  ] as const;
  return (
    <div className="grid justify-items-center gap-4">
      <CircleCheck aria-hidden className="size-16 text-good" strokeWidth={1.5} />
      <p role="status" className="sr-only">
        {t.paidTitle}
      </p>
      <dl className="grid w-full gap-2.5 rounded-2xl bg-sunken p-4 text-[0.9375rem]">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="shrink-0 text-soft">{name}</dt>
            <dd className="min-w-0 text-end font-medium break-all tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <Button
        size="lg"
        isWide
        onClick={() => {
          onClose();
          afterwards?.run();
        }}
      >
        {afterwards?.label ?? t.done}
      </Button>
    </div>
  );
}
