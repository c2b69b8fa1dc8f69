// A workflow from its first step to the download: steps from the catalogue, moved by keyboard, saved, shared, run on three files of which one is broken.
import { readFile } from 'node:fs/promises';
import { fill } from 'contract/words.ts';
import sharp from 'sharp';
import { words as compressWords } from '../tools/compress/words.ts';
import { words as filterWords } from '../tools/photo-filter/words.ts';
import { flowWords } from '../web/src/workflows/words.ts';
import { findFaults } from './axe.ts';
import { drawBroken, drawJpeg } from './pictures.ts';
import { expect, pick, test } from './product.ts';

test('steps are added, moved, saved, shared, and run on several files', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  const words = flowWords[language];
  const [filter, compress] = [filterWords[language].title, compressWords[language].title];
  const steps = page.locator('[data-step]');
  const order = async () => Promise.all((await steps.all()).map(step => step.getAttribute('data-step')));
  const add = async (title: string) => {
    await page.getByRole('button', { name: words.addStep }).first().click();
    const count = await steps.count();
    await page.getByRole('dialog').getByRole('button', { name: title, exact: true }).click();
    await expect(steps).toHaveCount(count + 1);
  };
  await product.open('/workflows');
  await expect(page.getByText(words.noSteps)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await add(product.converter.title);
  await add(filter);
  await add(compress);
  await expect.poll(order).toEqual(['image-converter', 'photo-filter', 'compress']);
  expect(await findFaults(page)).toEqual([]);

  // By keyboard, the conversion becomes the last step.
  const handle = page.getByRole('button', {
    name: fill(words.dragHint, { name: product.converter.title, place: 1, count: 3 }),
  });
  await handle.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect.poll(order).toEqual(['photo-filter', 'compress', 'image-converter']);

  // Saved in this browser, and opened again after a reload that has lost nothing.
  await page.getByRole('button', { name: words.save, exact: true }).click();
  await page.getByLabel(words.name).fill('Small WebP');
  await page.getByRole('dialog').getByRole('button', { name: words.save }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(steps).toHaveCount(3);
  await page.getByRole('button', { name: fill(`${words.removeStep}: {name}`, { name: compress }) }).click();
  await expect(steps).toHaveCount(2);
  await page.getByRole('button', { name: words.saved, exact: true }).click();
  await page.getByRole('button', { name: 'Small WebP', exact: true }).click();
  await expect(steps).toHaveCount(3);

  // Shared: the link fills the steps elsewhere and runs nothing; a hostile one is refused.
  await page.getByRole('button', { name: words.share }).click();
  const link = await page.getByLabel(words.copyLink).inputValue();
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  for (let left = 3; left > 0; left--) await page.getByRole('button', { name: words.removeStep }).first().click();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByText(words.openedShared)).toBeVisible();
  await expect.poll(order).toEqual(['photo-filter', 'compress', 'image-converter']);
  await expect(page).toHaveURL(/#\/workflows$/);
  const hostile = Buffer.from('{"name":"x","steps":[{"tool":"../../x","options":{}}]}').toString('base64url');
  await page.evaluate(`location.hash = '/workflows?w=${hostile}'`);
  await expect(page.getByText(words.badLink)).toBeVisible();
  await expect(steps).toHaveCount(3);

  await pick(page, [await drawJpeg('one.jpg'), await drawBroken('broken.png'), await drawJpeg('two.jpg')]);
  await page.getByRole('button', { name: fill(words.start, { count: 3 }) }).click();
  await expect(page.locator('[data-state=done]')).toHaveCount(2);
  await expect(page.locator('[data-state=failed]')).toHaveCount(1);
  await expect(page.getByText(fill(words.running, { done: 2, count: 3 }))).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  // The run is still there after a reload.
  await page.reload();
  await expect(page.locator('[data-state=done]')).toHaveCount(2);
  const button = page.getByRole('button', { name: `${words.download} · one.jpg` });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toMatch(/^one.*\.webp$/);
  expect(await sharp(await readFile(await download.path())).metadata()).toMatchObject({ format: 'webp' });
  await page.getByRole('button', { name: words.newFiles }).click();
  await expect(steps).toHaveCount(3);
  expect(product.complaints.filter(complaint => !complaint.includes('422'))).toEqual([]);
});
