// The assistant: asking, opening a tool, stopping, asking again, renaming, deleting, and returning.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { fill } from 'contract/words.ts';
import sharp from 'sharp';
import { words as compressWords } from '../tools/compress/words.ts';
import { words as cropWords } from '../tools/crop/words.ts';
import { chatWords } from '../web/src/chat/words.ts';
import { findFaults } from './axe.ts';
import { drawJpeg } from './pictures.ts';
import { expect, phasesOf, pick, test } from './product.ts';

type Words = (typeof chatWords)['zh'];

async function ask(page: Page, t: Words, prompt: string): Promise<void> {
  await page.getByRole('textbox', { name: t.field }).fill(prompt);
  await page.getByRole('textbox', { name: t.field }).press('Enter');
}

/** On a desktop the list is beside the conversation, on a phone in a sheet. */
async function openList(page: Page, t: Words): Promise<void> {
  const button = page.getByRole('button', { name: t.openHistory });
  if (await button.isVisible()) await button.click();
}

const question = { zh: '把照片压缩到 60KB', en: 'compress a photo to 60 KB' };
const siteQuestion = { zh: '文件会保存多久', en: 'how long do you keep my files?' };

test('an answer leads to the tool with its options set', { tag: '@phone' }, async ({ page, product, language }) => {
  const t = chatWords[language];
  await product.open('/chat');
  await expect(page.getByRole('heading', { name: t.emptyTitle })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  // A switch without a hint is level with its label.
  const [label, track] = await Promise.all(
    [page.getByText(t.usingContext, { exact: true }), page.getByRole('switch')].map(part => part.boundingBox()),
  );
  expect(Math.abs(label!.y + label!.height / 2 - track!.y - track!.height / 2)).toBeLessThan(1.5);
  await page.getByRole('button', { name: t.try4 }).click();
  await expect(page.getByRole('listitem').last()).toContainText('24');
  await ask(page, t, question[language]);
  const { title } = compressWords[language];
  const open = page.getByRole('link', { name: fill(t.open, { title }), exact: true });
  await expect(open).toBeVisible();
  await expect(page.getByText(t.fromHelp).last()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: title })).toHaveCount(1);
  expect(await findFaults(page)).toEqual([]);
  await open.click();
  await expect(page).toHaveURL(/#\/editor\/compress$/);
  await pick(page, [await drawJpeg('holiday.jpg')]);
  await expect(page.getByLabel(compressWords[language].targetKb)).toHaveValue('60');
  expect(product.complaints).toEqual([]);
});

test('an answer opens the crop tool with the rotation and ratio of the question, and a link cannot set nonsense', {
  tag: '@desk',
}, async ({ page, product, language }) => {
  const t = chatWords[language];
  const crop = cropWords[language];
  const size = (after: string) => page.getByText(fill(crop.size, { before: '640 × 420', after }));
  await product.open('/chat');
  await ask(
    page,
    t,
    { zh: '照片顺时针转 90 度，再裁成 16:9', en: 'rotate my photo 90 degrees and crop it to 16:9' }[language],
  );
  await page.getByRole('link', { name: fill(t.open, { title: crop.title }), exact: true }).click();
  await pick(page, [await drawJpeg('holiday.jpg')]);
  await expect(page.getByRole('radio', { name: '16:9', exact: true })).toBeChecked();
  await expect(size('420 × 236')).toBeVisible();
  // Without the ratio, the crop stays as it is seen.
  await page.getByText(crop.free, { exact: true }).click();
  await expect(page.getByRole('radio', { name: crop.free, exact: true })).toBeChecked();
  await expect(size('420 × 236')).toBeVisible();
  await page.getByRole('button', { name: crop.runOne, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const button = page.getByRole('button', { name: product.work.downloadOne, exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const made = await sharp(await readFile(await download.path())).metadata();
  expect([made.width, made.height]).toEqual([420, 236]);
  await product.open('/editor/crop?ratio=999:0&turn=45&mirror=<b>&width=0.1');
  await expect(page).toHaveURL(/#\/editor\/crop$/);
  await expect(size('420 × 236')).toBeVisible();
  await page.getByRole('button', { name: crop.reset }).click();
  await product.open('/editor/crop?ratio=1:1');
  await expect(size('420 × 420')).toBeVisible();
  expect(product.complaints).toEqual([]);
});

test('an answer is as wide as the page, whatever tools it names', async ({ page, product, language }) => {
  const t = chatWords[language];
  await product.open('/chat');
  await ask(page, t, { zh: '照片太大发不出去怎么办', en: 'my picture is too big to email' }[language]);
  await expect(page.getByText(t.fromHelp).last()).toBeVisible();
  const right = page.viewportSize()!.width;
  const reach = await page.evaluate<[string, number][]>(`[...document.querySelectorAll('[data-chat] *')]
    .filter(element => !element.closest('.sr-only'))
    .map(element => [element.outerHTML.slice(0, 80), element.getBoundingClientRect().right])`);
  expect(reach.filter(([, edge]) => edge > right)).toEqual([]);
  expect(product.complaints).toEqual([]);
});

test('an answer is stopped, generated again, and exported', { tag: '@desk' }, async ({ page, product, language }) => {
  const t = chatWords[language];
  // Held until the user has stopped it.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/chat-process', async route => {
    await held;
    await route.abort().catch(() => undefined);
  });
  await product.open('/chat');
  await ask(page, t, siteQuestion[language]);
  await expect(page.getByText(t.thinking).first()).toBeVisible();
  await page.getByRole('button', { name: t.stop }).click();
  await expect(page.getByText(t.stopped)).toBeVisible();
  release();
  await page.unroute('**/chat-process');
  await page.getByRole('button', { name: t.again }).click();
  await expect(page.getByRole('listitem').last()).toContainText('24');
  await expect(page.getByText(t.stopped)).toHaveCount(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t.export }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.md$/);
  const saved = await readFile(await download.path(), 'utf8');
  expect(saved).toContain(siteQuestion[language]);
  expect(saved).toContain('24');
});

test('conversations are renamed and deleted, and survive a reload', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  const t = chatWords[language];
  await product.open('/chat');
  await ask(page, t, question[language]);
  await expect(page.getByRole('button', { name: t.again })).toBeVisible();
  await openList(page, t);
  await page.getByRole('button', { name: t.newChat }).first().click();
  await expect(page.getByRole('heading', { name: t.emptyTitle })).toBeVisible();
  await ask(page, t, siteQuestion[language]);
  await expect(page.getByRole('button', { name: t.again })).toBeVisible();

  await openList(page, t);
  await page.getByRole('button', { name: fill(t.renameOf, { title: siteQuestion[language] }) }).click();
  await page.getByRole('textbox', { name: t.titleField }).fill('Mine');
  await page.getByRole('textbox', { name: t.titleField }).press('Enter');
  await page.getByRole('link', { name: 'Mine' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();
  await expect(page.getByText(siteQuestion[language])).toBeVisible();

  await openList(page, t);
  await page.getByRole('button', { name: fill(t.deleteOf, { title: 'Mine' }) }).click();
  const alert = page.getByRole('alertdialog');
  expect(await findFaults(page)).toEqual([]);
  await alert.getByRole('button', { name: t.delete, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: question[language] })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: question[language] })).toBeVisible();
  await openList(page, t);
  await expect(page.getByRole('button', { name: fill(t.deleteOf, { title: 'Mine' }) })).toHaveCount(0);
  expect(product.complaints).toEqual([]);
});
