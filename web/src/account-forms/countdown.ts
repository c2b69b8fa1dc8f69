// The seconds until a next code may be asked for; they go on while a form is closed and opened again.
import { codeIntervalSeconds } from 'contract/routes/accounts.ts';
import { useEffect } from 'react';
import { create } from 'zustand';

const useEnd = create<{ endsAt: number; seconds: number }>()(() => ({ endsAt: 0, seconds: 0 }));
const secondsUntil = (endsAt: number) => Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));

export function startCountdown(): void {
  useEnd.setState({ endsAt: Date.now() + codeIntervalSeconds * 1000, seconds: codeIntervalSeconds });
}

export function stopCountdown(): void {
  useEnd.setState({ endsAt: 0, seconds: 0 });
}

export function useCountdown(): number {
  const { endsAt, seconds } = useEnd();
  useEffect(() => {
    if (endsAt === 0) return;
    const tick = () => {
      const left = secondsUntil(endsAt);
      useEnd.setState({ seconds: left });
      if (left === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 250);
    tick();
    return () => clearInterval(timer);
  }, [endsAt]);
  return seconds;
}
