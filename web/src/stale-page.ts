// A page opened before an update requests chunks that no longer exist. A reload loads the new ones, and work is restored as after any reload.
const pauseMs = 30_000;
const memory = 'pixwright.reloaded-at';

export function reloadWhenStale(): void {
  addEventListener('vite:preloadError', event => {
    const last = Number(sessionStorage.getItem(memory));
    // Without a network nothing would load; the page shows this.
    if (!navigator.onLine) return;
    // If a chunk is still missing after a reload, there is another cause, and the page shows an error.
    if (Date.now() - last < pauseMs) return;
    event.preventDefault();
    sessionStorage.setItem(memory, String(Date.now()));
    location.reload();
  });
}
