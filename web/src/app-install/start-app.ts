// Makes the page an app once it has been painted: the service worker, new versions, and files that the system opens with the app.
import { create } from 'zustand';

interface LaunchQueue {
  setConsumer: (take: (launch: { readonly files?: readonly FileSystemFileHandle[] }) => void) => void;
}

/** Interval between checks for a new version: a window may stay open for days. */
const lookAgainMs = 3_600_000;

const useNext = create<{ worker: ServiceWorker | null }>()(() => ({ worker: null }));

/** Files that the system opened with the app, until the page that handles them picks them up. */
export const useLaunched = create<{ files: readonly File[] | null }>()(() => ({ files: null }));

/** Returns whether a newer version of the page is waiting for a reload. */
export const useNextVersion = (): boolean => useNext(({ worker }) => worker !== null);

/** Activates the new version and reloads this page. Work is restored as after any reload. */
export function reloadIntoNext(): void {
  const { worker } = useNext.getState();
  const reload = () => location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  // It may already have been activated by another window.
  if (worker?.state === 'installed') worker.postMessage('take-over');
  else reload();
}

/** Offers a new worker once it has all files of its version. A browser's first worker is not an update. */
function watch(worker: ServiceWorker | null): void {
  const look = () => {
    if (worker?.state === 'installed' && navigator.serviceWorker.controller) useNext.setState({ worker });
  };
  worker?.addEventListener('statechange', look);
  look();
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/service-worker.js');
  } catch (error) {
    // The browser stores nothing, or the connection was lost: the page works without a worker.
    if (error instanceof DOMException || error instanceof TypeError) return;
    throw error;
  }
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  watch(registration.waiting);
  registration.addEventListener('updatefound', () => watch(registration.installing));
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - lookedAt < lookAgainMs) return;
    lookedAt = Date.now();
    // Without a network the next look finds the new version.
    registration.update().catch(() => undefined);
  });
}

/** Passes files that were opened with the app to the page that offers tools for them. */
function takeLaunched(): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => {
    if (files.length === 0) return;
    void Promise.all(files.map(handle => handle.getFile())).then(opened => {
      useLaunched.setState({ files: opened });
      location.hash = '#/shared';
    });
  });
}

let isStarted = false;

export function startApp(): void {
  if (isStarted) return;
  isStarted = true;
  takeLaunched();
  // Only available with https and on localhost.
  if (!('serviceWorker' in navigator)) return;
  // The worker's files are fetched after those that the page needs first.
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
}
