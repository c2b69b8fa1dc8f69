// Runs axe on every kind of page, light and dark.
import { fill } from 'contract/words.ts';
import { findFaults } from './axe.ts';
import { drawJpegs } from './pictures.ts';
import { converterPath, expect, pick, test } from './product.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    for (const path of [
      '/',
      converterPath,
      '/404',
      '/help',
      '/editor/videoParsing',
      '/privacy',
      '/agreement',
      '/about',
    ]) {
      test(`${path} has no fault`, async ({ page, product }) => {
        await product.open(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(await findFaults(page)).toEqual([]);
      });
    }

    test('the tool has no fault with files in it, and none when they are done', async ({ page, product }) => {
      await product.open(converterPath);
      await pick(page, await drawJpegs(3));
      const run = page.getByRole('button', { name: fill(product.converter.runMany, { count: 3, format: 'WebP' }) });
      await expect(run).toBeVisible();
      expect(await findFaults(page)).toEqual([]);
      await page.getByRole('button', { name: product.work.switchTool }).click();
      await expect(page.getByRole('link', { name: 'GIF' }).first()).toBeVisible();
      expect(await findFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await run.click();
      await expect(page.locator('[data-phase=done]')).toHaveCount(3);
      expect(await findFaults(page)).toEqual([]);
    });

    test('the login dialog has no fault', async ({ page, product }) => {
      await product.open(converterPath);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.evaluate("location.hash = '#/userCenter'");
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await findFaults(page)).toEqual([]);
    });
  });
}
