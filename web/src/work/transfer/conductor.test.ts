// Tests the processing of items: uploads, calls with no, one or many files, cancels, temporary refusals, and restored pages.
import type { ToolScreen } from 'ui/tool-screen.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeBrowser, makePng, makeServer, makeTool, picture, type TestServer } from '../test-page.ts';

const tools = [
  makeTool('one', [{ ...picture, field: 'imageUrl' }], [{ ...picture, field: 'other' }]),
  makeTool('none', []),
  makeTool('many', [{ ...picture, field: 'list', many: { min: 1, max: 9 } }]),
  makeTool('beside', [
    { ...picture, field: 'clipUrl' },
    { ...picture, field: 'trackUrl', required: false },
  ]),
];

type Options = Readonly<Record<string, unknown>>;
const plain = { defaultOptions: () => ({ size: 1 }) } as unknown as ToolScreen<Options>;
const joining = {
  ...plain,
  siblings: { field: 'list', kind: 'join', max: 9, isWanted: () => true },
} as ToolScreen<Options>;
const masking = {
  ...plain,
  sideFiles: async () => ({ maskUrl: { name: 'mask.png', blob: new Blob(['mask']) } }),
} as ToolScreen<Options>;

let server: TestServer;
let page: Awaited<ReturnType<ReturnType<typeof makeBrowser>['open']>>;

beforeEach(async () => {
  server = makeServer();
  page = await makeBrowser(server, tools).open();
  await page.restore.restoreWork();
});

afterEach(() => {
  page.close();
  expect(page.faults).toEqual([]);
});

async function add(tool: string, ...names: string[]) {
  page.intake.takeFiles(names.map(makePng), tool);
  await expect.poll(() => page.items(tool)).toHaveLength(names.length);
}
const phases = (tool: string) => page.items(tool).map(page.item.phaseOf);
const reach = (tool: string, ...expected: string[]) => expect.poll(() => phases(tool)).toEqual(expected);
const starts = () => server.log.filter(line => line.startsWith('start')).length;

test('a file is uploaded at once and its call is made when the run is requested', async () => {
  await add('one', 'a.png');
  await reach('one', 'ready');
  expect(server.tasks).toEqual([]);
  page.actions.runAll('one', plain);
  await reach('one', 'queued');
  const [{ path, body }] = server.tasks as [(typeof server.tasks)[number]];
  expect(path).toBe('/web/one/a');
  expect(body).toMatchObject({ size: 1, imageUrl: '1/a.png', fileName: 'a.png', fileSize: 64 });
  server.set('task-1', { status: 'done', progress: 100 });
  await reach('one', 'done');
});

test('after the list is emptied, the next file belongs to the same batch, whose free tries are counted', async () => {
  await add('one', 'a.png');
  await reach('one', 'ready');
  page.actions.runAll('one', plain);
  await reach('one', 'queued');
  server.set('task-1', { status: 'done', progress: 100 });
  await reach('one', 'done');
  const { id, batchId } = page.only('one');
  page.actions.removeItems('one', [id]);
  expect(page.items('one')).toEqual([]);
  await add('one', 'b.png');
  expect(page.only('one').batchId).toBe(batchId);
  await expect.poll(() => server.removed).toEqual(['task-1']);
});

test('a run with other options names the result that it replaces, the first run names none', async () => {
  await add('one', 'a.png');
  await reach('one', 'ready');
  const runWith = async (size: number, status: 'done' | 'failed') => {
    page.store.patchBench('one', { options: { size } });
    page.actions.runAll('one', plain);
    await reach('one', 'queued');
    const { body, task } = server.tasks.at(-1)!;
    server.set(task.taskId, { status, progress: 100 });
    await reach('one', status);
    return body.replaces;
  };
  expect(await runWith(1, 'done')).toBeUndefined();
  expect(await runWith(2, 'done')).toBe('task-1');
  expect(await runWith(3, 'failed')).toBe('task-2');
});

test('a run requested during the upload starts when the file is stored', async () => {
  server.hold('send');
  await add('one', 'a.png');
  page.actions.runAll('one', plain);
  await reach('one', 'uploading');
  expect(starts()).toBe(0);
  server.release('send');
  await reach('one', 'queued');
});

test('a tool without files runs with options alone, one item for each press', async () => {
  page.actions.runAll('none', plain);
  await reach('none', 'queued');
  expect(server.tasks[0]?.body).toEqual({ size: 1, batchId: page.only('none').batchId });
  expect(server.log.some(line => line.startsWith('sign'))).toBe(false);
  server.set('task-1', { status: 'done', progress: 100 });
  await reach('none', 'done');
  page.actions.runAll('none', plain);
  await reach('none', 'done', 'queued');
  expect(server.removed).toEqual([]);
});

