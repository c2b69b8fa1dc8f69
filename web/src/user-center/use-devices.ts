// The devices that are logged in, and ending the login of one or of all others.

import { type Device, endDevices, listDevices } from 'contract/routes/accounts.ts';
import { useEffect, useState } from 'react';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';

export function useDevices() {
  const [devices, setDevices] = useState<readonly Device[]>();
  const [hasFailed, setHasFailed] = useState(false);
  const [tries, setTries] = useState(0);
  /** The id of the login being ended, or 'others'. */
  const [ending, setEnding] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` changes with each retry.
  useEffect(() => {
    const stop = new AbortController();
    setHasFailed(false);
    call(listDevices, { signal: stop.signal, handleErrors: true }).then(
      ({ list }) => setDevices(list),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        if (!(error instanceof CallError)) throw error;
        setHasFailed(true);
      },
    );
    return () => stop.abort();
  }, [tries]);

  /** Logs out a device, or all others if none is given. Returns whether it succeeded; errors have already been shown. */
  async function end(device?: Device): Promise<boolean> {
    setEnding(device?.id ?? 'others');
    try {
      await call(endDevices, { body: device ? { id: device.id } : {} });
      setDevices(list => list?.filter(other => (device ? other.id !== device.id : other.isThisOne)));
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return false;
    } finally {
      setEnding(undefined);
    }
  }

  return { devices, hasFailed, again: () => setTries(tries + 1), ending, end };
}
