// Text from pictures: recognised, highlighted in picture and text, copied, saved; with mouse, touch and keys.
import { readFile } from 'node:fs/promises';
import AdmZip from 'adm-zip';
import { warningWords } from 'contract/warnings.ts';
import { fill } from 'contract/words.ts';
import { drawPage } from 'engines/text/test-page.ts';
import { photos } from '../bench/photos.ts';
import { words } from '../tools/image-to-text/words.ts';
import { findFaults } from './axe.ts';
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

test('a Chinese page becomes text that is highlighted, copied and saved', { tag: '@desk' }, async ({
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
  // A tap opens the text for editing; a tap elsewhere closes it, and nothing has changed.
  if (hasTouch) {
    await expect(page.getByRole('textbox', { name: t.editing })).toBeFocused();
    await page.getByRole('heading', { level: 1 }).first().tap();
    await expect(page.getByRole('textbox', { name: t.editing })).toHaveCount(0);
  }
  // The zoom controls are below the picture, not on it.
  const inside = (await picture.boundingBox())!;
  const zoom = (await page.getByRole('button', { name: t.zoomIn }).boundingBox())!;
  expect(zoom.y).toBeGreaterThanOrEqual(inside.y + inside.height);
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
    ['DOCX', 'word/document.xml'],
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

test('text is edited in place, with undo, and saved as edited', { tag: '@phone' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = words[language];
  if (!hasTouch) await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await product.open(path);
  await pick(page, [await makeNotice()]);
  await page.getByRole('button', { name: t.runOne, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const pane = page.getByRole('region', { name: t.textPane });
  const field = page.getByRole('textbox', { name: t.editing });
  const press = (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    return hasTouch ? button.tap() : button.click();
  };
  const save = async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), press(fill(t.download, { kind: 'TXT' }))]);
    return (await readFile(await download.path())).toString();
  };

  // By pointer: the caret is at the clicked position, and a press elsewhere ends the edit.
  const closed = pane.locator('[data-line]', { hasText: 'The library is closed' });
  await (hasTouch ? closed.tap() : closed.click({ position: { x: 2, y: 8 } }));
  await expect(field).toBeFocused();
  if (hasTouch) await page.keyboard.press('Home');
  await page.keyboard.type('Note: ');
  await expect(field).toHaveValue('Note: The library is closed on Mondays and holidays.');
  expect(await findFaults(page)).toEqual([]);
  expect(await save()).toContain('Note: The library is closed on Mondays and holidays.');
  await expect(pane).toContainText('Note: The library');

  // By keys: Enter edits the selected line, Escape returns to the lines, and the undo shortcut reverts it.
  await pane.focus();
  for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('市');
  await page.keyboard.press('Escape');
  await expect(pane).toBeFocused();
  await expect(pane.locator('[data-line="0"]')).toHaveText('市图书馆开放时间');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(pane.locator('[data-line="0"]')).toHaveText('图书馆开放时间');
  await press(t.redo);
  await expect(pane.locator('[data-line="0"]')).toHaveText('市图书馆开放时间');

  // The other line mode and a reload keep the edits.
  await page.getByText(t.lines, { exact: true }).first().click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  expect(await save()).toMatch(/市图书馆开放时间\n\n[\s\S]*Note: The library/);
  if (!hasTouch) {
    await press(t.copy);
    await expect(page.getByRole('button', { name: t.copied })).toBeVisible();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('Note: The library');
  }
  await page.reload();
  await expect(pane).toContainText('市图书馆开放时间');
  expect(await save()).toContain('Note: The library');
  expect(product.complaints).toEqual([]);
});

test('the arrow keys move from line to line', { tag: '@desk' }, async ({ page, product, language }) => {
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

test('words are selected over the picture', { tag: '@desk' }, async ({ page, product, language }) => {
  // With a finger, words are selected by a long press, which belongs to the browser.
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

test('a photograph with a sign, and one without any text', { tag: '@phone' }, async ({ page, product, language }) => {
  const t = words[language];
  await product.open(path);
  await pick(page, [photos.astronaut, photos.peaks]);
  await page.getByRole('button', { name: fill(t.runMany, { count: 2 }) }).click();
  await expect(page.locator('[data-phase=done]')).toHaveCount(2);
  await expect(page.getByRole('region', { name: t.textPane })).toContainText('SALE');
  await page.getByText('peaks.jpg').first().click();
  await expect(page.getByText(warningWords('no-text', language).sentence, { exact: true })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  // The picture without text has no files.
  const button = page.getByRole('button', { name: fill(product.work.downloadAll, { count: 4 }), exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const zipped = new AdmZip(await download.path()).getEntries().map(({ entryName }) => entryName);
  expect(zipped.sort()).toEqual(['astronaut.docx', 'astronaut.md', 'astronaut.pdf', 'astronaut.txt']);
});
