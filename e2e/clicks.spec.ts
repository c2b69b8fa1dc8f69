// Counts the presses that a picture tool needs from the home page to the saved file with its default options: clicks, taps, keys and strokes. The
// system's file dialog does not count.
import { stat } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { photos } from '../bench/photos.ts';
import { tools } from '../tools/index.ts';
import { screenWords } from '../tools/inpaint-image/screen-words.ts';
import { words as drawingWords } from '../tools/text-to-image/words.ts';
import { painterWords } from '../ui/mask-painter/words.ts';
import { editorWords } from '../web/src/editor/words.ts';
import { dropOn } from './drop-on.ts';
import { saveName } from './hands.ts';
import { drawJpeg, drawJpegs } from './pictures.ts';
import { expect, test } from './product.ts';

const max = 4;

interface Picked {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const onePage = `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 144 72]>> endobj
trailer <</Root 1 0 R /Size 4>>
%%EOF`;

const drawPortrait = async (): Promise<Picked[]> => [
  {
    name: 'portrait.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp(photos.womanRed).resize(600).jpeg({ quality: 92 }).toBuffer(),
  },
];

/** On a transparent background, which needs no network. */
const drawBottle = async (): Promise<Picked[]> => [
  {
    name: 'bottle.png',
    mimeType: 'image/png',
    buffer: await sharp(
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect x="115" y="40" width="70" height="220" rx="14" fill="#b03a2e"/></svg>',
      ),
    )
      .png()
      .toBuffer(),
  },
];

const drawText = async (): Promise<Picked[]> => [
  {
    name: 'sign.png',
    mimeType: 'image/png',
    buffer: await sharp(
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="420" height="90"><rect width="420" height="90" fill="#fff"/><text x="20" y="60" font-family="sans-serif" font-size="40">Fresh bread</text></svg>',
      ),
    )
      .png()
      .toBuffer(),
  },
];

/** The input of tools that need something other than one small picture. Of those that ask the networks against blur and noise, no other journey does. */
const filesFor: Readonly<Record<string, () => Promise<Picked[]>>> = {
  'pdf-to-pictures': async () => [{ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from(onePage) }],
  'cutout-image': drawPortrait,
  'ai-product': drawBottle,
  certified: drawPortrait,
  'image-to-text': drawText,
  gif: () => drawJpegs(2),
  collage: () => drawJpegs(2),
  'pictures-to-pdf': () => drawJpegs(2),
};

/** Counts a person's actions on the page; a tap is one pointer that goes down. */
const countPresses = (page: Page) =>
  page.addInitScript(`
    window.presses = 0;
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(type, event => { if (event.isTrusted) window.presses += 1; }, true);
  `);
const presses = (page: Page) => page.evaluate<number>('window.presses');

interface Visit {
  readonly page: Page;
  readonly hasTouch: boolean;
}

const press = ({ hasTouch }: Visit, what: Locator) => (hasTouch ? what.tap() : what.click());

async function save(visit: Visit, button: Locator): Promise<number> {
  await expect(button).toBeVisible();
  const [download] = await Promise.all([visit.page.waitForEvent('download'), press(visit, button)]);
  expect((await stat(await download.path())).size).toBeGreaterThan(100);
  return presses(visit.page);
}

const runOnPictures = tools.filter(({ category, calls }) => category !== 'video' && calls[0]?.inputs.length);

// Half of them by mouse on a desktop, the others by touch on a phone.
for (const [index, tool] of runOnPictures.filter(({ name }) => name !== 'inpaint-image').entries())
  test(`${tool.name}: from the home page to the download`, { tag: index % 2 ? '@phone' : '@desk' }, async ({
    page,
    product,
    hasTouch,
  }) => {
    const visit = { page, hasTouch };
    await countPresses(page);
    await product.open('/');
    await press(visit, page.locator(`main a[href$="#${tool.route}"]`));
    const choose = page.getByRole('button', { name: product.work.pickFiles, exact: true });
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(visit, choose)]);
    await chooser.setFiles(await (filesFor[tool.name] ?? (async () => [await drawJpeg('one.jpg', 320, 240)]))());
    const bar = page.locator('[data-action-bar]');
    const button = bar.getByRole('button', { name: saveName(product.work) });
    // Some tools run automatically.
    if (!['cutout-image', 'ai-product'].includes(tool.name)) await press(visit, bar.getByRole('button').first());
    const count = await save(visit, button);
    expect(count).toBeGreaterThan(1);
    expect(count).toBeLessThanOrEqual(max);
    expect(product.complaints).toEqual([]);
  });

test('inpaint-image: dropped on its tile, painted over, saved', { tag: '@desk' }, async ({
  page,
  product,
  hasTouch,
  language,
}) => {
  const visit = { page, hasTouch };
  await countPresses(page);
  await product.open('/');
  await dropOn(page, 'main a[href$="#/editor/inpaintImage"]', await drawJpeg('marked.jpg', 320, 240));
  await expect(page.getByRole('application')).toBeVisible();
  await expect(page.getByRole('img', { name: painterWords[language].loading })).toHaveCount(0);
  const box = (await page.getByRole('application').boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.45, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.55, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await press(visit, page.getByRole('button', { name: screenWords[language].runOne, exact: true }));
  const dropped = 1;
  const count = await save(visit, page.getByRole('button', { name: product.work.downloadOne, exact: true }));
  expect(dropped + count).toBeLessThanOrEqual(max);
  expect(product.complaints).toEqual([]);
});

test('image-editor: from the home page to the export', { tag: '@desk' }, async ({
  page,
  product,
  hasTouch,
  language,
}) => {
  const visit = { page, hasTouch };
  const t = editorWords[language];
  await countPresses(page);
  await product.open('/');
  await press(visit, page.locator('main a[href$="#/editor/imageEditor"]'));
  const choose = page.getByRole('button', { name: t.pick, exact: true });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(visit, choose)]);
  await chooser.setFiles([await drawJpeg('one.jpg', 320, 240)]);
  await press(visit, page.getByRole('button', { name: t.export, exact: true }).first());
  const count = await save(visit, page.getByRole('dialog').getByRole('button', { name: t.exportNow }));
  expect(count).toBeLessThanOrEqual(max);
  expect(product.complaints).toEqual([]);
});

test('text-to-image: from the home page to the download', { tag: '@desk' }, async ({
  page,
  product,
  hasTouch,
  language,
}) => {
  const visit = { page, hasTouch };
  const t = drawingWords[language];
  await countPresses(page);
  await product.open('/');
  await press(visit, page.locator('main a[href$="#/editor/textToImage"]'));
  await press(visit, page.getByRole('region', { name: t.results }).getByRole('button').first());
  await press(visit, page.locator('form button[type=submit]'));
  const count = await save(visit, page.getByRole('button', { name: t.download }).first());
  expect(count).toBeLessThanOrEqual(max);
  expect(product.complaints).toEqual([]);
});
