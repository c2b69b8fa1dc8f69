// Polls an unpaid order every three seconds, and at once when the page becomes visible again.

import { type Order, wxPayIsSuccess } from 'contract/routes/orders.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';

const askAgainMs = 3000;

interface Watched {
  readonly order: Order;
  /** The order has just been created, so its time reveals the offset between the clocks of server and browser. */
  readonly isNew: boolean;
  /** Called with the first state other than open. */
  readonly onChange: (state: Order['state']) => void;
}

export function useOrder({ order, isNew, onChange }: Watched) {
  const [isLost, setIsLost] = useState(false);
  const [now, setNow] = useState(Date.now);
  const [aheadMs] = useState(() => (isNew ? now - Date.parse(order.createdAt) : 0));
  const { orderNo } = order;

  async function look(): Promise<Order['state'] | undefined> {
    try {
      const { state } = await call(wxPayIsSuccess, { body: { orderNo }, handleErrors: true });
      setIsLost(false);
      if (state !== 'open') onChange(state);
      return state;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setIsLost(true);
      return undefined;
    }
  }

  const lookQuietly = useEffectEvent(look);
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      clearTimeout(timer);
      const state = await lookQuietly();
      clearTimeout(timer);
      if (!isGone && (state === undefined || state === 'open')) timer = setTimeout(ask, askAgainMs);
    };
    timer = setTimeout(ask, askAgainMs);
    const lookIfSeen = () => document.hidden || void ask();
    document.addEventListener('visibilitychange', lookIfSeen);
    const clock = setInterval(() => setNow(Date.now()), 1000);
    return () => {
      isGone = true;
      clearTimeout(timer);
      clearInterval(clock);
      document.removeEventListener('visibilitychange', lookIfSeen);
    };
  }, []);

  const secondsLeft = Math.max(0, Math.floor((Date.parse(order.expiresAt) + aheadMs - now) / 1000));
  return { isLost, secondsLeft, look };
}
