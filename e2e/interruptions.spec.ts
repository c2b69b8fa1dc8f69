// Interrupted work: cancellation, reloads during an upload and during a task, and a lost connection.
import { writeFile } from 'node:fs/promises';
import { fill } from 'contract/words.ts';
import { brokenPageWords } from '../web/src/words/broken-page.ts';
import { findFaults } from './axe.ts';
import { drawBitmap, drawJpegs, drawSlow } from './pictures.ts';
import { chooseFormat, converterPath, expect, phasesOf, pick, readKept, test } from './product.ts';

const isOurStore = (url: URL) => url.pathname.startsWith('/store/input/') && url.searchParams.has('part');
const partOf = (address: string) => new URL(address).searchParams.get('part') ?? '';

test('one task is cancelled and can be run again', { tag: '@phone' }, async ({ page, product }) => {
  const { work, converter } = product;
  await product.open(converterPath);
  await pick(page, [await drawSlow('slow.jpg')]);
  await chooseFormat(page, 'AVIF');
  await page.getByRole('button', { name: fill(converter.runOne, { format: 'AVIF' }) }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'running');
  await page.getByRole('button', { name: work.cancel, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'cancelled');

  await chooseFormat(page, 'JPG');
  await page.getByRole('button', { name: fill(converter.runOne, { format: 'JPG' }) }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
});

test('the page says that the server is busy while the call waits, and the task runs once it is free', {
  tag: '@desk',
}, async ({ page, product }) => {
  const { work, converter } = product;
  let refusals = 2;
  await page.route('**/web/picture/format/newPicFormat', async route => {
    if (refusals-- > 0) {
      const body = { code: 503, error: 'QUEUE_FULL', msg: 'busy', data: null, requestId: 'x' };
      return route.fulfill({ status: 503, headers: { 'retry-after': '3' }, json: body });
    }
    await route.continue();
  });
  await product.open(converterPath);
  await pick(page, [drawBitmap('small.bmp', 0.1)]);
  await chooseFormat(page, 'JPG');
  await page.getByRole('button', { name: fill(converter.runOne, { format: 'JPG' }) }).click();
  await expect(page.getByText(work.busyServer, { exact: true })).toBeVisible();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  await expect(page.getByText(work.busyServer, { exact: true })).toBeHidden();
  expect(refusals).toBe(-1);
});

test('too many open tasks: the page says what it waits for and what helps, and continues', { tag: '@phone' }, async ({
  page,
  product,
}) => {
  const { work, converter } = product;
  let isFull = true;
  await page.route('**/web/picture/format/newPicFormat', async route => {
    if (!isFull) return route.continue();
    const body = { code: 429, error: 'TOO_MANY_OPEN_TASKS', msg: 'too many', data: null, requestId: 'x' };
    return route.fulfill({ status: 429, headers: { 'retry-after': '2' }, json: body });
  });
  await product.open(converterPath);
  await pick(page, [drawBitmap('one.bmp', 0.1), drawBitmap('two.bmp', 0.1)]);
  await chooseFormat(page, 'JPG');
  await page.getByRole('button', { name: fill(converter.runMany, { count: 2, format: 'JPG' }) }).click();
  await expect(page.getByText(work.heldBack, { exact: true })).toBeVisible();
  isFull = false;
  await expect(phasesOf(page).nth(1)).toHaveAttribute('data-phase', 'done');
  await expect(page.getByText(work.heldBack, { exact: true })).toBeHidden();
});

test(
  'an upload continues after a reload and sends only the missing parts',
  { tag: '@desk' },
  async ({ page, product }, info) => {
    const { converter } = product;
    await product.open(converterPath);
    let allowed = 1;
    let isLineDead = true;
    const arrived = new Set<string>();
    const sent: string[] = [];
    await page.route(isOurStore, async (route, request) => {
      if (!isLineDead) sent.push(partOf(request.url()));
      // All parts but the first hang, as on a broken connection.
      if (!isLineDead || allowed-- > 0) await route.continue();
    });
    page.on('response', response => {
      if (isLineDead && response.request().method() === 'PUT') arrived.add(partOf(response.url()));
    });
    const path = info.outputPath('large.bmp');
    await writeFile(path, drawBitmap('large.bmp', 17).buffer);
    await pick(page, path);
    await expect.poll(() => arrived.size).toBe(1);
    await expect(phasesOf(page)).toHaveAttribute('data-phase', 'uploading');
    await page.getByRole('button', { name: fill(converter.runOne, { format: 'WebP' }) }).click();
    await expect.poll(() => readKept(page)).toMatchObject([{ run: 'wanted' }]);

    isLineDead = false;
    await page.reload();
    await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
    // 17 MB are three parts of 8 MB: each is sent once, before the reload or after it.
    expect([...arrived, ...sent].toSorted()).toEqual(['1', '2', '3']);
  },
);

test('a running task is found again after a reload', { tag: '@desk' }, async ({ page, product }) => {
  const { work, converter } = product;
  await product.open(converterPath);
  await pick(page, [await drawSlow('slow.jpg')]);
  await chooseFormat(page, 'AVIF');
  await page.getByRole('button', { name: fill(converter.runOne, { format: 'AVIF' }) }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'running');
  await page.reload();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'running');
  await expect(page.getByRole('button', { name: work.cancel, exact: true })).toBeInViewport();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  await expect(page.locator('[data-stage=result] img').first()).toBeVisible();
});

test('work continues while another page is open', { tag: '@phone' }, async ({ page, product }) => {
  const { converter } = product;
  await product.open(converterPath);
  await pick(page, await drawJpegs(6));
  await page.getByRole('button', { name: fill(converter.runMany, { count: 6, format: 'WebP' }) }).click();
  await page.evaluate("location.hash = '#/help'");
  await expect(page).toHaveURL(/#\/help/);
  await page.evaluate("location.hash = '#/editor/imageConverter'");
  await expect(page.locator('[data-phase=done]')).toHaveCount(6);
});

test('nothing is lost while the network is away', { tag: '@phone' }, async ({ page, context, product }) => {
  const { converter } = product;
  await product.open(converterPath);
  await pick(page, await drawJpegs(12));
  await expect(phasesOf(page)).toHaveCount(12);
  let failedRequests = 0;
  page.on('requestfailed', () => {
    failedRequests += 1;
  });
  await context.setOffline(true);
  await page.getByRole('button', { name: fill(converter.runMany, { count: 12, format: 'WebP' }) }).click();
  // More than the four parallel attempts: some were retried in vain.
  await expect.poll(() => failedRequests).toBeGreaterThan(8);
  await context.setOffline(false);
  await expect(page.locator('[data-phase=done]')).toHaveCount(12);
});

test('a page that cannot load without a network says so, and reloads once the network is back', {
  tag: '@phone',
}, async ({ page, context, product, language }) => {
  const words = brokenPageWords[language];
  await product.open(converterPath);
  await context.setOffline(true);
  await page.evaluate("location.hash = '#/help'");
  await expect(page.getByRole('heading', { level: 1, name: words.broken })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await context.setOffline(false);
  await page.getByRole('button', { name: words.reload }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(words.broken)).toHaveCount(0);
});
