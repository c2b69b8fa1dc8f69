// The cutout of a photograph: run, viewed, given a background, corrected with the brush by mouse or touch; and a batch.
import { readFile } from 'node:fs/promises';
import type { Locator, Page, Route } from '@playwright/test';
import { warningWords } from 'contract/warnings.ts';
import { fill } from 'contract/words.ts';
import sharp from 'sharp';
import { photos } from '../bench/photos.ts';
import { backgroundNames } from '../tools/cutout-image/backgrounds.ts';
import { words } from '../tools/cutout-image/words.ts';
import { painterWords } from '../ui/mask-painter/words.ts';
import { findFaults } from './axe.ts';
import { countZipped } from './pictures.ts';
import { expect, phasesOf, pick, test } from './product.ts';

const path = '/editor/cutoutImage';
/** Longer than changed options rest before their run starts. */
const slowPressMs = 1000;

async function download(page: Page, name: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

async function colourAt(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.round(y * info.height) * info.width + Math.round(x * info.width)) * 4;
  return [...data.subarray(at, at + 4)];
}

type Place = [number, number];

/** Draws with the mouse, or by touch if there is no mouse. Positions are fractions of the board. */
async function stroke(page: Page, hasTouch: boolean, [from, to]: [Place, Place]) {
  const box = (await page.locator('[data-stage=stage] canvas').first().boundingBox())!;
  const place = ([x, y]: Place) => ({ x: box.x + x * box.width, y: box.y + y * box.height });
  const steps = 12;
  const way = Array.from({ length: steps + 1 }, (_, i) => {
    const part = i / steps;
    return place([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]);
  });
  if (!hasTouch) {
    await page.mouse.move(way[0]!.x, way[0]!.y);
    await page.mouse.down();
    for (const { x, y } of way) await page.mouse.move(x, y);
    await page.mouse.up();
    return;
  }
  const session = await page.context().newCDPSession(page);
  const touch = (type: string, points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: points });
  await touch('touchStart', [way[0]!]);
  for (const point of way) await touch('touchMove', [point]);
  await touch('touchEnd', []);
}

test(
  'a woman is cut out, corrected with the brush and put on a background',
  { tag: '@desk' },
  async ({ page, product, language, hasTouch }, info) => {
    const t = words[language];
    const look = (name: string) => page.screenshot({ path: info.outputPath(`${name}.png`) });
    await product.open(path);
    await pick(page, [photos.womanRed]);
    // The run starts without a press of the button.
    await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
    await expect(page.locator('[data-stage=result] img').first()).toBeVisible();
    expect(await findFaults(page)).toEqual([]);
    await look('2-cut');
    const first = await download(page, product.work.downloadOne);
    expect(first.name).toBe('woman-red-cutout.png');
    expect((await colourAt(first.bytes, 0.02, 0.02))[3]).toBe(0);
    expect((await colourAt(first.bytes, 0.5, 0.45))[3]).toBe(255);

    // A background is shown immediately, and the saved file matches the screen.
    const press = (what: Locator, how?: { delay: number }) => (hasTouch ? what.tap() : what.click(how));
    const result = page.locator('[data-stage=result] img').first();
    const bare = (await result.getAttribute('src'))!;
    await press(page.getByText(t['kind-color'], { exact: true }));
    await press(page.getByTitle(t.red, { exact: true }));
    await expect(result).not.toHaveAttribute('src', bare);
    const onRed = await download(page, product.work.downloadOne);
    const [r, g, b] = (await colourAt(onRed.bytes, 0.02, 0.02)) as [number, number, number];
    expect([r > 200, g < 20, b < 50]).toEqual([true, true, true]);
    expect((await colourAt(onRed.bytes, 0.5, 0.45)).slice(0, 3)).toEqual(
      (await colourAt(first.bytes, 0.5, 0.45)).slice(0, 3),
    );
    await press(page.getByText(t['kind-scene'], { exact: true }));
    await press(page.getByText(backgroundNames['studio-blue'][language], { exact: true }));
    await download(page, product.work.downloadOne);
    await look('3-background');

    // The change triggers another run, which must not close the stage that is opened right after it, nor take the press that opens it.
    await press(page.getByText(backgroundNames['studio-warm'][language], { exact: true }));
    const calls: Route[] = [];
    await page.route('**/newCutImage', route => void calls.push(route));
    await press(page.getByRole('button', { name: product.work.editAgain }), { delay: slowPressMs });
    const board = page.locator('[data-stage=stage] canvas').first();
    await expect(board).toBeVisible();
    await page.waitForTimeout(1500);
    await expect(board).toBeVisible();
    expect(calls).toEqual([]);
    await page.unroute('**/newCutImage');
    await press(page.getByText(backgroundNames['studio-blue'][language], { exact: true }));
    await expect(page.getByRole('img', { name: painterWords[language].loading })).toHaveCount(0);
    // On her hair, independent of the margins that the frame leaves around the picture.
    await board.scrollIntoViewIfNeeded();
    const way: [Place, Place] = [
      [0.42, 0.3],
      [0.5, 0.3],
    ];
    await press(page.getByText(t.erase, { exact: true }).first());
    await stroke(page, hasTouch, way);
    await expect(page.locator('[data-marked]')).toContainText('%');
    expect(await findFaults(page)).toEqual([]);
    await look('4-painted');

    await press(page.getByRole('button', { name: product.work.apply }));
    await expect(page.locator('[data-stage=result] img').first()).toBeVisible();
    await look('5-composed');
    const second = await download(page, product.work.downloadOne);
    const [red, green, blue, alpha] = (await colourAt(second.bytes, 0.02, 0.9)) as [number, number, number, number];
    expect(alpha).toBe(255);
    expect(blue).toBeGreaterThan(red + 30);
    expect(blue).toBeGreaterThan(green);
    // The erased part shows the background.
    const [erased, kept] = [await colourAt(second.bytes, 0.46, 0.3), await colourAt(first.bytes, 0.46, 0.3)];
    expect(erased[2]! - erased[0]!).toBeGreaterThan(kept[2]! - kept[0]! + 30);
    expect(product.complaints).toEqual([]);
  },
);

