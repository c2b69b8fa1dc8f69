// AI drawing in a real browser: from an example or a new prompt to pictures, unknown words, a picture to start from, and a reload.
import { readFile } from 'node:fs/promises';
import { styleIds, styleNames } from 'contract/drawing.ts';
import { fill } from 'contract/words.ts';
import { words } from '../tools/text-to-image/words.ts';
import { findFaults } from './axe.ts';
import { drawJpegs } from './pictures.ts';
import { expect, test } from './product.ts';

test('an example is drawn with its unknown words named, downloaded and restored', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  const t = words[language];
  await product.open('/editor/textToImage');
  await expect(page.getByRole('heading', { name: t.emptyTitle })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);

  await page.locator('form button[type=submit]').click();
  await expect(page.getByRole('alert').filter({ hasText: t.promptMissing })).toBeVisible();

  await page
    .getByRole('textbox', { name: t.prompt })
    .fill(language === 'zh' ? '两只猫和一个齐柏林飞艇在草地上' : 'two cats and a zeppelin on the meadow');
  await page.getByText(language === 'zh' ? '剪纸' : 'Paper cut', { exact: true }).click();
  await page.locator('form').getByText('1', { exact: true }).click();
  await page.locator('form button[type=submit]').click();
  const card = page.locator('[data-phase]').first();
  await expect(card).toBeInViewport();
  await expect(card).toHaveAttribute('data-phase', 'done');
  await expect(card.getByRole('img')).toHaveCount(1);
  await expect(card).toContainText(fill(t.unknown, { words: '' }).slice(0, 4));
  expect(await findFaults(page)).toEqual([]);

  const coming = page.waitForEvent('download');
  await card.getByRole('button', { name: t.download }).click();
  const file = await (await coming).path();
  expect([...(await readFile(file)).subarray(1, 4)]).toEqual([80, 78, 71]);

  await page.reload();
  await expect(card).toHaveAttribute('data-phase', 'done');
  await card.getByRole('button', { name: t.remove }).click();
  await expect(page.locator('[data-phase]')).toHaveCount(0);
  expect(product.complaints).toEqual([]);
});

test('a start picture is sent along', { tag: '@desk' }, async ({ page, product, language }) => {
  const t = words[language];
  await product.open('/editor/textToImage');
  const [photo] = await drawJpegs(1);
  await page.locator('form input[type=file]').setInputFiles(photo!);
  await expect(page.getByRole('slider', { name: t.strength })).toBeVisible();
  await page.getByRole('textbox', { name: t.prompt }).fill('a bird');
  await page.locator('form').getByText('1', { exact: true }).click();
  const sent = page.waitForRequest(request => request.url().endsWith('/web/imageToImage'));
  await page.locator('form button[type=submit]').click();
  expect((await sent).postDataJSON()).toMatchObject({ prompt: 'a bird', strength: 0.6, count: 1 });
  await expect(page.locator('[data-phase]').first()).toHaveAttribute('data-phase', 'done');
  expect(product.complaints).toEqual([]);
});

test('the strip of styles shows the style that a link chooses', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  for (const id of [styleIds.at(-1)!, styleIds[0], styleIds.at(-1)!]) {
    await product.open(`/editor/textToImage?style=${id}`);
    const style = page.locator('label').filter({ hasText: styleNames[id][language] });
    await expect(style.getByRole('radio')).toBeChecked();
    await expect(style).toBeInViewport({ ratio: 0.99 });
  }
  expect(product.complaints).toEqual([]);
});
