// Watermark removal in several steps and of several pictures: stroke by stroke on the result, and marks that pictures share or not.
import { fill } from 'contract/words.ts';
import { photos } from '../bench/photos.ts';
import { screenWords } from '../tools/inpaint-image/screen-words.ts';
import { painterWords } from '../ui/mask-painter/words.ts';
import { compare, download, draw, drawMarked, expectBoard, finished, marked, path, tool } from './painting.ts';
import { expect, phasesOf, pick, test } from './product.ts';

test('removals go on from the result, stroke by stroke, and are taken back across runs', { tag: '@desk' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = screenWords[language];
  const undo = page.getByRole('button', { name: t.undoStep });
  await product.open(path);
  const file = await drawMarked('steps.jpg', photos.sea, 900, 600);
  await pick(page, [file]);
  await tool(page, language, 'box').click();
  await page.getByRole('switch', { name: t.instant }).click();
  await draw(page, hasTouch, 1.5, [
    { x: 0.55, y: 0.85 },
    { x: 0.95, y: 0.95 },
  ]);
  // The mark runs when it is complete, and the stage shows its result without marks.
  await expect(undo).toBeEnabled();
  await expect(marked(page)).toHaveText(painterWords[language].nothing);
  const first = await compare(file.buffer, (await download(page, product.work.downloadOne)).bytes);
  expect(first.left).toBeGreaterThan(0.5);
  await draw(page, hasTouch, 1.5, [
    { x: 0.05, y: 0.5 },
    { x: 0.2, y: 0.7 },
  ]);
  await expect(undo).toBeDisabled();
  await expect(undo).toBeEnabled();
  const second = await compare(file.buffer, (await download(page, product.work.downloadOne)).bytes);
  expect(second.left).toBeLessThan(0.2);
  expect(second.right).toBeGreaterThan(0.6);
  // What is left after taking back is applied by the button.
  await undo.click();
  await page.getByRole('button', { name: product.work.apply }).click();
  await expect(undo).toBeDisabled();
  await expect(undo).toBeEnabled();
  const undone = await compare(file.buffer, (await download(page, product.work.downloadOne)).bytes);
  expect(undone.left).toBeGreaterThan(0.5);
  await undo.click();
  await expect(undo).toHaveCount(0);
  expect(product.complaints).toEqual([]);
});

test('a picture that is added is opened without the marks of the one before', { tag: '@desk' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = screenWords[language];
  await product.open(path);
  await pick(page, [await drawMarked('one.jpg', photos.chair, 900, 600)]);
  await tool(page, language, 'box').click();
  await draw(page, hasTouch, 1.5, [
    { x: 0.8, y: 0.88 },
    { x: 0.96, y: 0.96 },
  ]);
  await page.getByRole('button', { name: t.runOne }).click();
  await finished(page);
  await pick(page, [await drawMarked('two.jpg', photos.sea, 900, 600)]);
  await expectBoard(page, language);
  await expect(marked(page)).toHaveText(painterWords[language].nothing);
  await draw(page, hasTouch, 1.5, [
    { x: 0.1, y: 0.1 },
    { x: 0.3, y: 0.3 },
  ]);
  // The first result stays as it is: only the new picture runs.
  await page.getByRole('button', { name: t.runOne }).click();
  await expect(page.locator('[data-phase=done]')).toHaveCount(2);
  expect(product.complaints).toEqual([]);
});

test('a batch of one size is marked once, and another size gets the marks by one press', { tag: '@phone' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = screenWords[language];
  await product.open(path);
  await pick(page, [
    await drawMarked('one.jpg', photos.chair, 900, 600),
    await drawMarked('two.jpg', photos.sea, 900, 600),
    await drawMarked('three.jpg', photos.map, 900, 600),
    await drawMarked('small.jpg', photos.desk, 600, 400),
  ]);
  await expect(phasesOf(page)).toHaveCount(4);
  await page.getByRole('switch', { name: t.sameArea }).click();
  await tool(page, language, 'box').click();
  await draw(page, hasTouch, 1.5, [
    { x: 0.8, y: 0.88 },
    { x: 0.96, y: 0.96 },
  ]);
  await expect(marked(page)).toContainText('%');
  const share = await marked(page).textContent();
  await page.getByRole('button', { name: 'two.jpg' }).first().click();
  await expect(marked(page)).toHaveText(share ?? '');
  await page.getByRole('button', { name: 'small.jpg' }).first().click();
  await expect(marked(page)).toHaveText(painterWords[language].nothing);
  await page.getByRole('button', { name: 'one.jpg' }).first().click();
  await page.getByRole('button', { name: t.spread }).click();
  await page.getByRole('button', { name: 'small.jpg' }).first().click();
  await expect(marked(page)).toHaveText(share ?? '');
  await page.getByRole('switch', { name: t.sameMark }).click();
  await page.getByRole('button', { name: fill(t.runMany, { count: 4 }) }).click();
  await expect(page.locator('[data-phase=done]')).toHaveCount(4);
  expect(product.complaints).toEqual([]);
});