test('the picture stays on the screen while the browser draws the next one slowly', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  const t = words[language];
  // Slows down both the browser and the server on request.
  await page.addInitScript(`
    window.unshown = [];
    window.drawMs = 0;
    addEventListener('error', ({ target }) => target.src && unshown.push(target.src), true);
    const draw = HTMLCanvasElement.prototype.toBlob;
    HTMLCanvasElement.prototype.toBlob = function (take, ...rest) {
      draw.call(this, blob => setTimeout(take, drawMs, blob), ...rest);
    };
  `);
  await product.open(path);
  await pick(page, [photos.womanRed]);
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const result = page.locator('[data-stage=result] img').first();
  const isDrawn = /^blob:/;
  // On a slow machine the first colour has its own run.
  const held: Route[] = [];
  let isHeld = true;
  await page.route('**/newCutImage', route => (isHeld ? void held.push(route) : route.continue()));
  const goOn = async () => {
    await expect(() => expect(held).not.toEqual([])).toPass();
    isHeld = false;
    for (const route of held.splice(0)) await route.continue();
  };
  const editAgain = page.getByRole('button', { name: product.work.editAgain });
  const handOn = page.getByRole('button', { name: product.work.handOn });
  // Positions on the page, which a press may scroll.
  const placesOfButtons = () =>
    Promise.all(
      [editAgain, handOn].map(button =>
        button.evaluate(element => {
          const { x, y } = (
            element as unknown as { getBoundingClientRect: () => { x: number; y: number } }
          ).getBoundingClientRect();
          return { x, y: y + (globalThis as unknown as { scrollY: number }).scrollY };
        }),
      ),
    );
  await page.getByText(t['kind-color'], { exact: true }).click();
  const buttons = await placesOfButtons();
  await page.getByTitle(t.red, { exact: true }).click();
  await expect(result).toHaveAttribute('src', isDrawn);
  // While the server works, the actions of the result keep their positions.
  await expect(() => expect(held).not.toEqual([])).toPass();
  await expect(handOn).toBeDisabled();
  expect(await placesOfButtons()).toEqual(buttons);
  await goOn();
  await expect(result).not.toHaveAttribute('src', isDrawn);
  const onRed = (await result.getAttribute('src'))!;
  isHeld = true;
  await page.evaluate('drawMs = 3000');
  await page.waitForTimeout(2500);
  await page.getByText(t['kind-blur'], { exact: true }).click();
  await page.waitForTimeout(200);
  expect(await result.getAttribute('src')).toBe(onRed);
  await page.waitForTimeout(1000);
  expect(await page.evaluate('unshown')).toEqual([]);

  // The browser blurs up to the edge as the server does.
  await expect(result).toHaveAttribute('src', isDrawn);
  const places: Place[] = [
    [0, 0.5],
    [0.2, 0],
    [0.998, 0.3],
  ];
  const drawn = await page.evaluate<number[][]>(`(() => {
    const picture = document.querySelector('[data-stage=result] img');
    const { naturalWidth: width, naturalHeight: height } = picture;
    const brush = new OffscreenCanvas(width, height).getContext('2d');
    brush.drawImage(picture, 0, 0);
    return ${JSON.stringify(places)}.map(([x, y]) => [
      ...brush.getImageData(Math.round(x * width), Math.round(y * height), 1, 1).data,
    ]);
  })()`);
  await goOn();
  const saved = await download(page, product.work.downloadOne);
  for (const [index, [x, y]] of places.entries()) {
    const got = await colourAt(saved.bytes, x, y);
    for (const [channel, level] of drawn[index]!.entries())
      expect(Math.abs(level - got[channel]!), `${x} ${y}: ${drawn[index]} and ${got}`).toBeLessThan(16);
  }
  expect(product.complaints).toEqual([]);
});

