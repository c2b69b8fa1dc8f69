// The image editor: a picture is opened, annotated, cropped, corrected, undone and exported, with mouse and touch; the draft survives.
import { editorWords } from '../web/src/editor/words.ts';
import { countDiffering, exportPixels, readDraft, readStage, showTab } from './artwork.ts';
import { findFaults } from './axe.ts';
import { drag, pinch, setSlider } from './hands.ts';
import { drawJpeg } from './pictures.ts';
import { expect, pick, test } from './product.ts';

type Page = import('@playwright/test').Page;

const path = '/editor/imageEditor';

async function openEditor(page: Page): Promise<void> {
  await pick(page, [await drawJpeg('sea.jpg', 300, 200)]);
  await expect(page.locator('[data-editor]')).toBeVisible();
}

/** Selects a tool of the toolbar, which may have to be scrolled to on a phone. */
async function take(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name, exact: true }).click();
}

test('a picture is opened, captioned, cropped, corrected, undone, erased and exported', async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = editorWords[language];
  await product.open(path);
  await openEditor(page);

  await take(page, t.text);
  await page.getByRole('button', { name: t.addHeading }).click();
  await page.keyboard.insertText('你好 Hi');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: t.layers }).click();
  await expect(page.getByRole('button', { name: '你好 Hi', exact: true })).toBeVisible();

  await take(page, t.crop);
  await page.getByText('1:1', { exact: true }).click();
  await page.getByRole('tabpanel').getByRole('button', { name: t.cropNow, exact: true }).click();
  await expect(page.locator('[data-editor] [role=img]')).toHaveAccessibleName(/200 × 200/);

  await page.getByRole('button', { name: new RegExp(t.truePixels) }).click();
  const before = await readStage(page, 200, 200);
  await page.getByRole('tab', { name: t.layers }).click();
  await page.getByRole('button', { name: 'sea', exact: true }).click();
  await page.getByRole('tab', { name: t.edit }).click();
  await page.locator('summary').filter({ hasText: t.light }).click();
  await page.getByLabel(t.exposure, { exact: true }).fill('60');
  await expect.poll(async () => countDiffering(before, await readStage(page, 200, 200))).toBeGreaterThan(20_000);
  const bright = await readStage(page, 200, 200);
  await page.getByRole('button', { name: t.undo, exact: true }).click();
  await expect.poll(async () => countDiffering(before, await readStage(page, 200, 200))).toBe(0);
  await page.getByRole('button', { name: t.redo, exact: true }).click();
  await expect.poll(async () => countDiffering(bright, await readStage(page, 200, 200))).toBe(0);

  // Erased parts show the page, which gets a gradient.
  await take(page, t.erase);
  const area = (await page.locator('[data-page]').boundingBox())!;
  await drag(page, hasTouch, { x: area.x + 10, y: area.y + 20 }, { x: area.x + 190, y: area.y + 20 });
  const alphaAt = async (x: number, y: number) => (await readStage(page, 200, 200))[(y * 200 + x) * 4 + 3];
  await expect.poll(() => alphaAt(100, 20)).toBe(0);
  await page.getByRole('button', { name: t.undo, exact: true }).click();
  await expect.poll(async () => countDiffering(bright, await readStage(page, 200, 200))).toBe(0);
  await page.getByRole('button', { name: t.redo, exact: true }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await showTab(page, hasTouch, t.edit);
  await page.getByRole('switch', { name: t.transparent }).click();
  await page.getByText(t.linear, { exact: true }).click();
  await setSlider(page.getByRole('slider', { name: t.degrees }), 0);
  const redAt = async (x: number) => (await readStage(page, 200, 200))[(20 * 200 + x) * 4]!;
  await expect.poll(async () => (await redAt(14)) - (await redAt(186))).toBeGreaterThan(80);
  const shown = await readStage(page, 200, 200);

  const { name, data, width, height } = await exportPixels(page, t);
  expect(name).toBe('sea.png');
  expect([width, height]).toEqual([200, 200]);
  // 99.9 % of the pixels are within one level of the screen.
  expect(countDiffering(shown, data)).toBeLessThanOrEqual(40);
  // The letters are visible: white over a brightened sea.
  const whites = [...Array(200 * 200).keys()].filter(
    i => data[i * 4]! > 250 && data[i * 4 + 1]! > 250 && data[i * 4 + 2]! > 250,
  );
  expect(whites.length).toBeGreaterThan(100);
  expect(product.complaints).toEqual([]);
});

