// Announcements to screen readers, outside React, one at a time.
import { useEffect, useRef } from 'react';

/** Delay in milliseconds of a hasty announcement, in case another one follows. */
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
