// The message shown while calls wait to be repeated, because the server is busy or does not respond.
import { useSyncExternalStore } from 'react';
import { useWords } from 'ui/language.tsx';
import { lastWaiting } from '../../client.ts';
import { workWords } from './words.ts';

/** Returns the sentence, or undefined if no call waits. */
export function useWaitingWords(): string | undefined {
  const t = useWords(workWords);
  const failure = useSyncExternalStore(lastWaiting.watch, lastWaiting.get);
  if (!failure) return undefined;
  return failure.status === 429 || failure.status === 503 ? t.busyServer : t.silentServer;
}
