// Says things aloud to those who use a screen reader, without React and without stumbling over itself.
import { useEffect, useRef } from 'react';

/** What may be followed by another waits this long for it. */
const restMs = 350;

export function useSayings() {
  const sayingsRef = useRef<HTMLParagraphElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function say(sentence: string, isHasty = false): void {
    clearTimeout(timer.current);
    const speak = () => {
      if (sayingsRef.current) sayingsRef.current.textContent = sentence;
    };
    if (isHasty) timer.current = setTimeout(speak, restMs);
    else speak();
  }

  return { sayingsRef, say };
}