test('the row of tools shows that it goes on beyond the edge', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  await product.open(path);
  await openEditor(page);
  const edge = page.viewportSize()!.width;
  const shown = page.getByRole('navigation', { name: editorWords[language].tools }).getByRole('button');
  const boxes = await Promise.all((await shown.all()).map(one => one.boundingBox()));
  const isCut = (box: { x: number; width: number } | null) =>
    box !== null && box.x < edge - 0.3 * box.width && box.x + box.width > edge + 0.3 * box.width;
  expect(boxes.filter(isCut)).toHaveLength(1);
});

test('a drag moves a layer, keys copy and delete it, and the draft survives a reload', { tag: '@desk' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = editorWords[language];
  await product.open(path);
  await openEditor(page);
  await take(page, t.sticker);
  await page.getByRole('button', { name: language === 'zh' ? '爱心' : 'Heart', exact: true }).click();
  await expect(page.locator('[data-editor] [role=img]')).toHaveAccessibleName(/[，,] ?2 /);
  const stage = (await page.locator('[data-page]').boundingBox())!;
  const middle = { x: stage.x + stage.width / 2, y: stage.y + stage.height / 2 };
  if (hasTouch) {
    // Two fingers zoom and move the page: first beside the heart, then back with a finger on it, which does not move the heart.
    const width = async () => (await page.locator('[data-page]').boundingBox())!.width;
    await pinch(page, middle, { spread: [110, 220], by: { x: 0, y: 30 } });
    await expect.poll(async () => (await width()) / stage.width).toBeCloseTo(2, 1);
    await pinch(page, { x: middle.x, y: middle.y + 30 }, { spread: [100, 50], by: { x: 0, y: -30 } });
    await expect.poll(async () => (await width()) / stage.width).toBeCloseTo(1, 1);
    const { x, y } = (await page.locator('[data-page]').boundingBox())!;
    expect([Math.abs(x - stage.x), Math.abs(y - stage.y)].map(Math.round).every(far => far < 3)).toBe(true);
  }
  await drag(page, hasTouch, middle, { x: middle.x + 40, y: middle.y + 10 });
  await showTab(page, hasTouch, t.history);
  await expect(page.getByRole('tabpanel').getByRole('button', { name: t['deed-move'] })).toHaveCount(1);
  await page.keyboard.press('Control+d');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+Shift+z');
  const heart = page
    .getByRole('list', { name: t.layers })
    .getByRole('button', { name: language === 'zh' ? '爱心' : 'Heart', exact: true });
  await page.getByRole('tab', { name: t.layers }).click();
  await expect(heart).toHaveCount(2);
  await heart.first().click();
  await page.keyboard.press('Delete');
  await expect(heart).toHaveCount(1);
  expect(await findFaults(page)).toEqual([]);

  await expect.poll(async () => JSON.parse((await readDraft(page, 'draft')) || '{}').artwork?.layers.length).toBe(2);
  await page.reload();
  await expect(page.locator('[data-editor]')).toBeVisible();
  await expect(page.locator('[data-editor] [role=img]')).toHaveAccessibleName(/300 × 200/);
  await expect.poll(async () => (await readStage(page, 40, 40))[3]).toBe(255);

  await expect(page.getByLabel(t.openFile, { exact: true })).toHaveAttribute('accept', /image\/svg\+xml.*\.pwx/);
  // A preset can also resize the canvas only; the content keeps its size at the corner that is chosen.
  await page.getByRole('button', { name: t.file, exact: true }).click();
  await page.getByRole('button', { name: t.pageSize, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: t.presets }).selectOption('avatar');
  await dialog.getByText(t.resizeCanvas, { exact: true }).click();
  await dialog.getByRole('radio', { name: `${t.anchor} 3, 3` }).check({ force: true });
  await dialog.getByRole('button', { name: t.resize, exact: true }).click();
  await expect(page.locator('[data-editor] [role=img]')).toHaveAccessibleName(/800 × 800/);
  const sea = async () => JSON.parse(await readDraft(page, 'draft')).artwork.layers[0];
  await expect.poll(sea).toMatchObject({ x: 650, y: 700, width: 300, height: 200 });
  expect(product.complaints).toEqual([]);
});
