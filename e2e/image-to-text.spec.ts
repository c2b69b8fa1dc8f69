// Text from pictures: read, highlighted in picture and text, copied, saved; with mouse, finger and keys.
import { readFile } from 'node:fs/promises';
import { fill } from 'contract/words.ts';
import { drawPage } from 'engines/text/test-page.ts';
import { photos } from '../bench/photos.ts';
import { words } from '../tools/image-to-text/words.ts';
import { findFaults } from './axe.ts';
import { countZipped } from './pictures.ts';
import { expect, phasesOf, pick, test } from './product.ts';

const path = '/editor/imageToText';

async function makeNotice() {
  const buffer = await drawPage({ width: 900, height: 620 }, [
    { text: '图书馆开放时间', x: 60, y: 40, size: 52 },
    {
      text: '图书馆每周二至周日开放，时间为上午九点到晚上八点。读者须凭证件入馆，每次最多借阅十本图书，借期三十天，可以续借一次。',
      x: 60,
      y: 160,
      size: 28,
      width: 780,
      spacing: 10,
    },
    { text: 'The library is closed on Mondays and holidays.', x: 60, y: 360, size: 28 },
    { text: '• 身份证\n• 借书证\n• USB 设备请自备', x: 60, y: 440, size: 28 },
  ]);
  return { name: 'notice.png', mimeType: 'image/png', buffer };
}

const wanted =
  '图书馆每周二至周日开放，时间为上午九点到晚上八点。读者须凭证件入馆，每次最多借阅十本图书，借期三十天，可以续借一次。';

test('a Chinese page becomes text that is highlighted, copied and saved', async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = words[language];
  if (!hasTouch) await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await product.open(path);
  await pick(page, [await makeNotice()]);
  const run = page.getByRole('button', { name: t.runOne, exact: true });
  await (hasTouch ? run.tap() : run.click());
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');

  const pane = page.getByRole('region', { name: t.textPane });
  await expect(pane).toContainText(wanted);
  await expect(pane).toContainText('The library is closed on Mondays and holidays.');
  expect(await findFaults(page)).toEqual([]);

  // From the picture to the text, and from the text to the picture.
  const picture = page.getByRole('region', { name: t.picturePane });
  const mark = picture.locator('[data-line="0"] polygon');
  await (hasTouch ? mark.tap({ force: true }) : mark.hover({ force: true }));
  await expect(pane.locator('[data-line="0"]')).toHaveClass(/bg-accent-soft/);
  const last = pane.locator('[data-line]').last();
  await (hasTouch ? last.tap() : last.hover());
  await expect(picture.locator('[data-line] polygon').last()).toHaveClass(/stroke-accent(?!\/)/);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });

  if (!hasTouch) {
    await page.getByRole('button', { name: t.copy }).click();
    await expect(page.getByRole('button', { name: t.copied })).toBeVisible();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(wanted);
  }
  for (const [kind, holds] of [
    ['TXT', wanted],
    ['MD', '- 身份证'],
    ['PDF', '%PDF-'],
  ] as const) {
    const button = page.getByRole('button', { name: fill(t.download, { kind }), exact: true });
    const [download] = await Promise.all([page.waitForEvent('download'), hasTouch ? button.tap() : button.click()]);
    expect(download.suggestedFilename()).toBe(`notice.${kind.toLowerCase()}`);
    expect((await readFile(await download.path())).toString()).toContain(holds);
  }
  expect(product.complaints).toEqual([]);
});

test('the keys go from line to line', async ({ page, product, language }) => {
  const t = words[language];
  await product.open(path);
  await pick(page, [await makeNotice()]);
  await page.getByRole('button', { name: t.runOne, exact: true }).click();
  const pane = page.getByRole('region', { name: t.textPane });
  await pane.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(pane.locator('[data-line="1"]')).toHaveClass(/bg-accent-soft/);
  await page.keyboard.press('ArrowUp');
  await expect(pane.locator('[data-line="0"]')).toHaveClass(/bg-accent-soft/);
});

test('words are selected over the picture', async ({ page, product, language, hasTouch }) => {
  test.skip(hasTouch, 'A finger selects by a long press, which belongs to the browser.');
  const t = words[language];
  await product.open(path);
  await pick(page, [await makeNotice()]);
  await page.getByRole('button', { name: t.runOne, exact: true }).click();
  const line = page.getByRole('region', { name: t.picturePane }).locator('text', { hasText: 'The library' });
  await line.scrollIntoViewIfNeeded();
  const box = (await line.boundingBox())!;
  await page.mouse.move(box.x + 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  expect(await page.evaluate('getSelection().toString()')).toContain('library is closed on Mondays');
});

test('a photograph with a sign, and one without any text', async ({ page, product, language }) => {
  const t = words[language];
  await product.open(path);
  await page.locator('input[type=file]:not([webkitdirectory])').first().setInputFiles([photos.astronaut, photos.peaks]);
  await page.getByRole('button', { name: fill(t.runMany, { count: 2 }) }).click();
  await expect(page.locator('[data-phase=done]')).toHaveCount(2);
  await expect(page.getByRole('region', { name: t.textPane })).toContainText('SALE');
  await page.getByText('demo-image-02.jpg').first().click();
  await expect(page.getByText(t.nothingFound, { exact: true })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  // The picture without text has no files.
  const button = page.getByRole('button', { name: product.work.downloadOne, exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(countZipped(await readFile(await download.path()))).toBe(3);
});