test('several files are joined in one call in order, and a single file is a list as well', async () => {
  await add('many', 'a.png', 'b.png', 'c.png');
  await reach('many', 'ready', 'ready', 'ready');
  const [a, b, c] = page.items('many').map(item => item.id) as [string, string, string];
  page.actions.reorderItems('many', [c, a, b]);
  page.actions.runAll('many', joining);
  await expect.poll(() => server.tasks).toHaveLength(1);
  expect(server.tasks[0]?.body.list).toEqual(['3/c.png', '1/a.png', '2/b.png']);
  page.actions.removeItems('many', [a, b]);
  page.actions.runAll('many', plain);
  await expect.poll(() => server.tasks).toHaveLength(2);
  expect(server.tasks[1]?.body.list).toEqual(['3/c.png']);
});

test('a joined call waits for all files', async () => {
  server.hold('send');
  await add('many', 'a.png', 'b.png');
  page.actions.runAll('many', joining);
  await reach('many', 'uploading', 'uploading');
  expect(starts()).toBe(0);
  server.release('send');
  await expect.poll(() => server.tasks[0]?.body.list).toHaveLength(2);
});

test('a second file in another field is also sent, and each input has its own upload', async () => {
  await add('beside', 'clip.png');
  await reach('beside', 'ready');
  server.hold('send');
  const { id } = page.only('beside');
  expect(await page.intake.attachFiles(id, 'trackUrl', [makePng('track.png')])).toEqual([]);
  await expect.poll(() => page.only('beside').inputs.map(input => input.upload)).toEqual(['stored', 'sending']);
  page.actions.runAll('beside', plain);
  expect(starts()).toBe(0);
  server.release('send');
  await reach('beside', 'queued');
  expect(server.tasks[0]?.body).toMatchObject({ clipUrl: '1/clip.png', trackUrl: '2/track.png', fileName: 'clip.png' });
});

test('a new file replaces the one in a field without a list, and a refused file is returned', async () => {
  await add('beside', 'clip.png');
  const { id } = page.only('beside');
  await page.intake.attachFiles(id, 'trackUrl', [makePng('old.png')]);
  await reach('beside', 'ready');
  await page.intake.attachFiles(id, 'trackUrl', [makePng('new.png')]);
  await reach('beside', 'ready');
  expect(page.only('beside').inputs.map(input => input.facts.name)).toEqual(['clip.png', 'new.png']);
  expect(server.dropped).toEqual(['2/old.png']);
  const refusals = await page.intake.attachFiles(id, 'trackUrl', [new File(['text'], 'notes.txt')]);
  expect(refusals).toMatchObject([{ name: 'notes.txt', code: 'TYPE_UNSUPPORTED' }]);
});

test('a side file is created and uploaded right before the call', async () => {
  await add('one', 'a.png');
  await reach('one', 'ready');
  page.actions.runAll('one', masking);
  await reach('one', 'queued');
  expect(server.tasks[0]?.body).toMatchObject({ imageUrl: '1/a.png', maskUrl: '2/mask.png' });
});

test('a failed upload fails the item with a message, and a retry sends the file again', async () => {
  let isFull = true;
  server.refuse = call =>
    call === 'sign' && isFull ? { status: 507, error: 'STORAGE_FULL', retryAfterSeconds: 60 } : undefined;
  await add('one', 'a.png');
  await reach('one', 'failed');
  expect(page.only('one').problem).toEqual({ error: 'STORAGE_FULL', msg: 'sentence of STORAGE_FULL' });
  expect(server.log).toEqual(['sign a.png']);
  isFull = false;
  page.actions.runAll('one', plain);
  await reach('one', 'queued');
});

test('a cancel during the upload aborts it, and the item can run again', async () => {
  server.hold('send');
  await add('one', 'a.png');
  page.actions.runAll('one', plain);
  await reach('one', 'uploading');
  page.orders.cancelItem(page.only('one').id);
  await reach('one', 'cancelled');
  server.release('send');
  page.actions.runAll('one', plain);
  await reach('one', 'queued');
  expect(server.tasks).toHaveLength(1);
});

test('a cancel during the call stops the task as soon as its id is known', async () => {
  server.hold('start');
  await add('one', 'a.png');
  page.actions.runAll('one', plain);
  await reach('one', 'starting');
  await expect.poll(() => starts()).toBe(1);
  page.orders.cancelItem(page.only('one').id);
  server.release('start');
  await reach('one', 'cancelled');
  expect(server.taskOf('task-1').task.status).toBe('cancelled');
});