test('one of two people is kept by a press below the result', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  const t = words[language];
  const both = await sharp({ create: { width: 1400, height: 500, channels: 3, background: '#e8e8e8' } })
    .composite([
      { input: await sharp(photos.manCap).resize(500).toBuffer(), left: 0, top: 0 },
      { input: await sharp(photos.womanGreen).resize(500).toBuffer(), left: 900, top: 0 },
    ])
    .png()
    .toBuffer();
  await product.open(path);
  await page
    .locator('input[type=file]:not([webkitdirectory])')
    .first()
    .setInputFiles([{ name: 'both.png', mimeType: 'image/png', buffer: both }]);
  await expect(page.getByText(warningWords('several-subjects', language).sentence)).toBeVisible();
  await page.getByRole('button', { name: t.onlySecond }).click();
  await expect(page.getByText(warningWords('one-kept', language).sentence)).toBeVisible();
  const { bytes } = await download(page, product.work.downloadOne);
  const kept = [(await colourAt(bytes, 0.17, 0.7))[3]!, (await colourAt(bytes, 0.8, 0.8))[3]!];
  expect(kept.sort()).toEqual([0, 255]);
  expect(product.complaints).toEqual([]);
});

test('a batch is cut out and downloaded as a zip', { tag: '@desk' }, async ({ page, product, language }) => {
  const t = words[language];
  await product.open(path);
  await pick(page, [photos.manCap, photos.womanGreen]);
  await expect(phasesOf(page)).toHaveCount(2);
  await page.getByText(t['kind-mask'], { exact: true }).click();
  await expect(page.locator('[data-phase=done]')).toHaveCount(2);
  const { bytes } = await download(page, fill(product.work.downloadAll, { count: 2 }));
  expect(countZipped(bytes)).toBe(2);
  expect(bytes.includes('man-cap-mask.png')).toBe(true);
});

test.describe('dark', () => {
  test.use({ colorScheme: 'dark' });

  test(
    'the brush and the options have no fault',
    { tag: '@phone' },
    async ({ page, product, language, hasTouch }, info) => {
      const t = words[language];
      await product.open(path);
      await pick(page, [photos.manCap]);
      await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
      const paint = page.getByRole('button', { name: product.work.editAgain });
      await (hasTouch ? paint.tap() : paint.click());
      await expect(page.locator('[data-stage=stage] canvas').first()).toBeVisible();
      await page.getByText(t['kind-own'], { exact: true }).click();
      await page.locator('summary', { hasText: t.effects }).click();
      await page.getByRole('button', { name: product.work.apply }).click();
      await expect(page.getByText(t.ownFirst).first()).toBeVisible();
      expect(await findFaults(page)).toEqual([]);
      await page.screenshot({ path: info.outputPath('dark.png') });
      expect(product.complaints).toEqual([]);
    },
  );
});
