// Tests closing and restoring a page in each state of an item, with two tabs, and after a logout.
import type { ToolScreen } from 'ui/tool-screen.ts';
import { expect, test, vi } from 'vitest';
import { makeBrowser, makePng, makeServer, makeTool, picture } from '../test-page.ts';

const tools = [makeTool('one', [{ ...picture, field: 'imageUrl' }]), makeTool('none', [])];
const screen = { defaultOptions: () => ({ size: 1 }) } as unknown as ToolScreen<Readonly<Record<string, unknown>>>;

type Page = Awaited<ReturnType<ReturnType<typeof makeBrowser>['open']>>;

async function visit(browser: ReturnType<typeof makeBrowser>, session?: Map<string, string>) {
  const page = await browser.open(session);
  await page.restore.restoreWork();
  return page;
}
const phaseIn = (page: Page, tool = 'one') => page.items(tool).map(page.item.phaseOf);
const reach = (page: Page, ...phases: string[]) => expect.poll(() => phaseIn(page)).toEqual(phases);

/** Returns what the browser has stored; tests wait for it, so that a reload does not happen before that. */
const keptIn = (browser: ReturnType<typeof makeBrowser>) =>
  [...(browser.databases.get('work-items')?.values() ?? [])] as { tabId: string; item: { id: string; run: string } }[];
const kept = (browser: ReturnType<typeof makeBrowser>, run: string) =>
  expect.poll(() => keptIn(browser).map(({ item }) => item.run)).toEqual([run]);
const keptFiles = (browser: ReturnType<typeof makeBrowser>, count: number) =>
  expect.poll(() => browser.databases.get('work-files')?.size).toBe(count);

async function start() {
  const server = makeServer();
  const browser = makeBrowser(server, tools);
  const page = await visit(browser);
  return { server, browser, page };
}
async function add(page: Page) {
  page.intake.takeFiles([makePng('a.png')], 'one');
  await expect.poll(() => page.items('one')).toHaveLength(1);
}
async function reload(browser: ReturnType<typeof makeBrowser>, page: Page) {
  page.close();
  return visit(browser, page.session);
}

test('reload during an upload: the upload restarts, and the requested run follows', async () => {
  const { server, browser, page } = await start();
  server.hold('send');
  await add(page);
  page.actions.runAll('one', screen);
  await reach(page, 'uploading');
  await kept(browser, 'wanted');
  await keptFiles(browser, 1);
  const next = await reload(browser, page);
  server.release('send');
  await reach(next, 'queued');
  expect(server.tasks).toHaveLength(1);
});

test('reload during an upload whose file was not stored: the file is requested and recognised', async () => {
  const { server, browser, page } = await start();
  server.hold('send');
  await add(page);
  page.actions.runAll('one', screen);
  await reach(page, 'uploading');
  await kept(browser, 'wanted');
  browser.databases.get('work-files')?.clear();
  const next = await reload(browser, page);
  expect(phaseIn(next)).toEqual(['lost']);
  server.release('send');
  next.intake.takeFiles([makePng('a.png')], 'one');
  await reach(next, 'queued');
});

test('reload before a run: the file is not sent twice', async () => {
  const { server, browser, page } = await start();
  await add(page);
  await reach(page, 'ready');
  await kept(browser, 'idle');
  const next = await reload(browser, page);
  expect(phaseIn(next)).toEqual(['ready']);
  expect(server.log.filter(line => line.startsWith('send'))).toHaveLength(1);
});

test('reload during the call: it is repeated with the same key, and there is only one task', async () => {
  const { server, browser, page } = await start();
  await add(page);
  server.hold('start');
  page.actions.runAll('one', screen);
  await kept(browser, 'posting');
  // The call arrives, and its response is lost with the page.
  const { id, batchId } = page.only('one');
  server.start('/web/one/a', { batchId }, `${id}-1`);
  const next = await reload(browser, page);
  server.release('start');
  await reach(next, 'queued');
  expect(server.tasks).toHaveLength(1);
});

