// An ID photo from a portrait: size searched, background chosen, made, viewed with guides, downloaded; a refusal says what to do.
import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { errorSentence } from 'contract/errors.ts';
import { warningWords } from 'contract/warnings.ts';
import { fill } from 'contract/words.ts';
import sharp from 'sharp';
import { photos } from '../bench/photos.ts';
import { findSize } from '../tools/certified/sizes/sizes.ts';
import { words } from '../tools/certified/words.ts';
import { painterWords } from '../ui/mask-painter/words.ts';
import { findFaults } from './axe.ts';
import { holdCalls } from './hold-calls.ts';
import { countZipped } from './pictures.ts';
import { expect, phasesOf, pick, test } from './product.ts';

const path = '/editor/certified';

test('a photo and its sheet are made and downloaded', { tag: '@phone' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = words[language];
  const press = (what: Locator) => (hasTouch ? what.tap() : what.click());
  await product.open(path);
  await pick(page, [photos.womanRed]);

  await page.getByRole('searchbox', { name: t.search }).fill('35x49');
  const size = findSize('cn-2-inch')!.name[language];
  await press(page.getByText(size, { exact: true }));
  await expect(page.getByRole('radio', { name: size })).toBeChecked();
  await press(page.getByTitle(t.red, { exact: true }));
  await press(page.getByText(t.sheet6, { exact: true }));
  expect(await findFaults(page)).toEqual([]);

  await press(page.getByRole('button', { name: t.runOne }));
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  await expect(page.getByAltText(t.resultAlt)).toBeVisible();
  await expect(page.getByText(t.guideEyes, { exact: true })).toBeVisible();
  await press(page.getByRole('button', { name: t.guides }));
  await expect(page.getByText(t.guideEyes, { exact: true })).toHaveCount(0);
  await expect(page.getByText(warningWords('mouth-open', language).sentence)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(page.getByRole('button', { name: /woman-red-cn-2-inch\.jpg$/ }).last()),
  ]);
  expect(download.suggestedFilename()).toBe('woman-red-cn-2-inch.jpg');
  const photo = sharp(await readFile(await download.path()));
  expect(await photo.metadata()).toMatchObject({ width: 413, height: 579, density: 300 });
  const { data } = await photo.raw().toBuffer({ resolveWithObject: true });
  expect(Math.max(...[217, 0, 27].map((value, i) => Math.abs(value - data[i]!)))).toBeLessThan(10);
  expect(product.complaints).toEqual([]);
});

test(
  'background and head change at once, the edge can be painted, and the photo is saved as shown',
  { tag: '@desk' },
  async ({ page, product, language, hasTouch }, info) => {
    const t = words[language];
    const press = (what: Locator) => (hasTouch ? what.tap() : what.click());
    await product.open(path);
    await pick(page, [photos.womanRed]);
    await press(page.getByRole('button', { name: t.runOne }));
    await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
    const sketch = page.locator('canvas[data-sketch]');
    await expect(sketch).toHaveAttribute('data-sketch', 'false');

    // Calls are held back while the browser draws.
    const letThrough = await holdCalls(page, '**/web/cutImage/**');
    await press(page.getByTitle(t.red, { exact: true }));
    await expect(sketch).toHaveAttribute('data-sketch', 'true');
    const photo = page.locator('section[data-stage=result] > * section');
    await photo.focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', ']', ']'])
      await page.keyboard.press(key);
    const box = (await photo.boundingBox())!;
    if (!hasTouch) {
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2 + box.height * 0.05, box.y + box.height / 2, { steps: 4 });
      await page.mouse.up();
    }
    await expect(page.getByRole('slider', { name: t.turn })).toHaveValue('1');
    expect(await findFaults(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath('moved.png') });
    const drawn = await sketch.evaluate(canvas => (canvas as unknown as { toDataURL: () => string }).toDataURL());
    letThrough();
    const save = async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        press(page.getByRole('button', { name: product.work.downloadOne })),
      ]);
      return sharp(await readFile(await download.path()))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
    };
    const saved = await save();
    const seen = await sharp(Buffer.from(drawn.split(',')[1]!, 'base64'))
      .removeAlpha()
      .raw()
      .toBuffer();
    expect(seen.length).toBe(saved.data.length);
    const off = seen.reduce((sum, value, i) => sum + Math.abs(value - saved.data[i]!), 0) / seen.length;
    expect(off).toBeLessThan(3);
    expect(saved.data[0]! > 200 && saved.data[1]! < 20).toBe(true);

    await press(page.getByRole('button', { name: product.work.editAgain }));
    const board = page.locator('[data-stage=stage] canvas').first();
    await expect(board).toBeVisible();
    await expect(page.getByRole('img', { name: painterWords[language].loading })).toHaveCount(0);
    await press(page.getByText(t.erase, { exact: true }).first());
    // In the centre of the picture, where her face is.
    await board.click({
      position: { x: (await board.boundingBox())!.width / 2, y: (await board.boundingBox())!.height / 2 },
    });
    await expect(page.locator('[data-marked]')).toContainText('%');
    await page.screenshot({ path: info.outputPath('painted.png') });
    await press(page.getByRole('button', { name: product.work.apply }));
    await expect(page.getByAltText(t.resultAlt)).toBeVisible();
    const erased = await save();
    const redder = (data: Buffer) =>
      Array.from({ length: data.length / 3 }, (_, i) => i).filter(i => data[i * 3]! > 200 && data[i * 3 + 1]! < 20)
        .length;
    expect(redder(erased.data)).toBeGreaterThan(redder(saved.data) + 20);
    expect(product.complaints).toEqual([]);
  },
);

test('a picture without a face says what to do, and another one takes its place', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  const t = words[language];
  await product.open(path);
  await pick(page, [photos.strawberries]);
  await page.getByRole('button', { name: t.runOne }).click();
  await expect(page.getByText(errorSentence('FACE_NOT_FOUND', language)).first()).toBeVisible();
  // The same picture would be refused again.
  await expect(page.getByRole('button', { name: product.work.retry })).toHaveCount(0);
  await expect(page.getByRole('button', { name: t.runOne })).toHaveCount(0);
  const another = page.getByRole('alert').getByRole('button', { name: product.work.pickAnother });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), another.click()]);
  await chooser.setFiles(photos.manCap);
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'ready');
  await expect(page.getByRole('listitem').filter({ hasText: 'man-cap.jpg' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: t.runOne })).toBeEnabled();
});

test('a custom size is applied to a batch', { tag: '@desk' }, async ({ page, product, language }) => {
  const t = words[language];
  await product.open(path);
  await pick(page, [photos.womanRed, photos.manCap]);
  await expect(phasesOf(page)).toHaveCount(2);
  await page.getByRole('searchbox', { name: t.search }).fill(t.custom);
  await page.locator('label').filter({ hasText: t.custom }).click();
  await page.getByText(t.px, { exact: true }).click();
  await page.getByLabel(t.width, { exact: true }).fill('300');
  await page.getByLabel(t.height, { exact: true }).fill('400');
  await page.getByRole('button', { name: fill(t.runMany, { count: 2 }) }).click();
  await expect(page.locator('[data-phase=done]')).toHaveCount(2);
  const button = page.getByRole('button', { name: fill(product.work.downloadAll, { count: 2 }) });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(countZipped(await readFile(await download.path()))).toBe(2);
});
