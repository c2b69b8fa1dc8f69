// Design templates: one is found, its words and colours are changed, and the file shows both; a picture and a code of one's own take the
// places of the template's.
import { readFile } from 'node:fs/promises';
import jsqr from 'jsqr';
import sharp from 'sharp';
import { palettes } from '../contract/artwork/palettes.ts';
import { designWords } from '../web/src/designs/words.ts';
import { editorWords } from '../web/src/editor/words.ts';
import { findFaults } from './axe.ts';
import { expect, test } from './product.ts';

type Page = import('@playwright/test').Page;
type T = (typeof editorWords)['zh'];

const sea = [20, 90, 200] as const;

/** A tab of the panel, which is a sheet on phones. */
async function showTab(page: Page, hasTouch: boolean, name: string): Promise<void> {
  if (hasTouch && !(await page.getByRole('tab', { name }).isVisible()))
    await page.getByRole('navigation').getByRole('button', { name, exact: true }).tap();
  else await page.getByRole('tab', { name }).click();
}

async function exportPixels(page: Page, t: T) {
  await page.getByRole('button', { name: t.export, exact: true }).first().click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: t.exportNow }).click(),
  ]);
  await page.keyboard.press('Escape');
  const { data, info } = await sharp(await readFile(await download.path()))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 3)];
  return { data, at, width: info.width, height: info.height };
}

test('a template is found, written anew, recoloured and exported', async ({ page, product, language, hasTouch }) => {
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
  // Two strokes of the new title, in the colour of its role, and none of the old words to their right.
  const row = Array.from({ length: 600 }, (_, x) => at(100 + x, language === 'zh' ? 240 : 190).join());
  expect(row.slice(0, 330).filter(color => color === rgb(colors.paper).join()).length).toBeGreaterThan(20);
  expect(row.slice(420).filter(color => color === rgb(colors.paper).join())).toEqual([]);
  expect(product.complaints).toEqual([]);
});

test('a picture and a link of one’s own take the places of the template’s, and the work is there after a reload', async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = editorWords[language];
  await product.open('/editor/design/flat-to-let');
  await expect(page.locator('[data-editor] [role=img]')).toHaveAccessibleName(/1080 × 1440/);
  // Wherever a picture is let go outside of a place for it, it becomes a layer; this one is chosen for the place.
  await showTab(page, hasTouch, t.layers);
  await page.getByRole('list', { name: t.layers }).getByRole('button', { name: t.vector, exact: true }).last().click();
  await showTab(page, hasTouch, t.edit);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: t.replacePicture, exact: true }).click(),
  ]);
  const buffer = await sharp({
    create: { width: 540, height: 320, channels: 3, background: { r: sea[0], g: sea[1], b: sea[2] } },
  })
    .jpeg()
    .toBuffer();
  await chooser.setFiles([{ name: 'sea.jpg', mimeType: 'image/jpeg', buffer }]);
  await showTab(page, hasTouch, t.layers);
  await page.getByRole('list', { name: t.layers }).getByRole('button', { name: t.qr, exact: true }).click();
  await showTab(page, hasTouch, t.edit);
  await page.getByRole('textbox', { name: t.qrText }).fill('https://example.com/mine');
  const before = await exportPixels(page, t);
  expect(jsqr(new Uint8ClampedArray(before.data), before.width, before.height)?.data).toBe('https://example.com/mine');
  const shown = before.at(40, 40);
  for (const channel of [0, 1, 2]) expect(Math.abs(shown[channel]! - sea[channel]!)).toBeLessThan(5);

  await expect
    .poll(() =>
      page.evaluate<string>(`new Promise(resolve => {
        const opening = indexedDB.open('editor-draft');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('draft').objectStore('draft').get('design-flat-to-let');
          reading.onsuccess = () => { opening.result.close(); resolve(JSON.stringify(reading.result ?? '')); };
        };
      })`),
    )
    .toContain('example.com/mine');
  await page.reload();
  await expect(page.locator('[data-editor] [role=img]')).toHaveAccessibleName(/1080 × 1440/);
  await showTab(page, hasTouch, t.layers);
  await expect(page.getByRole('button', { name: 'sea', exact: true })).toBeVisible();
  expect(product.complaints).toEqual([]);
});
