// Compressing, resizing, cropping, collages, and PDFs in both directions: from the file to the download, with the sizes shown in between.
import { readFile } from 'node:fs/promises';
import { fill } from 'contract/words.ts';
import sharp from 'sharp';
import { photos } from '../bench/photos.ts';
import { words as collageWords } from '../tools/collage/words.ts';
import { words as compressWords } from '../tools/compress/words.ts';
import { words as cropWords } from '../tools/crop/words.ts';
import { words as pagesWords } from '../tools/pdf-to-pictures/words.ts';
import { words as pdfWords } from '../tools/pictures-to-pdf/words.ts';
import { words as resizeWords } from '../tools/resize/words.ts';
import { findFaults } from './axe.ts';
import { drawJpeg } from './pictures.ts';
import { expect, phasesOf, pick, test } from './product.ts';

test('a picture is compressed and downloaded', { tag: '@desk' }, async ({ page, product, language }) => {
  const t = compressWords[language];
  await product.open('/editor/compress');
  await pick(page, [await drawJpeg('holiday.jpg')]);
  await page.getByRole('button', { name: t.runOne, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  expect(await findFaults(page)).toEqual([]);
  const button = page.getByRole('button', { name: product.work.downloadOne, exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toBe('holiday-min.jpg');
  expect((await sharp(await readFile(await download.path())).metadata()).width).toBe(640);
  expect(product.complaints).toEqual([]);
});

test('a picture is resized by percent to the size that was shown', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  const t = resizeWords[language];
  await product.open('/editor/resize');
  await pick(page, [await drawJpeg('holiday.jpg')]);
  await page.getByText(t.byPercent, { exact: true }).click();
  await page.getByRole('button', { name: '25%', exact: true }).click();
  await expect(page.getByText(fill(t.becomes, { before: '640 × 420', after: '160 × 105' }))).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: t.runOne, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const button = page.getByRole('button', { name: product.work.downloadOne, exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toBe('holiday-160x105.jpg');
  const made = await sharp(await readFile(await download.path())).metadata();
  expect([made.width, made.height]).toEqual([160, 105]);
  expect(product.complaints).toEqual([]);
});

test('a crop is drawn by its corner, in a ratio, and the picture is turned', async ({ page, product, language }) => {
  const t = cropWords[language];
  await product.open('/editor/crop');
  await pick(page, [await drawJpeg('holiday.jpg')]);
  await page.getByText('1:1', { exact: true }).click();
  await expect(page.getByText(fill(t.size, { before: '640 × 420', after: '420 × 420' }))).toBeVisible();
  const corner = page.getByRole('button', { name: t.gripBottomRight });
  await corner.focus();
  for (let presses = 0; presses < 10; presses++) await page.keyboard.press('ArrowLeft');
  await expect(page.getByText(fill(t.size, { before: '640 × 420', after: '420 × 420' }))).toBeHidden();
  await page.getByRole('button', { name: t.reset }).click();
  await corner.scrollIntoViewIfNeeded();
  const box = (await corner.boundingBox())!;
  const stage = (await page.getByRole('img', { name: t.stageLabel }).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(stage.x + stage.width / 2, stage.y + stage.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByText(fill(t.size, { before: '640 × 420', after: '320 × 210' }))).toBeVisible();
  await page.getByRole('button', { name: t.turnRight }).click();
  await expect(page.getByText(fill(t.size, { before: '640 × 420', after: '210 × 320' }))).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: t.runOne, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const button = page.getByRole('button', { name: product.work.downloadOne, exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toBe('holiday-crop.jpg');
  const made = await sharp(await readFile(await download.path())).metadata();
  expect([made.width, made.height]).toEqual([210, 320]);
  expect(product.complaints).toEqual([]);
});

/** Draws a picture with two colours, a disc and a bar that differ between pictures. */
async function drawScene(name: string, hue: number) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320">
    <rect width="480" height="320" fill="hsl(${hue} 60% 45%)"/><circle cx="150" cy="120" r="80" fill="hsl(${hue + 150} 80% 75%)"/>
    <rect x="300" y="60" width="60" height="220" fill="#fff8"/></svg>`;
  return { name, mimeType: 'image/jpeg', buffer: await sharp(Buffer.from(svg)).jpeg({ quality: 95 }).toBuffer() };
}

const lookSmall = async (picture: Buffer) =>
  sharp(picture).flatten({ background: '#fff' }).resize(120, 120, { fit: 'fill' }).removeAlpha().raw().toBuffer();

/** A portrait with as much ground below as makes it thrice as tall as wide. */
async function drawTallPortrait() {
  const ground = { bottom: 1000, background: '#7a8b6f' };
  return {
    name: 'portrait.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp(photos.womanRed).extend(ground).jpeg().toBuffer(),
  };
}

test('a collage looks like its preview', { tag: '@phone' }, async ({ page, product, language }) => {
  const t = collageWords[language];
  const cellAt = (name: string, position: number) =>
    page.getByRole('button', { name: fill(t.cellAt, { name, position, count: 3 }) });
  await product.open('/editor/collage');
  await pick(page, [await drawScene('scene-0.jpg', 0), await drawTallPortrait(), await drawScene('scene-2.jpg', 240)]);
  await page.getByTitle(fill(t.template, { number: 2 }), { exact: true }).click();
  // The middle of the portrait is the ground below the head; its upper end is shown once the server has found the face.
  const portrait = cellAt('portrait.jpg', 2).locator('img');
  const shareAbove = async () => {
    const [, top, height] =
      /top: -?([\d.]+)%.*height: ([\d.]+)%/.exec((await portrait.getAttribute('style')) ?? '') ?? [];
    return Number(top) / Number(height);
  };
  await expect.poll(shareAbove).toBeLessThan(0.25);
  await page.getByLabel(t.radius).fill('8');
  await cellAt('scene-0.jpg', 1).focus();
  for (let presses = 0; presses < 5; presses++) await page.keyboard.press('+');
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('button', { name: t.resetView })).toBeEnabled();
  // A picture dragged within its cell moves; dragged onto another cell it is swapped.
  const middleOf = async (name: string, position: number) => {
    const box = (await cellAt(name, position).boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  await cellAt('scene-0.jpg', 1).scrollIntoViewIfNeeded();
  const [from, to] = [await middleOf('scene-0.jpg', 1), await middleOf('scene-2.jpg', 3)];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 6 });
  await page.mouse.up();
  await expect(cellAt('scene-0.jpg', 3)).toBeVisible();
  await expect(cellAt('scene-2.jpg', 1)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  const collage = page.getByRole('region', { name: t.collage });
  const box = (await collage.boundingBox())!;
  await page.mouse.click(box.x - 6, box.y + 6);
  await expect(page.locator('[data-outline]')).toHaveCount(0);
  const preview = await lookSmall(await collage.screenshot());
  await page.getByRole('button', { name: fill(t.runMany, { count: 3 }) }).click();
  const button = page.getByRole('button', { name: product.work.downloadOne, exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toBe('scene-2-collage.jpg');
  const made = await lookSmall(await readFile(await download.path()));
  const difference = made.reduce((sum, value, at) => sum + Math.abs(value - preview[at]!), 0) / made.length;
  expect(difference).toBeLessThan(6);
  expect(await findFaults(page)).toEqual([]);
  expect(product.complaints).toEqual([]);
});

test('three pictures become one PDF, in the order they were dragged into', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  const t = pdfWords[language];
  await product.open('/editor/picturesToPdf');
  await pick(page, [await drawJpeg('a.jpg'), await drawJpeg('b.jpg', 420, 640), await drawJpeg('c.jpg')]);
  await expect(page.getByRole('img', { name: fill(t.pageOf, { position: 1, count: 3 }) })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: fill(t.runMany, { count: 3 }) }).click();
  await expect(page.getByText(fill(t.pageOf, { position: 1, count: 3 }), { exact: true })).toBeVisible();
  const button = page.getByRole('button', { name: product.work.downloadOne, exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toBe('a-3-pages.pdf');
  const pdf = (await readFile(await download.path())).toString('latin1');
  expect(pdf.match(/\/Type \/Page \//g)).toHaveLength(3);
  expect(product.complaints).toEqual([]);
});

test('a PDF becomes a picture of each page', { tag: '@phone' }, async ({ page, product, language }) => {
  const t = pagesWords[language];
  const pageObject = (number: number) =>
    `${number} 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 144 72]>> endobj\n`;
  const pdf = `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R 4 0 R] /Count 2>> endobj
${pageObject(3)}${pageObject(4)}trailer <</Root 1 0 R /Size 5>>
%%EOF`;
  await product.open('/editor/pdfToPictures');
  await pick(page, [{ name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) }]);
  await page.getByRole('button', { name: t.runOne, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  expect(await findFaults(page)).toEqual([]);
  const button = page.getByRole('button', { name: `${product.work.download} · report-2.jpg` });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toBe('report-2.jpg');
  expect((await sharp(await readFile(await download.path())).metadata()).width).toBe(300);
  expect(product.complaints).toEqual([]);
});
