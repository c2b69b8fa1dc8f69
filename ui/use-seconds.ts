// The current time, updated every second while needed.
import { useEffect, useState } from 'react';

export function useSeconds(isNeeded: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isNeeded]);
  // Data that arrives between two ticks is newer than the last tick.
  return Math.max(now, Date.now());
}
