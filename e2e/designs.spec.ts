// Design templates: one is found, its texts and colours are changed, and the file shows both; the user's own picture and QR code replace those of
// the template.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import jsqr from 'jsqr';
import sharp from 'sharp';
import { palettes } from '../contract/artwork/palettes.ts';
import { designTemplates } from '../tools/design/contract.ts';
import { designWords } from '../web/src/designs/words.ts';
import { editorWords } from '../web/src/editor/words.ts';
import { exportPixels, readDraft, showTab } from './artwork.ts';
import { findFaults } from './axe.ts';
import { dropOn } from './drop-on.ts';
import { expect, test } from './product.ts';

const sea = [20, 90, 200] as const;
const isSea = (color: readonly number[]) => [0, 1, 2].every(at => Math.abs(color[at]! - sea[at]!) < 5);

/** Drops a picture of the sea at a position of the page, which is this many pixels wide. */
async function dropInPage(page: Page, { x, y }: { x: number; y: number }, width: number): Promise<void> {
  const [r, g, b] = sea;
  const buffer = await sharp({ create: { width: 540, height: 320, channels: 3, background: { r, g, b } } })
    .jpeg()
    .toBuffer();
  const shown = (await page.locator('[data-page]').boundingBox())!;
  const scale = shown.width / width;
  await dropOn(
    page,
    '[data-artboard]',
    { name: 'sea.jpg', buffer },
    { x: shown.x + x * scale, y: shown.y + y * scale },
  );
}

test('a template is found, rewritten, recoloured and exported', { tag: '@desk' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const [t, list] = [editorWords[language], designWords[language]];
  await product.open('/editor/design');
  const cards = page.locator('main a[href*="/editor/design/"]');
  await expect.poll(() => cards.count()).toBeGreaterThan(59);
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('searchbox', { name: list.search }).fill(language === 'zh' ? '面包' : 'bakery');
  await expect.poll(() => cards.count()).toBeLessThan(5);
  const cover = cards.first().locator('img');
  await expect
    .poll(() => cover.evaluate(image => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(200);
  await page.locator('main a[href$="/editor/design/corner-bakery"]').click();
  await expect(page.locator('[data-editor] [role=img]')).toHaveAccessibleName(/1240 × 1754/);

  await showTab(page, hasTouch, t.layers);
  const title = language === 'zh' ? '街角面包房' : 'Corner Bakery';
  await page.getByRole('button', { name: title, exact: true }).click();
  await showTab(page, hasTouch, t.edit);
  await page.getByRole('textbox', { name: t.text, exact: true }).fill('IIII');
  await page.getByRole('navigation').getByRole('button', { name: t.hand, exact: true }).click();
  await showTab(page, hasTouch, t.edit);
  const { name, colors } = palettes.night;
  await page.getByTitle(name[language], { exact: true }).click();
  const { at, width, height } = await exportPixels(page, t);
  expect([width, height]).toEqual([1240, 1754]);
  const rgb = (color: string) => [1, 3, 5].map(from => Number.parseInt(color.slice(from, from + 2), 16));
  expect(at(30, 30)).toEqual(rgb(colors.accent));
  expect(at(30, 1000)).toEqual(rgb(colors.ground));
  // Two strokes of the new title in the colour of its role, and nothing of the old text to their right.
  const row = Array.from({ length: 600 }, (_, x) => at(100 + x, language === 'zh' ? 240 : 190).join());
  expect(row.slice(0, 330).filter(color => color === rgb(colors.paper).join()).length).toBeGreaterThan(20);
  expect(row.slice(420).filter(color => color === rgb(colors.paper).join())).toEqual([]);
  expect(product.complaints).toEqual([]);
});

test('the user’s picture and link replace those of the template, and the work survives a reload', {
  tag: '@phone',
}, async ({ page, product, language, hasTouch }) => {
  const t = editorWords[language];
  await product.open('/editor/design/flat-to-let');
  await expect(page.locator('[data-editor] [role=img]')).toHaveAccessibleName(/1080 × 1440/);
  await dropInPage(page, { x: 540, y: 320 }, 1080);
  await showTab(page, hasTouch, t.layers);
  await page.getByRole('list', { name: t.layers }).getByRole('button', { name: t.qr, exact: true }).click();
  await showTab(page, hasTouch, t.edit);
  await page.getByRole('textbox', { name: t.qrText }).fill('https://example.com/mine');
  const before = await exportPixels(page, t);
  expect(jsqr(new Uint8ClampedArray(before.data), before.width, before.height)?.data).toBe('https://example.com/mine');
  expect(isSea(before.at(40, 40))).toBe(true);

  await expect.poll(() => readDraft(page, 'design-flat-to-let')).toContain('example.com/mine');
  await page.reload();
  await expect(page.locator('[data-editor] [role=img]')).toHaveAccessibleName(/1080 × 1440/);
  await showTab(page, hasTouch, t.layers);
  await expect(page.getByRole('button', { name: 'sea', exact: true })).toBeVisible();
  expect(product.complaints).toEqual([]);
});

test('a template opens by its link and offers to cut out a dropped picture; a drawing opens as layers', {
  tag: '@desk',
}, async ({ page, product, language, hasTouch }) => {
  const [t, list] = [editorWords[language], designWords[language]];
  const template = designTemplates.find(({ id }) => id === 'pet-paw')!;
  const body = JSON.stringify({ title: template.title, artwork: template.render(language) });
  const site = createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1');
  await new Promise(resolve => site.once('listening', resolve));
  const stage = page.locator('[data-editor] [role=img]');
  try {
    await product.open('/editor/design');
    await page.getByRole('button', { name: list.openOwn, exact: true }).click();
    const link = `http://127.0.0.1:${(site.address() as AddressInfo).port}/paw.json`;
    await page.getByRole('textbox', { name: list.link }).fill(link);
    await page.getByRole('button', { name: list.linkButton, exact: true }).click();
    await expect(stage).toHaveAccessibleName(/800 × 800/);
  } finally {
    site.close();
  }
  await dropInPage(page, { x: 400, y: 370 }, 800);
  const offer = page.getByRole('dialog');
  await expect(offer.getByRole('button', { name: t.cutoutNow, exact: true })).toBeVisible();
  await offer.getByRole('button', { name: t.cancel, exact: true }).click();
  expect(isSea((await exportPixels(page, t)).at(400, 370))).toBe(true);

  await product.open('/editor/design');
  await page.getByRole('button', { name: list.openOwn, exact: true }).click();
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="600"><script>alert(1)</script>
    <rect id="ground" width="640" height="600" fill="rgb(${sea.join()})"/><text x="320" y="300" font-size="60" text-anchor="middle">OK 好</text></svg>`;
  const file = { name: 'own.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) };
  await page.getByLabel(list.file, { exact: true }).setInputFiles(file);
  await expect(stage).toHaveAccessibleName(/640 × 600.*2/);
  await showTab(page, hasTouch, t.layers);
  for (const name of ['ground', 'OK 好']) await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  const shown = await exportPixels(page, t);
  expect(isSea(shown.at(5, 5))).toBe(true);
  const row = Array.from({ length: 300 }, (_, x) => shown.at(170 + x, 280));
  expect(row.filter(color => color.every(value => value < 40)).length).toBeGreaterThan(10);
  expect(product.complaints).toEqual([]);
});
