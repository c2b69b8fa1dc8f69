// Tests options changed after a result: which changes are applied automatically, what stays visible meanwhile, and what can be saved.
import type { ToolScreen } from 'ui/tool-screen.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeBrowser, makePng, makeServer, makeTool, picture, type TestServer } from '../test-page.ts';

type Options = Readonly<Record<string, unknown>>;
const plain = { defaultOptions: () => ({ size: 1, colour: 'red' }) } as unknown as ToolScreen<Options>;
const staged = { ...plain, Stage: () => null } as ToolScreen<Options>;
const drawing = {
  ...staged,
  isLightChange: (made: Options, now: Options) => made.size === now.size,
} as ToolScreen<Options>;

let server: TestServer;
let page: Awaited<ReturnType<ReturnType<typeof makeBrowser>['open']>>;

beforeEach(async () => {
  server = makeServer();
  page = await makeBrowser(server, [
    makeTool('one', [{ ...picture, field: 'imageUrl' }], [{ ...picture, field: 'imageUrl' }]),
  ]).open();
  await page.restore.restoreWork();
});

afterEach(() => {
  page.close();
  expect(page.faults).toEqual([]);
});

const result = (name: string) => ({ files: [{ name, path: name, size: 1 }] }) as never;

/** Sets up a picture with a result whose run took `tookMs`, then changes the colour. */
async function change(screen: ToolScreen<Options>, tookMs: number, patch: Options = { colour: 'blue' }) {
  page.intake.takeFiles([makePng('a.png')], 'one');
  await expect.poll(() => page.items('one')).toHaveLength(1);
  page.actions.runAll('one', screen);
  await expect.poll(() => page.only('one').task?.taskId).toBe('task-1');
  server.set('task-1', { status: 'done', progress: 100, result: result('red.png') });
  await expect.poll(() => page.only('one').run).toBe('done');
  page.store.patchItem(page.only('one').id, { tookMs });
  page.actions.changeOptions('one', screen, patch);
  return { light: look(screen).light };
}

function look(screen: ToolScreen<Options>) {
  const shared = page.actions.sharedNow('one', screen);
  const item = page.only('one');
  const light = page.changes.lightItems([item], shared, screen);
  return {
    light: light.length,
    shown: page.changes.shownResult(item, shared, screen)?.result.files[0]?.name,
    isSavable: page.changes.isSavable(item, shared, light),
  };
}

const dueOf = (screen: ToolScreen<Options>) =>
  page.changes.dueItems(page.items('one'), page.actions.sharedNow('one', screen), screen).length;

test('a change is applied automatically after a quick run; after a slow one it waits and cannot be saved', async () => {
  expect(await change(plain, 400)).toEqual({ light: 1 });
  page.store.patchItem(page.only('one').id, { tookMs: 4000 });
  expect(look(plain)).toEqual({ light: 0, shown: 'red.png', isSavable: false });
});

test('with a custom stage nothing is applied automatically, and the old result is hidden', async () => {
  expect(await change(staged, 400)).toEqual({ light: 0 });
  expect(look(staged)).toEqual({ light: 0, shown: undefined, isSavable: false });
});

test('a screen decides which changes it draws itself', async () => {
  expect(await change(drawing, 9000)).toEqual({ light: 1 });
  expect(look(drawing)).toEqual({ light: 1, shown: 'red.png', isSavable: true });
  page.actions.changeOptions('one', drawing, { size: 2 });
  expect(look(drawing)).toEqual({ light: 0, shown: undefined, isSavable: false });
});

test('a paid result is not replaced automatically by one that has to be paid again, but its files are written anew', async () => {
  await change(drawing, 400);
  const charge = { kind: 'use', amount: 1, state: 'settled' } as const;
  server.set('task-1', { charge });
  await expect.poll(() => page.only('one').task?.charge).toEqual(charge);
  expect(look(drawing)).toEqual({ light: 0, shown: 'red.png', isSavable: false });
  expect(look({ ...drawing, callName: () => 'b' })).toEqual({ light: 1, shown: 'red.png', isSavable: true });
});

test('changes of a locked result wait for the payment where the screen says so, and are then applied before it is saved', async () => {
  const patient = { ...drawing, isChangedOncePaid: true };
  await change(patient, 400);
  const files = (locked: boolean) => ({ files: [{ name: 'red.png', path: 'red.png', size: 1, locked }] }) as never;
  const charge = { kind: 'use', amount: 1, state: 'none' } as const;
  server.set('task-1', { charge, result: files(true) });
  await expect.poll(() => page.only('one').task?.charge).toEqual(charge);
  expect(look(patient)).toEqual({ light: 1, shown: 'red.png', isSavable: true });
  expect(dueOf(patient)).toBe(0);
  expect(await page.changes.settle([page.only('one')], patient)).toEqual([page.only('one')]);
  expect(server.tasks).toHaveLength(1);

  server.set('task-1', { charge: { ...charge, state: 'settled' }, result: files(false) });
  await expect.poll(() => page.only('one').task?.charge.state).toBe('settled');
  const writing = { ...patient, callName: () => 'b' };
  expect(dueOf(writing)).toBe(1);
  const saved = page.changes.settle([page.only('one')], writing);
  await expect.poll(() => page.only('one').task?.taskId).toBe('task-2');
  server.set('task-2', { status: 'done', progress: 100, result: result('blue.png') });
  expect((await saved).map(item => item.task?.taskId)).toEqual(['task-2']);
});

