// The second step of the payment dialog: the QR code or the link to the provider's page, and waiting for the payment.

import { closeOrder, type Order } from 'contract/routes/orders.ts';
import { fill } from 'contract/words.ts';
import { ExternalLink, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClasses } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { showToast } from '../notices.ts';
import { QrPicture } from '../qr-picture.tsx';
import { formatMoney } from './money.ts';
import { useOrder } from './use-order.ts';
import { WayMark } from './way-mark.tsx';
import { payWords } from './words.ts';

const twoDigits = (count: number) => String(count).padStart(2, '0');
const clock = (seconds: number) => `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;

/** In the sandbox, the address is an internal page. */
const isPlayed = (address: string) => new URL(address, location.href).hash.startsWith('#/sandbox/');
const isPage = (address: string) => /^https?:$/.test(new URL(address, location.href).protocol);

interface WaitStepProps {
  order: Order;
  /** The price that the user agreed to; null for an order that was created elsewhere. */
  seen: number | null;
  /** The order was paid, closed or refunded. */
  onEnd: (state: Order['state']) => void;
  /** The user wants another payment method, and this order has been closed. */
  onAnother: () => void;
}

export function WaitStep({ order, seen, onEnd, onAnother }: WaitStepProps) {
  const t = useWords(payWords);
  const { isLost, secondsLeft, look } = useOrder({ order, isNew: seen !== null, onChange: onEnd });
  const [isAsking, setIsAsking] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const { amount, currency, codeUrl, approveUrl, payType } = order;
  const address = codeUrl ?? approveUrl;

  async function check(): Promise<void> {
    setIsAsking(true);
    if ((await look()) === 'open') showToast(t.notYet);
    setIsAsking(false);
  }

  async function choose(): Promise<void> {
    setIsLeaving(true);
    try {
      const { state } = await call(closeOrder, { body: { orderNo: order.orderNo } });
      // It may have been paid at this very moment.
      if (state === 'paid' || state === 'refunded') onEnd(state);
      else onAnother();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setIsLeaving(false);
    }
  }

  return (
    <div className="grid gap-4">
      {address && isPlayed(address) && <Callout tone="warn" icon={<FlaskConical />} title={t.playedTitle} />}
      {seen !== null && seen !== amount && (
        <Callout tone="warn" title={t.priceChanged}>
          {fill(t.priceChangedText, { before: formatMoney(seen, currency), after: formatMoney(amount, currency) })}
        </Callout>
      )}
      <div className="grid justify-items-center gap-3 text-center">
        <p className="text-3xl font-extrabold tabular-nums">{formatMoney(amount, currency)}</p>
        {payType && (
          <p className="flex items-center gap-2 text-[0.9375rem]">
            <WayMark way={payType} />
            {codeUrl ? (payType === 'alipay' ? t.scanAlipay : t.scanWechat) : t[payType]}
          </p>
        )}
        {codeUrl && <QrPicture text={new URL(codeUrl, location.href).href} label={t.qrLabel} waitLabel={t.qrWait} />}
        {codeUrl && isPage(codeUrl) && (
          <a
            href={codeUrl}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-9 items-center gap-1.5 text-sm font-medium text-accent-ink hover:underline"
          >
            {t.openHere}
            <ExternalLink aria-hidden className="size-4" />
          </a>
        )}
        {approveUrl && (
          <>
            <a
              href={approveUrl}
              target="_blank"
              rel="noreferrer"
              className={`${buttonClasses({ size: 'lg', isWide: true })} my-2`}
            >
              {t.openPaypal}
              <ExternalLink aria-hidden className="size-4" />
            </a>
            <p className="text-sm text-soft">{t.paypalHint}</p>
          </>
        )}
        <p role="timer" aria-live="off" className="flex items-center gap-2 text-sm text-soft tabular-nums">
          <Spinner className="size-4" />
          {isLost ? t.lost : fill(t.waiting, { time: clock(secondsLeft) })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button className="flex-1 px-3!" variant="secondary" isBusy={isLeaving} onClick={() => void choose()}>
          {t.anotherWay}
        </Button>
        <Button className="flex-1 px-3!" variant="secondary" isBusy={isAsking} onClick={() => void check()}>
          {t.checkNow}
        </Button>
      </div>
      <p className="text-center text-xs text-soft">{fill(t.orderNo, { orderNo: order.orderNo })}</p>
    </div>
  );
}
