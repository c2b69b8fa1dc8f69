// Runs axe on every kind of page, in the light theme and in the dark one.
import { fill } from 'contract/words.ts';
import { findFaultsOfThemes } from './axe.ts';
import { drawJpegs } from './pictures.ts';
import { converterPath, expect, pick, test } from './product.ts';

const paths = ['/', converterPath, '/404', '/help', '/editor/videoParsing', '/privacy', '/agreement', '/about'];

test('no kind of page has a fault', async ({ page, product }) => {
  for (const path of paths) {
    await product.open(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect.soft(await findFaultsOfThemes(page), path).toEqual([]);
  }
});

test('the tool has no fault with files in it, and none when they are done', async ({ page, product }) => {
  await product.open(converterPath);
  await pick(page, await drawJpegs(3));
  const run = page.getByRole('button', { name: fill(product.converter.runMany, { count: 3, format: 'WebP' }) });
  await expect(run).toBeVisible();
  expect(await findFaultsOfThemes(page)).toEqual([]);
  await page.getByRole('button', { name: product.work.switchTool }).click();
  await expect(page.getByRole('link', { name: 'GIF' }).first()).toBeVisible();
  expect(await findFaultsOfThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await run.click();
  await expect(page.locator('[data-phase=done]')).toHaveCount(3);
  expect(await findFaultsOfThemes(page)).toEqual([]);
});

test('the login dialog has no fault', async ({ page, product }) => {
  await product.open(converterPath);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate("location.hash = '#/userCenter'");
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await findFaultsOfThemes(page)).toEqual([]);
});
