// A page that was opened before an update asks for parts that are gone. Loading it anew brings the new ones; work that was
// begun is found again as after any reload.
const pauseMs = 30_000;
const memory = 'pixwright.reloaded-at';

export function reloadWhenStale(): void {
  addEventListener('vite:preloadError', event => {
    const last = Number(sessionStorage.getItem(memory));
    // A part that is still missing after a reload is missing for another reason: then the page says so.
    if (Date.now() - last < pauseMs) return;
    event.preventDefault();
    sessionStorage.setItem(memory, String(Date.now()));
    location.reload();
  });
}