test('cancelling a call that is then refused does not stop the next run', async () => {
  server.hold('start');
  server.refuse = call => (call === 'start' ? { status: 422, error: 'FILE_CORRUPT' } : undefined);
  await add('one', 'a.png');
  page.actions.runAll('one', plain);
  await expect.poll(() => starts()).toBe(1);
  page.orders.cancelItem(page.only('one').id);
  server.release('start');
  await reach('one', 'cancelled');
  server.refuse = () => undefined;
  page.actions.runAll('one', plain);
  await reach('one', 'queued');
  expect(server.log.filter(line => line.startsWith('stop'))).toEqual([]);
});

test('a call that the server refuses for now ends with its cancel, and the item can run again', async () => {
  server.refuse = call =>
    call === 'start' ? { status: 503, error: 'QUEUE_FULL', retryAfterSeconds: 3600 } : undefined;
  await add('one', 'a.png');
  page.actions.runAll('one', plain);
  await expect.poll(() => starts()).toBe(1);
  page.actions.cancelAll('one');
  await reach('one', 'cancelled');
  server.refuse = () => undefined;
  page.actions.runAll('one', plain);
  await reach('one', 'queued');
  expect(starts()).toBe(2);
});

test('a cancel during a call that is then refused for now ends it without another try', async () => {
  server.hold('start');
  server.refuse = call =>
    call === 'start' ? { status: 503, error: 'QUEUE_FULL', retryAfterSeconds: 3600 } : undefined;
  await add('one', 'a.png');
  page.actions.runAll('one', plain);
  await expect.poll(() => starts()).toBe(1);
  page.actions.cancelAll('one');
  server.release('start');
  await reach('one', 'cancelled');
});

test('the cancel of a call without an answer waits for it, and the page says so', async () => {
  let isLineDead = true;
  server.refuse = call => (call === 'start' && isLineDead ? { status: 0, error: 'OFFLINE' } : undefined);
  await add('one', 'a.png');
  page.actions.runAll('one', plain);
  await expect.poll(() => starts()).toBe(1);
  page.actions.cancelAll('one');
  await reach('one', 'cancelling');
  isLineDead = false;
  await reach('one', 'cancelled');
  expect(server.taskOf('task-1').task.status).toBe('cancelled');
});

test('the task of an item removed during its call is deleted', async () => {
  server.hold('start');
  await add('one', 'a.png');
  page.actions.runAll('one', plain);
  await expect.poll(() => starts()).toBe(1);
  page.actions.clearBench('one');
  server.release('start');
  await expect.poll(() => server.removed).toEqual(['task-1']);
});

test('a second run replaces the result of the first and deletes its task', async () => {
  await add('one', 'a.png');
  page.actions.runAll('one', plain);
  await reach('one', 'queued');
  server.set('task-1', { status: 'done', progress: 100 });
  await reach('one', 'done');
  page.actions.changeOptions('one', plain, { size: 2 });
  page.actions.runAll('one', plain);
  await reach('one', 'queued');
  expect(server.tasks[1]?.body.size).toBe(2);
  expect(server.removed).toEqual(['task-1']);
});

test('a paid result that another run replaces is kept and stays on the page', async () => {
  await add('one', 'a.png');
  const endWith = async (size: number, state: 'settled' | 'held') => {
    page.actions.changeOptions('one', plain, { size });
    page.actions.runAll('one', plain);
    await reach('one', 'queued');
    const { taskId } = server.tasks.at(-1)!.task;
    const files = [{ name: `${size}.png` }] as never;
    server.set(taskId, { status: 'done', result: { files }, charge: { kind: 'coins', amount: 10, state } });
    await reach('one', 'done');
  };
  await endWith(1, 'settled');
  await endWith(2, 'held');
  await endWith(3, 'settled');
  await endWith(4, 'held');
  const bought = [
    { taskId: 'task-1', name: '1.png', fileCount: 1 },
    { taskId: 'task-3', name: '3.png', fileCount: 1 },
  ];
  expect(page.only('one').bought).toEqual(bought);
  expect(server.removed).toEqual(['task-2']);
  page.actions.removeItems('one', [page.only('one').id]);
  expect(server.removed.toSorted()).toEqual(['task-1', 'task-2', 'task-3', 'task-4']);
});

test('a paid result of several files is kept when the files change', async () => {
  await add('many', 'a.png', 'b.png', 'c.png');
  await reach('many', 'ready', 'ready', 'ready');
  page.actions.runAll('many', joining);
  await expect.poll(() => page.items('many')[0]?.task?.taskId).toBe('task-1');
  server.set('task-1', {
    status: 'done',
    result: { files: [{ name: 'all.png' }] as never },
    charge: { kind: 'use', amount: 1, state: 'settled' },
  });
  await expect.poll(() => page.items('many')[0]?.run).toBe('done');
  page.actions.removeItems('many', [page.items('many')[0]!.id]);
  const bought = page.items('many').map(item => item.bought);
  expect(bought).toEqual([[{ taskId: 'task-1', name: 'all.png', fileCount: 1, isJoined: true }], undefined]);
  expect(server.removed).toEqual([]);
  page.actions.clearBench('many');
  expect(server.removed).toEqual(['task-1']);
});

