// From a file to its result: one picture, a batch of twenty, and a broken one.
import { readFile } from 'node:fs/promises';
import { fill } from 'contract/words.ts';
import sharp from 'sharp';
import { countZipped, drawBroken, drawJpeg, drawJpegs } from './pictures.ts';
import { chooseFormat, converterPath, expect, phasesOf, pick, rowOf, test } from './product.ts';

test('one picture is converted and downloaded', { tag: '@phone' }, async ({ page, product }) => {
  const { work, converter } = product;
  await product.open(converterPath);
  await pick(page, [await drawJpeg('holiday.jpg')]);
  const run = page.getByRole('button', { name: fill(converter.runOne, { format: 'WebP' }) });
  await expect(run).toBeInViewport();
  await run.click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  await expect(page.locator('[data-stage=result] img').first()).toBeVisible();

  const button = page.getByRole('button', { name: work.downloadOne });
  await expect(button).toBeInViewport();
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toBe('holiday.webp');
  const made = await sharp(await readFile(await download.path())).metadata();
  expect(made).toMatchObject({ format: 'webp', width: 640, height: 420 });
  expect(product.complaints).toEqual([]);
});

test('a file that the tool does not take is refused with the reason', { tag: '@desk' }, async ({ page, product }) => {
  await product.open(converterPath);
  await pick(page, [{ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('plain words') }]);
  await expect(page.getByText(product.work.refusedOne)).toBeVisible();
  await expect(page.getByText('notes.jpg')).toBeVisible();
  await expect(phasesOf(page)).toHaveCount(0);
});

test('twenty pictures are converted as one batch and downloaded as one zip', { tag: '@desk' }, async ({
  page,
  product,
}) => {
  const { work, converter } = product;
  await product.open(converterPath);
  await pick(page, await drawJpegs(20));
  await expect(phasesOf(page)).toHaveCount(20);
  await page.getByRole('button', { name: fill(converter.runMany, { count: 20, format: 'WebP' }) }).click();
  await expect(page.locator('[data-phase=done]')).toHaveCount(20);

  const button = page.getByRole('button', { name: fill(work.downloadAll, { count: 20 }) });
  await expect(button).toBeInViewport();
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const zip = await readFile(await download.path());
  expect(countZipped(zip)).toBe(20);
  expect(zip.includes('picture-07.webp')).toBe(true);
  expect(product.complaints).toEqual([]);
});

test('a broken file fails alone, with a reason and a remedy', { tag: '@desk' }, async ({ page, product }) => {
  const { work, converter } = product;
  await product.open(converterPath);
  await pick(page, [await drawJpeg('good-1.jpg'), await drawBroken('broken.png'), await drawJpeg('good-2.jpg')]);
  await page.getByRole('button', { name: fill(converter.runMany, { count: 3, format: 'WebP' }) }).click();
  await expect(page.locator('[data-phase=done]')).toHaveCount(2);
  await expect(page.locator('[data-phase=failed]')).toHaveCount(1);
  await expect(rowOf(page, 'broken.png').locator('[data-phase]')).toHaveAttribute('data-phase', 'failed');
  await expect(page.getByRole('button', { name: fill(work.downloadAll, { count: 2 }) })).toBeVisible();
  // It stays broken, so no retry is offered.
  await expect(page.getByRole('button', { name: fill(work.retryFailed, { count: 1 }) })).toHaveCount(0);
  const another = page.getByRole('button', { name: `${work.pickAnother} · broken.png` });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), another.click()]);
  await chooser.setFiles([await drawJpeg('whole.jpg')]);
  await expect(page.locator('[data-phase]').nth(1)).toHaveAttribute('data-phase', 'ready');
  await expect(rowOf(page, 'broken.png')).toHaveCount(0);
  await expect(rowOf(page, 'whole.jpg')).toHaveCount(1);
});

test('changed options are applied by another run, and one file may have its own', { tag: '@phone' }, async ({
  page,
  product,
}) => {
  const { work, converter } = product;
  await product.open(converterPath);
  await pick(page, [await drawJpeg('a.jpg'), await drawJpeg('b.jpg')]);
  await page.getByRole('button', { name: fill(converter.runMany, { count: 2, format: 'WebP' }) }).click();
  await expect(page.locator('[data-phase=done]')).toHaveCount(2);

  await page.getByText(work.scopeOne, { exact: true }).click();
  await chooseFormat(page, 'PNG');
  // A change that takes less than a second is applied automatically; on a slower machine a button applies it.
  const apply = page.getByRole('button', { name: work.apply });
  const all = page.getByRole('button', { name: fill(work.downloadAll, { count: 2 }) });
  await expect(apply.or(all)).toBeVisible();
  if (await apply.isVisible()) await apply.click();
  await expect(all).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: fill(work.downloadAll, { count: 2 }) }).click(),
  ]);
  const zip = await readFile(await download.path());
  // The first result was replaced, and no second one was added.
  expect(countZipped(zip)).toBe(2);
  expect(zip.includes('a.png') && zip.includes('b.webp')).toBe(true);
});

test('the link of a result is copied and leads to it', { tag: '@desk' }, async ({ page, context, product }) => {
  const { work, converter } = product;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await product.open(converterPath);
  await pick(page, [await drawJpeg('shared.jpg')]);
  await page.getByRole('button', { name: fill(converter.runOne, { format: 'WebP' }) }).click();
  await page.getByRole('button', { name: work.copyLink, exact: true }).click();
  await expect(page.getByText(fill(work.linkCopied, { hours: 24 }))).toBeVisible();
  const link = String(await page.evaluate('navigator.clipboard.readText()'));
  const answer = await page.request.get(link);
  expect((await sharp(await answer.body()).metadata()).format).toBe('webp');
});

test('a result that became bigger says so and offers a suggestion that works', { tag: '@phone' }, async ({
  page,
  product,
}) => {
  const { work, converter } = product;
  await product.open(converterPath);
  await pick(page, [await drawJpeg('grows.jpg')]);
  await chooseFormat(page, 'BMP');
  await expect(page.getByText(converter.alreadySmall)).toBeVisible();
  await page.getByRole('button', { name: fill(converter.runOne, { format: 'BMP' }) }).click();
  await page.getByRole('button', { name: fill(converter.adviseFormat, { format: 'WebP' }) }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  await expect(phasesOf(page)).toContainText(fill(work.smaller, { percent: '' }).replace('%', '').trim());
  await expect(page.getByRole('button', { name: work.downloadOne })).toBeInViewport();
});
