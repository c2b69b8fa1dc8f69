// The QR code that a panel shows until it has been scanned, and why there is none if requesting it failed.
import { useEffect, useEffectEvent, useState } from 'react';
import { type QrCalls, scanQr } from './scan-qr.ts';

/** `retry` requests another code at once. */
export function useQrScan<Found>(calls: QrCalls<Found>, onFound: (found: Found) => void) {
  const [qrText, setQrText] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const [tries, setTries] = useState(0);
  const goOn = useEffectEvent(onFound);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry requests the next code.
  useEffect(() => {
    const stop = new AbortController();
    const show = (text: string | null, reason?: string) => {
      setQrText(text);
      setProblem(reason);
    };
    scanQr(calls, show, stop.signal).then(
      found => stop.signal.aborted || goOn(found),
      error => {
        if (!stop.signal.aborted) throw error;
      },
    );
    return () => stop.abort();
  }, [calls, tries]);
  const retry = () => {
    setQrText(null);
    setProblem(undefined);
    setTries(count => count + 1);
  };
  return { qrText, problem, retry };
}