test('with too many open tasks, all calls wait and continue when a task ends', async () => {
  const limit = 2;
  const open = () => server.tasks.filter(({ task }) => ['queued', 'running'].includes(task.status)).length;
  server.refuse = call =>
    call === 'start' && open() >= limit
      ? { status: 429, error: 'TOO_MANY_OPEN_TASKS', retryAfterSeconds: 3600 }
      : undefined;
  await add('one', 'a.png', 'b.png', 'c.png', 'd.png', 'e.png');
  page.actions.runAll('one', plain);
  await expect.poll(() => page.items('one').filter(item => item.isHeldBack)).toHaveLength(3);
  expect(phases('one').every(phase => phase === 'queued')).toBe(true);
  for (let ended = 1; ended <= 5; ended++) {
    await expect.poll(() => server.tasks.length).toBeGreaterThanOrEqual(ended);
    server.set(`task-${ended}`, { status: 'done', progress: 100 });
  }
  await reach('one', 'done', 'done', 'done', 'done', 'done');
  expect(page.items('one').some(item => item.problem ?? item.isHeldBack)).toBe(false);
});

test('a held call can be cancelled', async () => {
  server.refuse = call =>
    call === 'start' ? { status: 429, error: 'TOO_MANY_OPEN_TASKS', retryAfterSeconds: 3600 } : undefined;
  await add('one', 'a.png');
  page.actions.runAll('one', plain);
  await expect.poll(() => page.only('one').isHeldBack).toBe(true);
  page.actions.cancelAll('one');
  await reach('one', 'cancelled');
});

test('a full batch is followed by a second one, without a message', async () => {
  server.refuse = (call, about) => {
    const batchId = page.items('one').find(item => about.startsWith(item.id))?.batchId;
    const inBatch = server.tasks.filter(({ task }) => task.batchId === batchId).length;
    return call === 'start' && inBatch >= 2 ? { status: 409, error: 'BATCH_FULL' } : undefined;
  };
  await add('one', 'a.png', 'b.png', 'c.png', 'd.png', 'e.png');
  page.actions.runAll('one', plain);
  await expect.poll(() => server.tasks).toHaveLength(5);
  await reach('one', 'queued', 'queued', 'queued', 'queued', 'queued');
  const sizes = new Map<unknown, number>();
  for (const { body } of server.tasks) sizes.set(body.batchId, (sizes.get(body.batchId) ?? 0) + 1);
  expect([...sizes.values()].every(size => size <= 2)).toBe(true);
  for (const { task } of server.tasks) server.set(task.taskId, { status: 'done', progress: 100 });
  await reach('one', 'done', 'done', 'done', 'done', 'done');
});

test('files deleted by the server are sent again once', async () => {
  let isGone = true;
  server.refuse = call => (call === 'start' && isGone ? { status: 404, error: 'UPLOAD_NOT_FOUND' } : undefined);
  await add('many', 'a.png', 'b.png');
  await reach('many', 'ready', 'ready');
  page.actions.runAll('many', joining);
  await expect.poll(() => page.items('many')[0]?.run).toBe('failed');
  // Both files twice, and two calls: it does not repeat forever.
  expect(server.log.filter(line => line.startsWith('sign'))).toHaveLength(4);
  expect(starts()).toBe(2);
  isGone = false;
  page.actions.runAll('many', joining);
  await expect.poll(() => server.tasks).toHaveLength(1);
});

test('without event streams the follower polls', async () => {
  server.refuse = call =>
    call === 'stream' ? { status: 429, error: 'TOO_MANY_STREAMS', retryAfterSeconds: 4 } : undefined;
  await add('one', 'a.png');
  page.actions.runAll('one', plain);
  await reach('one', 'queued');
  server.set('task-1', { status: 'done', progress: 100 });
  await reach('one', 'done');
  expect(server.log.some(line => line.startsWith('poll'))).toBe(true);
});

test('at most four uploads are in progress', async () => {
  server.hold('send');
  await add('one', ...['a', 'b', 'c', 'd', 'e', 'f'].map(name => `${name}.png`));
  await reach('one', 'uploading', 'uploading', 'uploading', 'uploading', 'waiting', 'waiting');
  server.release('send');
  await reach('one', 'ready', 'ready', 'ready', 'ready', 'ready', 'ready');
});
