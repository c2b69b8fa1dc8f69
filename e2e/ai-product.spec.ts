// A product picture: cut out and staged immediately, moved by hand and keys, another scene, a cancellation, a reload, and the download.
import { readFile, writeFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { errorSentence } from 'contract/errors.ts';
import { sceneNames } from 'contract/scenes.ts';
import { warningWords } from 'contract/warnings.ts';
import sharp from 'sharp';
import { words } from '../tools/ai-product/words.ts';
import { findFaults } from './axe.ts';
import { holdCalls } from './hold-calls.ts';
import { expect, phasesOf, pick, test } from './product.ts';

const path = '/editor/aiProduct';

/** A bottle on a transparent background, which needs no network. */
async function writeBottle(file: string): Promise<string> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"><rect x="190" y="60" width="120" height="380" rx="24" fill="#b03a2e"/></svg>';
  await writeFile(file, await sharp(Buffer.from(svg)).png().toBuffer());
  return file;
}

test(
  'a product is placed in a scene, moved, placed in another scene, and saved as shown',
  { tag: '@phone' },
  async ({ page, product, language, hasTouch }, info) => {
    const t = words[language];
    const press = (what: Locator) => (hasTouch ? what.tap() : what.click());
    await product.open(path);
    await pick(page, [await writeBottle(info.outputPath('bottle.png'))]);
    await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
    const sketch = page.locator('canvas[data-sketch]');
    await expect(sketch).toHaveAttribute('data-sketch', 'false');
    expect(await findFaults(page)).toEqual([]);

    // Calls are held back while the browser draws.
    const letThrough = await holdCalls(page, '**/web/shopImage');
    await press(page.getByRole('button', { name: t['kind-stone'] }));
    await press(page.getByText(sceneNames['marble-black'][language], { exact: true }));
    await expect(page.getByRole('radio', { name: sceneNames['marble-black'][language] })).toBeChecked();
    await expect(sketch).toHaveAttribute('data-sketch', 'true');
    const picture = page.locator('section[data-stage=result] > * section');
    await picture.focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', '-', '-', '-']) await page.keyboard.press(key);
    await expect(page.getByRole('slider', { name: t.zoom, exact: true })).toHaveValue('0.94');
    await expect(page.getByRole('button', { name: t.placeReset })).toBeEnabled();
    if (!hasTouch) {
      const box = (await picture.boundingBox())!;
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 4 });
      await page.mouse.up();
      expect(await picture.boundingBox()).toEqual(box);
    }
    expect(await findFaults(page)).toEqual([]);
    letThrough();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(page.getByRole('button', { name: product.work.downloadOne })),
    ]);
    expect(download.suggestedFilename()).toBe('bottle-product.jpg');
    const { data, info: saved } = await sharp(await readFile(await download.path()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const side = language === 'zh' ? 800 : 1000;
    expect([saved.width, saved.height]).toEqual([side, side]);
    // Black marble at the bottom, and the red bottle to the right of the centre.
    const at = (x: number, y: number) => {
      const start = (Math.floor(y * side) * side + Math.floor(x * side)) * 3;
      return [...data.subarray(start, start + 3)];
    };
    expect(Math.max(...at(0.05, 0.97))).toBeLessThan(120);
    const [red, green] = at(hasTouch ? 0.52 : 0.62, 0.52);
    expect(red! - green!).toBeGreaterThan(50);

    // The picture is still there after a reload and can be moved.
    await page.unroute('**/web/shopImage');
    await page.reload();
    await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
    await expect(page.getByRole('radio', { name: sceneNames['marble-black'][language] })).toBeChecked();
    expect(product.complaints).toEqual([]);
  },
);

test(
  'a run is cancelled, words that name no scene are refused, and a scene works after both',
  { tag: '@phone' },
  async ({ page, product, language, hasTouch }, info) => {
    const t = words[language];
    const press = (what: Locator) => (hasTouch ? what.tap() : what.click());
    const run = page.getByRole('button', { name: t.runOne });
    await product.open(path);
    // The upload hangs, as on a broken connection.
    const isUpload = (url: URL) => url.pathname.startsWith('/store/input/');
    await page.route(isUpload, () => undefined);
    await pick(page, [await writeBottle(info.outputPath('bottle.png'))]);
    await press(page.getByRole('button', { name: product.work.cancel, exact: true }).first());
    await expect(phasesOf(page)).toHaveAttribute('data-phase', 'cancelled');
    await page.unroute(isUpload);

    await press(page.getByText(t.byWords, { exact: true }));
    await page.getByRole('textbox', { name: t.prompt }).fill('quantum entropy');
    await press(run);
    await expect(phasesOf(page)).toHaveAttribute('data-phase', 'failed');
    await expect(page.getByText(errorSentence('DRAW_NOT_CONFIGURED', language)).first()).toBeVisible();
    await page
      .getByRole('textbox', { name: t.prompt })
      .fill(language === 'zh' ? '白色大理石台面' : 'white marble counter');
    await press(run);
    await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
    await expect(page.getByText(warningWords('scene-by-words', language).sentence)).toBeVisible();
  },
);