test('saving waits for the light run; the old result stays visible and is deleted afterwards', async () => {
  await change(drawing, 9000);
  const saved = page.changes.settle([page.only('one')], drawing);
  await expect.poll(() => server.tasks).toHaveLength(2);
  await expect.poll(() => page.only('one').task?.taskId).toBe('task-2');
  expect(look(drawing)).toMatchObject({ shown: 'red.png', isSavable: true });
  expect(server.removed).toEqual([]);
  server.set('task-2', { status: 'done', progress: 100, result: result('blue.png') });
  expect((await saved).map(item => item.task?.taskId)).toEqual(['task-2']);
  expect(look(drawing)).toEqual({ light: 0, shown: 'blue.png', isSavable: true });
  expect(server.removed).toEqual(['task-1']);
});

test('discarding changes restores the options of the result', async () => {
  await change(plain, 4000);
  page.changes.discardChanges('one', page.items('one'), page.actions.sharedNow('one', plain), plain);
  expect(look(plain)).toEqual({ light: 0, shown: 'red.png', isSavable: true });
  expect(page.actions.sharedNow('one', plain)).toMatchObject({ colour: 'red' });
});

/** Opens watermark removal from clips, which starts with a preview. */
async function openClips(...names: string[]) {
  const { screen: real } = await import('tools/inpaint-video/screen.tsx');
  const screen = { ...real, callName: () => 'a' } as unknown as ToolScreen<Options>;
  page.actions.changeOptions('one', screen, { what: 'subtitles' });
  page.intake.takeFiles(
    names.map(name => makePng(name)),
    'one',
  );
  await expect.poll(() => page.items('one')).toHaveLength(names.length);
  return screen;
}

test('a preview of one file is outdated while there is a second one, and both run as a whole', async () => {
  const screen = await openClips('a.png');
  const [first] = page.items('one');
  page.actions.runAll('one', screen);
  await expect.poll(() => page.only('one').task?.taskId).toBe('task-1');
  server.set('task-1', { status: 'done', progress: 100, result: result('preview.mp4') });
  await expect.poll(() => page.only('one').run).toBe('done');
  expect(server.taskOf('task-1').body).toMatchObject({ what: 'subtitles', previewAt: 0 });
  const isOld = () => page.item.isOutdated(page.items('one')[0]!, page.actions.sharedNow('one', screen));
  expect(isOld()).toBe(false);

  const add = async () => {
    page.intake.takeFiles([makePng('b.png')], 'one');
    await expect.poll(() => page.items('one')).toHaveLength(2);
  };
  await add();
  expect(isOld()).toBe(true);
  // A change that says nothing about the scope does not fix it either.
  page.actions.changeOptions('one', screen, { what: 'subtitles' });
  page.actions.removeItems('one', [page.items('one')[1]!.id]);
  expect(isOld()).toBe(false);

  await add();
  page.actions.runAll('one', screen);
  await expect.poll(() => server.tasks).toHaveLength(3);
  for (const { body } of server.tasks.slice(1)) expect(body).not.toHaveProperty('previewAt');
  for (const name of ['task-2', 'task-3'])
    server.set(name, { status: 'done', progress: 100, result: result('whole.mp4') });
  await expect.poll(() => page.items('one').map(({ run }) => run)).toEqual(['done', 'done']);
  // The whole clip that is left stays a result of the current options.
  page.actions.removeItems('one', [page.items('one')[1]!.id]);
  expect(page.only('one').id).toBe(first?.id);
  expect(isOld()).toBe(false);
});

test('one file of a batch can be previewed with options of its own', async () => {
  const screen = await openClips('a.png', 'b.png');
  const { id } = page.items('one')[1]!;
  page.store.patchItem(id, { ownOptions: page.actions.sharedNow('one', screen) });
  page.actions.changeOptions('one', screen, { scope: 'preview' }, id);
  page.actions.runAll('one', screen);
  await expect.poll(() => server.tasks).toHaveLength(2);
  expect(server.tasks.map(({ body }) => 'previewAt' in body)).toEqual([false, true]);
});

test('what is painted on one picture leaves the results of the others current, and a discard keeps it', async () => {
  const painted = {
    ...staged,
    defaultOptions: () => ({ areas: {}, format: 'png' }),
    ownPart: { option: 'areas', irrelevant: ['isShared'], keyOf: (_, facts) => facts.name },
  } as ToolScreen<Options>;
  page.item.noteOwnPart('one', painted.ownPart);
  await change(painted, 4000, { areas: { 'b.png': [1] } });
  const shared = () => page.actions.sharedNow('one', painted);
  const isOutdated = () => page.item.isOutdated(page.items('one')[0]!, shared());
  expect(isOutdated()).toBe(false);
  page.actions.changeOptions('one', painted, { isShared: true });
  expect(isOutdated()).toBe(false);
  page.actions.changeOptions('one', painted, { areas: { 'a.png': [2], 'b.png': [1, 3] }, format: 'jpg' });
  expect(isOutdated()).toBe(true);
  page.changes.discardChanges('one', page.items('one'), shared(), painted);
  expect(shared()).toMatchObject({ areas: { 'b.png': [1, 3] }, format: 'png' });
  expect((shared().areas as Options)['a.png']).toBeUndefined();
  expect(isOutdated()).toBe(false);
});

test('a picture that is added is opened', async () => {
  await change(staged, 4000);
  const first = page.only('one').id;
  expect(page.store.getBench('one').selectedId).toBe(first);
  page.intake.takeFiles([makePng('b.png'), makePng('c.png')], 'one');
  await expect.poll(() => page.items('one')).toHaveLength(3);
  const [, added] = page.items('one');
  await expect.poll(() => page.store.getBench('one').selectedId).toBe(added!.id);
});
