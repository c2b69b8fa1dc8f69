// A portrait becomes a drawing: a look chosen by its cover, a preview, a cancelled run, and one that survives a reload.
import { readFile } from 'node:fs/promises';
import { animeLookNames } from 'contract/anime-looks.ts';
import { fill } from 'contract/words.ts';
import sharp from 'sharp';
import { photos } from '../bench/photos.ts';
import { words } from '../tools/image-anime/words.ts';
import { findFaults } from './axe.ts';
import { expect, phasesOf, pick, test } from './product.ts';

const path = '/editor/imageAnime';

test('a portrait is previewed in a look, cancelled, drawn, downloaded and restored', { tag: '@phone' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = words[language];
  await product.open(path);
  await pick(page, photos.friendsWindow);
  const radio = (id: keyof typeof animeLookNames) => page.getByRole('radio', { name: animeLookNames[id][language] });
  await expect(radio('cel')).toBeChecked();
  const preview = page.locator('[data-stage=preview] img').first();
  await expect(preview).toBeVisible();
  // The drawing, not an empty sheet.
  await expect(async () => {
    const { channels } = await sharp(await preview.screenshot())
      .removeAlpha()
      .stats();
    expect(Math.min(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(25);
  }).toPass();
  const cel = await preview.getAttribute('src');
  const choose = async (id: keyof typeof animeLookNames) => {
    const plate = page.getByText(animeLookNames[id][language], { exact: true });
    await (hasTouch ? plate.tap() : plate.click());
    await expect(radio(id)).toBeChecked();
  };
  await choose('gouache');
  await expect(preview).not.toHaveAttribute('src', cel!);
  expect(await findFaults(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);

  const run = (id: keyof typeof animeLookNames) =>
    page.getByRole('button', { name: fill(t.runOne, { look: animeLookNames[id][language] }) }).click();
  await run('gouache');
  await page.getByRole('button', { name: product.work.cancel, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'cancelled');
  await page.getByText(t['crop-head'], { exact: true }).click();
  await page.getByText(t['background-colour'], { exact: true }).click();
  await page.getByTitle(t.sky).click();
  await choose('pencil');
  await run('pencil');
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  await expect(page.getByText(t.drawnBuiltin)).toBeVisible();

  await page.reload();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  await expect(radio('pencil')).toBeChecked();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: product.work.downloadOne }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('sample6-pencil.jpg');
  const drawn = sharp(await readFile(await download.path()));
  const { width, height } = await drawn.metadata();
  expect(width).toBe(height);
  expect(width).toBeGreaterThan(500);
  const pixels = await drawn.removeAlpha().raw().toBuffer();
  const isSky = (at: number) =>
    [0xa9, 0xd8, 0xf5].every((level, channel) => Math.abs(pixels[at + channel]! - level) < 8);
  let sky = 0;
  for (let at = 0; at < pixels.length; at += 3) if (isSky(at)) sky++;
  expect(sky / (pixels.length / 3)).toBeGreaterThan(0.05);
  expect(product.complaints).toEqual([]);
});

test('the arrow keys move through the looks', { tag: '@desk' }, async ({ page, product, language }) => {
  await product.open(`${path}?styleId=manga`);
  await pick(page, photos.manCap);
  await page.getByRole('radio', { name: animeLookNames.manga[language] }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: animeLookNames.comic[language] })).toBeChecked();
});