test('reload after a cancel during the call: the task is stopped', async () => {
  const { server, browser, page } = await start();
  await add(page);
  server.hold('start');
  page.actions.runAll('one', screen);
  await kept(browser, 'posting');
  page.orders.cancelItem(page.only('one').id);
  await expect.poll(() => keptIn(browser)[0]?.item).toMatchObject({ isStopWanted: true });
  const next = await reload(browser, page);
  server.release('start');
  await reach(next, 'cancelled');
  expect(server.taskOf('task-1').task.status).toBe('cancelled');
});

test('reload while the task runs: it is followed to its end, even if it has ended in the meantime', async () => {
  const { server, browser, page } = await start();
  await add(page);
  page.actions.runAll('one', screen);
  await reach(page, 'queued');
  await kept(browser, 'working');
  page.close();
  server.set('task-1', { status: 'done', progress: 100 });
  const next = await visit(browser, page.session);
  await reach(next, 'done');
  await kept(browser, 'done');
  const last = await reload(browser, next);
  expect(phaseIn(last)).toEqual(['done']);
});

test('reload of a failed or cancelled item: its state is kept, and it can run again', async () => {
  const { server, browser, page } = await start();
  await add(page);
  page.actions.runAll('one', screen);
  await reach(page, 'queued');
  server.set('task-1', { status: 'failed', error: { error: 'FILE_CORRUPT', msg: 'broken' } });
  await kept(browser, 'failed');
  const next = await reload(browser, page);
  expect(next.only('one').problem).toEqual({ error: 'FILE_CORRUPT', msg: 'broken' });
  next.actions.changeOptions('one', screen, { size: 2 });
  next.actions.runAll('one', screen);
  await reach(next, 'queued');
  next.actions.cancelAll('one');
  await reach(next, 'cancelled');
  await kept(browser, 'cancelled');
  const last = await reload(browser, next);
  expect(phaseIn(last)).toEqual(['cancelled']);
});

test('options chosen before the first run survive a reload, and those changed after one stay changed', async () => {
  const { browser, page } = await start();
  const optionsOf = (one: Page) => one.store.getBench('one').options;
  const keptOptions = () =>
    ([...(browser.databases.get('work-options')?.values() ?? [])] as { options?: object }[]).map(
      ({ options }) => options,
    );
  await add(page);
  const strokes = [{ points: [1, 2, 3, 4], width: 20 }];
  page.actions.changeOptions('one', screen, { size: 3, strokes });
  await kept(browser, 'idle');
  await expect.poll(keptOptions).toEqual([{ size: 3, strokes }]);
  const next = await reload(browser, page);
  expect(optionsOf(next)).toEqual({ size: 3, strokes });
  next.actions.runAll('one', screen);
  await reach(next, 'queued');
  next.actions.changeOptions('one', screen, { size: 4 });
  await expect.poll(keptOptions).toEqual([{ size: 4, strokes }]);
  await kept(browser, 'working');
  const last = await reload(browser, next);
  expect([optionsOf(last), last.only('one').ranOptions]).toEqual([
    { size: 4, strokes },
    { size: 3, strokes },
  ]);
  // Another tab that is open at the same time does not take them.
  const other = await visit(browser);
  expect(optionsOf(other)).toBeUndefined();
  await last.forget.forgetWork();
  await expect.poll(keptOptions).toEqual([]);
});

test('options changed in the last moment survive a reload, unless it cannot store them that fast', async () => {
  const { browser, page } = await start();
  const optionsOf = (one: Page) => one.store.getBench('one').options;
  // A database does not finish what it is asked while a page is being left.
  const change = (one: Page, options: Readonly<Record<string, unknown>>) => {
    one.actions.changeOptions('one', screen, options);
    const before = new Map(browser.databases.get('work-options'));
    one.close();
    browser.databases.set('work-options', before);
    return visit(browser, one.session);
  };
  await add(page);
  await kept(browser, 'idle');
  const next = await change(page, { text: 'last words', place: { x: 1, y: undefined } });
  expect(optionsOf(next)).toEqual({ size: 1, text: 'last words', place: { x: 1 } });
  const later = await change(next, { picture: new Blob(['1']) });
  expect(optionsOf(later)).not.toHaveProperty('picture');
  await later.forget.forgetWork();
  expect([...later.session.keys()].filter(key => key.includes('options'))).toEqual([]);
});

