// The time, told anew every second while somebody needs it.
import { useEffect, useState } from 'react';

export function useSeconds(isNeeded: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isNeeded]);
  // News between two ticks are younger than the last tick.
  return Math.max(now, Date.now());
}
