// The seconds until the next code can be requested, counted per code field by its name. Countdowns continue while a form is closed.
import { codeIntervalSeconds } from 'contract/routes/accounts.ts';
import { useEffect } from 'react';
import { create } from 'zustand';

interface Countdown {
  readonly endsAt: number;
  readonly seconds: number;
}

const over: Countdown = { endsAt: 0, seconds: 0 };
const useCountdowns = create<Readonly<Record<string, Countdown>>>()(() => ({}));
const secondsUntil = (endsAt: number) => Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));

export function startCountdown(name: string): void {
  const endsAt = Date.now() + codeIntervalSeconds * 1000;
  useCountdowns.setState({ [name]: { endsAt, seconds: codeIntervalSeconds } });
}

export function stopCountdown(name: string): void {
  useCountdowns.setState({ [name]: over });
}

export function useCountdown(name: string): number {
  const { endsAt, seconds } = useCountdowns()[name] ?? over;
  useEffect(() => {
    if (endsAt === 0) return;
    const tick = () => {
      const left = secondsUntil(endsAt);
      useCountdowns.setState({ [name]: { endsAt, seconds: left } });
      if (left === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 250);
    tick();
    return () => clearInterval(timer);
  }, [endsAt, name]);
  return seconds;
}
