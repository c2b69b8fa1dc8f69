// Whether the browser reports a network connection.
import { useSyncExternalStore } from 'react';

function listen(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

export const useOnline = (): boolean => useSyncExternalStore(listen, () => navigator.onLine);
