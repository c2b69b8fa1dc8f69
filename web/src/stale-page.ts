// A page that was opened before an update requests chunks that are gone. A reload brings the new ones, and work is restored as
// after any reload.
const pauseMs = 30_000;
const memory = 'pixwright.reloaded-at';

export function reloadWhenStale(): void {
  addEventListener('vite:preloadError', event => {
    const last = Number(sessionStorage.getItem(memory));
    // Without a network nothing would come; the page says so.
    if (!navigator.onLine) return;
    // A chunk that is still missing after a reload has another cause: the page shows an error.
    if (Date.now() - last < pauseMs) return;
    event.preventDefault();
    sessionStorage.setItem(memory, String(Date.now()));
    location.reload();
  });
}
