// The API keys of the account: loading them, and replacing one that was created, changed or revoked.

import { type ApiKey, listApiKeys, revokeApiKey } from 'contract/routes/api-keys.ts';
import { useEffect, useState } from 'react';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';

export function useApiKeys() {
  const [keys, setKeys] = useState<readonly ApiKey[]>();
  const [hasFailed, setHasFailed] = useState(false);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` changes with each retry.
  useEffect(() => {
    const stop = new AbortController();
    setHasFailed(false);
    call(listApiKeys, { signal: stop.signal, handleErrors: true }).then(
      ({ list }) => setKeys(list),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        if (!(error instanceof CallError)) throw error;
        setHasFailed(true);
      },
    );
    return () => stop.abort();
  }, [tries]);

  /** Shows a key as it is now; a new one comes first. */
  const put = (key: ApiKey) =>
    setKeys((list = []) =>
      list.some(({ id }) => id === key.id) ? list.map(old => (old.id === key.id ? key : old)) : [key, ...list],
    );

  /** Returns whether it succeeded; errors have already been shown. */
  async function revoke({ id }: ApiKey): Promise<boolean> {
    try {
      put(await call(revokeApiKey, { params: { id } }));
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return false;
    }
  }

  return { keys, hasFailed, again: () => setTries(tries + 1), put, revoke };
}
