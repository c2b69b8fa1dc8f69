// Tests adding files and links: accepted, refused, too many, replaced.
import { beforeEach, expect, test } from 'vitest';
import { makeBrowser, makePng, makeServer, makeTool, picture } from '../test-page.ts';

const tools = [
  makeTool('one', [{ ...picture, field: 'imageUrl' }]),
  makeTool('joined', [{ ...picture, field: 'list', many: { min: 1, max: 3 } }]),
  makeTool('none', []),
  makeTool('either', [
    { ...picture, field: 'imageUrl', required: 'one', accept: ['png'], maxBytes: 10 },
    { ...picture, field: 'soundUrl', required: 'one', accept: ['mp3'], maxBytes: 1000 },
  ]),
  makeTool('listed', [
    { ...picture, field: 'imageUrl' },
    { ...picture, field: 'markUrls', required: false, many: { min: 0, max: 2 } },
  ]),
];
let page: Awaited<ReturnType<ReturnType<typeof makeBrowser>['open']>>;

beforeEach(async () => {
  page = await makeBrowser(makeServer(), tools).open();
});

const names = () => page.items('one').map(item => page.item.factsOf(item).name);
const settle = () => expect.poll(() => page.store.getBench('one').checkingCount).toBe(0);
async function take(files: File[]) {
  page.intake.takeFiles(files, 'one');
  await expect.poll(() => page.items('one').length + page.store.getBench('one').refusals.length).toBeGreaterThan(0);
  await settle();
}

test('files become items in the order they were picked, with facts from their bytes', async () => {
  await take(['c', 'a', 'b'].map(name => makePng(`${name}.png`)));
  expect(names()).toEqual(['c.png', 'a.png', 'b.png']);
  expect(page.items('one')[0]?.inputs).toMatchObject([{ facts: { type: 'png', width: 3, height: 2, bytes: 64 } }]);
  expect(new Set(page.items('one').map(item => item.batchId)).size).toBe(1);
});

test('a file of an unsupported type is refused with a reason, and the others are accepted', async () => {
  await take([makePng('a.png'), new File(['words'], 'notes.txt'), new File([], 'empty.png')]);
  expect(names()).toEqual(['a.png']);
  const { refusals } = page.store.getBench('one');
  expect(refusals.map(({ name, code }) => [name, code])).toEqual([
    ['notes.txt', 'TYPE_UNSUPPORTED'],
    ['empty.png', 'FILE_EMPTY'],
  ]);
});

test('a file that cannot be read is refused as damaged', async () => {
  const gone = makePng('gone.png');
  gone.slice = () => {
    throw new DOMException('moved', 'NotFoundError');
  };
  await take([gone]);
  expect(page.store.getBench('one').refusals).toMatchObject([{ name: 'gone.png', code: 'FILE_CORRUPT' }]);
});

test('more files than a page accepts: the first ones are added, and the user is notified', async () => {
  const { useNotices } = await import('../../notices.ts');
  await take(Array.from({ length: 502 }, (_, index) => makePng(`${index}.png`)));
  await expect.poll(() => page.items('one')).toHaveLength(500);
  expect(JSON.stringify(useNotices.getState())).toContain('500');
});

test('a tool that joins its files accepts no more than one task may have', async () => {
  const { useNotices } = await import('../../notices.ts');
  page.intake.takeFiles(
    Array.from({ length: 5 }, (_, index) => makePng(`${index}.png`)),
    'joined',
  );
  await expect.poll(() => page.items('joined')).toHaveLength(3);
  expect(useNotices.getState()).toMatchObject({ toasts: [{ text: expect.stringContaining('3') }] });
});

test('files dropped while earlier ones are still checked count as well', async () => {
  for (const from of ['a', 'b'])
    page.intake.takeFiles(
      [1, 2].map(index => makePng(`${from}${index}.png`)),
      'joined',
    );
  await expect.poll(() => page.store.getBench('joined').checkingCount).toBe(0);
  await expect.poll(() => page.items('joined').length).toBeGreaterThan(2);
  expect(page.items('joined')).toHaveLength(3);
});

test('of a tool that takes one of several files, each kind has its own limit', async () => {
  page.intake.takeFiles([makePng('a.png')], 'either');
  await expect
    .poll(() => page.store.getBench('either').refusals)
    .toMatchObject([{ name: 'a.png', code: 'FILE_ABOVE_KB' }]);
  expect(page.items('either')).toEqual([]);
});

test('more files than a field takes: the first ones are added, and the user is notified', async () => {
  const { useNotices } = await import('../../notices.ts');
  page.intake.takeFiles([makePng('a.png')], 'listed');
  await expect.poll(() => page.items('listed')).toHaveLength(1);
  const { id } = page.only('listed');
  const marks = [1, 2, 3].map(index => makePng(`${index}.png`));
  await Promise.all([
    page.intake.attachFiles(id, 'markUrls', marks.slice(0, 2)),
    page.intake.attachFiles(id, 'markUrls', marks.slice(2)),
  ]);
  expect(page.only('listed').inputs.filter(({ field }) => field === 'markUrls')).toHaveLength(2);
  expect(useNotices.getState()).toMatchObject({ toasts: [{ text: expect.stringContaining('2') }] });
});

test('a link is added without an upload, and any other text returns a sentence', () => {
  expect(page.intake.takeLink(' https://example.com/a%20b.png ', 'one')).toBeUndefined();
  expect(page.only('one').inputs).toMatchObject([
    { facts: { name: 'a b.png' }, upload: 'stored', path: 'https://example.com/a%20b.png' },
  ]);
  for (const text of ['', 'nonsense', 'ftp://example.com/a.png'])
    expect(page.intake.takeLink(text, 'one')).toEqual(expect.any(String));
});

test('a replacement takes the place and the options of the file it replaces', async () => {
  await take(['a', 'b', 'c'].map(name => makePng(`${name}.png`)));
  const { id } = page.items('one')[1] ?? { id: '' };
  page.store.patchItem(id, { ownOptions: { size: 7 } });
  await page.intake.replaceFile(id, [makePng('new.png')]);
  expect(names()).toEqual(['a.png', 'new.png', 'c.png']);
  expect(page.items('one')[1]?.ownOptions).toEqual({ size: 7 });
});

test('a file that is to be replaced stays if the new one is refused', async () => {
  await take([makePng('a.png')]);
  await page.intake.replaceFile(page.only('one').id, [new File(['words'], 'notes.txt')]);
  expect(names()).toEqual(['a.png']);
});

test('a file that is dropped on a tool without files is ignored', async () => {
  page.intake.takeFiles([makePng('a.png')], 'none');
  await settle();
  expect(page.items('none')).toEqual([]);
  expect(page.faults).toEqual([]);
});
