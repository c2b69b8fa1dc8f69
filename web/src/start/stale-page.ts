// A page opened before an update requests chunks that no longer exist. A reload loads the new ones, and work is restored as after any reload.
import { readInTab, storeInTab } from '../storage.ts';

const pauseMs = 30_000;
const memory = 'pixwright.reloaded-at';

export function reloadWhenStale(): void {
  addEventListener('vite:preloadError', event => {
    const last = Number(readInTab(memory));
    // Without a network nothing would load; the page shows this.
    if (!navigator.onLine) return;
    // If a chunk is still missing after a reload, there is another cause, and the page shows an error.
    if (Date.now() - last < pauseMs) return;
    // Without storage, the page would reload forever.
    if (!storeInTab(memory, String(Date.now()))) return;
    event.preventDefault();
    location.reload();
  });
}
