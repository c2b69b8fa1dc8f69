// A result by keyboard alone, from the home page on: the focus is never lost when elements appear and disappear.
import type { Page } from '@playwright/test';
import { fill } from 'contract/words.ts';
import { chatWords } from '../web/src/chat/words.ts';
import { drawJpeg } from './pictures.ts';
import { converterPath, expect, pick, test } from './product.ts';

const holder = (page: Page) => page.evaluate<string>('document.activeElement.localName');

/** Presses Tab until the control with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab');
    expect(await page.evaluate<string>('document.activeElement.textContent.trim()')).toBe(name);
  }).toPass({ intervals: [20] });
}

test('a picture is converted by keys alone', { tag: '@desk' }, async ({ page, product }) => {
  const picture = await drawJpeg('keys.jpg');
  page.on('filechooser', chooser => void chooser.setFiles([picture]));
  await product.open('/');
  await page.getByRole('main').locator(`a[href$="#${converterPath}"]`).first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await tabTo(page, product.work.pickFiles);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-phase=ready]')).toHaveCount(1);
  expect(await holder(page)).not.toBe('body');

  await tabTo(page, fill(product.converter.runOne, { format: 'WebP' }));
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-phase=done]')).toHaveCount(1);
  await expect(page.getByRole('button', { name: product.work.downloadOne, exact: true })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: product.work.done })).toHaveCount(1);
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toBe('keys.webp');

  // After the only file is removed, the focus is on the control that picks the next one.
  await page.getByRole('button', { name: `${product.work.remove} · keys.jpg` }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-phase]')).toHaveCount(0);
  expect(await holder(page)).toBe('button');
  expect(product.complaints).toEqual([]);
});

test('a list that scrolls follows the keyboard', { tag: '@desk' }, async ({ page, product }) => {
  await product.open('/editor/thumbnails');
  await pick(page, [await drawJpeg('list.jpg')]);
  const list = page.getByRole('complementary');
  await list.getByRole('searchbox').focus();
  for (let press = 0; press < 9; press += 1) await page.keyboard.press('Tab');
  await expect(list.locator('label:has(input:focus)')).toBeInViewport({ ratio: 1 });
});

test('a control whose value is part of the address keeps the focus', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  await product.open('/editor/design');
  const field = page.getByRole('searchbox');
  await field.pressSequentially('menu', { delay: 20 });
  await expect(page).toHaveURL(/q=menu$/);
  await expect(field).toBeFocused();
  const kinds = page.getByRole('main').getByRole('radio');
  await kinds.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/type=/);
  await expect(kinds.nth(1)).toBeFocused();

  await product.open('/chat');
  const question = page.getByRole('textbox', { name: chatWords[language].field });
  await question.fill('GIF');
  await question.press('Enter');
  await expect(page).toHaveURL(/chat\/\w+/);
  await expect(page.getByText(chatWords[language].fromHelp).last()).toBeVisible();
  await expect(question).toBeFocused();
});
