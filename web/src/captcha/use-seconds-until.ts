// The whole seconds until a moment, falling while one looks; 0 once it has come.
import { useEffect, useState } from 'react';

const lookEveryMs = 250;

export function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (moment <= Date.now()) return;
    const look = () => {
      setNow(Date.now());
      if (Date.now() >= moment) clearInterval(timer);
    };
    const timer = setInterval(look, lookEveryMs);
    look();
    return () => clearInterval(timer);
  }, [moment]);
  return Math.max(0, Math.ceil((moment - now) / 1000));
}