test('options of another build of the page are not restored, and are deleted in time', async () => {
  const { browser, page } = await start();
  await add(page);
  page.actions.changeOptions('one', screen, { size: 3 });
  await kept(browser, 'idle');
  await expect.poll(() => browser.databases.get('work-options')?.size).toBe(1);
  const change = (patch: object) => {
    for (const saved of browser.databases.get('work-options')!.values()) Object.assign(saved as object, patch);
  };
  change({ build: 'old' });
  const next = await reload(browser, page);
  expect(next.store.getBench('one').options).toBeUndefined();
  // They expire like all other options.
  change({ changedAt: 0 });
  await reload(browser, next);
  await expect.poll(() => browser.databases.get('work-options')?.size).toBe(0);
});

test('an item without files also survives a reload', async () => {
  const { server, browser, page } = await start();
  page.actions.runAll('none', screen);
  await expect.poll(() => server.tasks).toHaveLength(1);
  await kept(browser, 'working');
  const next = await reload(browser, page);
  expect(phaseIn(next, 'none')).toEqual(['queued']);
  expect(next.items('none')[0]?.inputs).toEqual([]);
});

test('two tabs: each keeps its own work, and that of a closed tab is taken over by the next one', async () => {
  const { browser, page: first } = await start();
  await add(first);
  await kept(browser, 'idle');
  const second = await visit(browser);
  expect(second.items('one')).toEqual([]);
  first.close();
  const third = await visit(browser);
  expect(phaseIn(third)).toEqual(['ready']);
});

test('a duplicated tab gets a new name and leaves the work to the original', async () => {
  const { browser, page } = await start();
  await add(page);
  await kept(browser, 'idle');
  const copy = await visit(browser, new Map(page.session));
  expect(copy.items('one')).toEqual([]);
});

test('a removed item is deleted from the storage together with its file', async () => {
  const { browser, page } = await start();
  await add(page);
  await kept(browser, 'idle');
  page.actions.clearBench('one');
  await keptFiles(browser, 0);
  expect(keptIn(browser)).toEqual([]);
});

test('after a logout nothing is left on the page, in the browser or in progress', async () => {
  const { server, browser, page } = await start();
  server.hold('send');
  await add(page);
  await reach(page, 'uploading');
  await keptFiles(browser, 1);
  await page.forget.forgetWork();
  expect(page.items('one')).toEqual([]);
  await keptFiles(browser, 0);
  expect(keptIn(browser)).toEqual([]);
  expect(page.live.live.transfers.size).toBe(0);
  // The data on the server stays.
  expect(server.removed).toEqual([]);
});

test('expired work is deleted', async () => {
  const { browser, page } = await start();
  await add(page);
  await kept(browser, 'idle');
  for (const saved of browser.databases.get('work-items')?.values() ?? [])
    Object.assign((saved as { item: object }).item, { addedAt: 0 });
  const next = await reload(browser, page);
  expect(next.items('one')).toEqual([]);
  await expect.poll(() => keptIn(browser)).toEqual([]);
});

test('work still being written at the logout is deleted too, and so are the lists of other pages', async () => {
  const browser = makeBrowser(makeServer(), tools);
  const page = await browser.open();
  // The first write of a page waits for the name of its tab.
  const named = Promise.withResolvers<void>();
  const { request } = navigator.locks;
  vi.spyOn(navigator.locks, 'request').mockImplementation(async (...given: unknown[]) => {
    await named.promise;
    return (request as (...all: unknown[]) => Promise<unknown>)(...given);
  });
  const item = page.store.makeItem('one', [], { batchId: 'b-1' });
  const writes = [page.saved.saveItems([item]), page.saved.saveOptions('one', { size: 3 })];
  const lists = ['chatStorage', 'textToImage', 'imageToImage', 'links.entries', 'links.recent'];
  for (const name of lists) localStorage.setItem(`pixwright.${name}`, '[]');
  const forgotten = page.forget.forgetWork();
  named.resolve();
  await Promise.all([forgotten, ...writes]);
  expect(keptIn(browser)).toEqual([]);
  expect(browser.databases.get('work-options')?.size).toBe(0);
  expect(lists.map(name => localStorage.getItem(`pixwright.${name}`))).toEqual(lists.map(() => null));
});
