// Keeps the balance of the user up to date while tasks hold and release parts of it.
import type { Task } from 'contract/task.ts';
import { useEffect, useRef } from 'react';
import { loadUser } from '../load-user.ts';
import { settings } from '../settings.ts';

/** Delay in milliseconds: a batch holds its prices one after the other. */
const restMs = 300;

export function useFreshBalance(charges: readonly (Task['charge'] | undefined)[]): void {
  const held = charges.filter(charge => charge?.state === 'held').length;
  const before = useRef(held);
  useEffect(() => {
    if (!settings.membership || before.current === held) return;
    const timer = setTimeout(() => {
      before.current = held;
      void loadUser();
    }, restMs);
    return () => clearTimeout(timer);
  }, [held]);
}
