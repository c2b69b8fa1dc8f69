// The service worker: caches the page's own files, so that the installed app opens offline, and receives files that other apps share with it.
// Server responses, uploads and results never pass through it.
//
// It imports nothing, so that it stays one plain script. The build prepends the list of files (web/build/app-plugin.ts), so each version of the
// page is a new worker, which waits until the user asks for it.

interface Shell {
  /** Names this version of the page. */
  readonly build: string;
  /** The page without its query, the files it loads first, and those it shows offline. */
  readonly files: readonly string[];
}

/** Subset of the worker types, which the DOM types lack. */
interface WorkerEvent extends Event {
  waitUntil: (job: Promise<unknown>) => void;
}
interface RequestEvent extends WorkerEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith: (response: Promise<Response>) => void;
}
interface WorkerScope {
  readonly shell: Shell;
  readonly clients: { claim: () => Promise<void> };
  readonly registration: { readonly navigationPreload?: { enable: () => Promise<void> } };
  skipWaiting: () => Promise<void>;
  addEventListener: ((type: 'install' | 'activate', listener: (event: WorkerEvent) => void) => void) &
    ((type: 'fetch', listener: (event: RequestEvent) => void) => void) &
    ((type: 'message', listener: (event: MessageEvent) => void) => void);
}

const worker = globalThis as unknown as WorkerScope;
const { build, files } = worker.shell;
const prefix = 'shell-';
const ownCache = `${prefix}${build}`;
const sharedCache = 'shared';
/** Lifetime of shared files that are never opened. */
const keptSharedMs = 24 * 3_600_000;
/** Limits: files per share, and total bytes of all waiting files, because a full device can lose work. The page states both. */
const maxShared = 100;
const maxSharedBytes = 1024 ** 3;

/** The page as for a logged-out visitor: fetched without cookies or login. */
const pages = ['/?lang=zh', '/?lang=en'];

async function keepShell(): Promise<void> {
  const cache = await caches.open(ownCache);
  const fresh = pages.map(page => new Request(page, { credentials: 'omit', cache: 'no-cache' }));
  // All or nothing: with only some of its files, the page would break offline.
  await cache.addAll([...fresh, ...files]);
}

/** Keeps the previous version, because pages opened with it still load its files. */
async function forgetOldShells(): Promise<void> {
  const others = (await caches.keys()).filter(name => name.startsWith(prefix) && name !== ownCache);
  await Promise.all(others.slice(0, -1).map(name => caches.delete(name)));
}

async function openPage(event: RequestEvent): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const isEnglish = new URL(event.request.url).searchParams.get('lang') === 'en';
    const cache = await caches.open(ownCache);
    const kept = await cache.match(pages[isEnglish ? 1 : 0]!, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

/** Serves files whose name contains a content hash: once cached, they are never requested again. */
async function loadFile(event: RequestEvent): Promise<Response> {
  const kept = await caches.match(event.request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.status === 200 && response.type === 'basic') {
    const copy = response.clone();
    // If there is no space for it, the page works without the cache.
    event.waitUntil(
      caches
        .open(ownCache)
        .then(cache => cache.put(event.request, copy))
        .catch(() => undefined),
    );
  }
  return response;
}

const sharedAt = ({ url }: Request) => Number(url.split('/').at(-2));

/** Deletes shared files older than their lifetime. */
async function forgetOldShared(): Promise<void> {
  if (!(await caches.has(sharedCache))) return;
  const cache = await caches.open(sharedCache);
  const old = (await cache.keys()).filter(entry => Date.now() - sharedAt(entry) > keptSharedMs);
  await Promise.all(old.map(entry => cache.delete(entry)));
}

/** Deletes earlier shared files, the oldest first, until there is space for this many bytes. */
async function makeRoom(cache: Cache, bytes: number): Promise<void> {
  const entries = [...(await cache.keys())].sort((a, b) => sharedAt(b) - sharedAt(a));
  let total = bytes;
  for (const entry of entries) {
    total += Number((await cache.match(entry))?.headers.get('x-size') ?? 0);
    if (total > maxSharedBytes) await cache.delete(entry);
  }
}

/** Returns the first files within the limits of count and total size; a file that is too large is skipped. */
function chooseShared(files: readonly File[]): File[] {
  const chosen: File[] = [];
  let left = maxSharedBytes;
  for (const file of files) {
    if (chosen.length === maxShared || file.size > left) continue;
    left -= file.size;
    chosen.push(file);
  }
  return chosen;
}

/** Stores shared files and texts until the page picks them up, and redirects to that page. */
async function takeShared(request: Request): Promise<Response> {
  const lead = (query: string) => Response.redirect(`/#/shared${query}`, 303);
  try {
    const form = await request.formData();
    const cache = await caches.open(sharedCache);
    const now = Date.now();
    await forgetOldShared();
    const shared = form.getAll('files').filter(one => one instanceof File && one.size > 0) as File[];
    const chosen = chooseShared(shared);
    await makeRoom(
      cache,
      chosen.reduce((sum, { size }) => sum + size, 0),
    );
    await Promise.all(
      chosen.map((file, at) => {
        const name = encodeURIComponent(file.name);
        const headers = { 'content-type': file.type, 'x-name': name, 'x-size': String(file.size) };
        return cache.put(`/shared/${now}/${at}`, new Response(file, { headers }));
      }),
    );
    const text = ['url', 'text', 'title']
      .map(field => form.get(field) ?? '')
      .join('\n')
      .trim();
    if (shared.length === 0 && text) await cache.put(`/shared/${now}/text`, new Response(text));
    const left = shared.length - chosen.length;
    return lead(`?at=${now}${left > 0 ? `&left=${left}` : ''}`);
  } catch {
    return lead('?failed');
  }
}

worker.addEventListener('install', event => event.waitUntil(keepShell()));

worker.addEventListener('activate', event =>
  event.waitUntil(
    Promise.all([
      forgetOldShells(),
      forgetOldShared(),
      worker.registration.navigationPreload?.enable(),
      worker.clients.claim(),
    ]),
  ),
);

worker.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void worker.skipWaiting();
});

worker.addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === 'POST' && pathname === '/shared') event.respondWith(takeShared(request));
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate' && pathname === '/') {
    event.respondWith(openPage(event));
    // What could not be deleted is tried again with the next page.
    event.waitUntil(forgetOldShared().catch(() => undefined));
  } else if (pathname.startsWith('/assets/') || files.includes(pathname)) event.respondWith(loadFile(event));
});

export {};
