// Situations that must not trap a person: a download that differs from the screen, controls on the picture, a drop without effect, a search without
// results, and links to pages that apologise.
import { errorSentence } from 'contract/errors.ts';
import { inputErrorSentence } from 'contract/input-errors.ts';
import { lookNames } from 'contract/looks.ts';
import { fill } from 'contract/words.ts';
import { photos } from '../bench/photos.ts';
import { screenWords } from '../tools/inpaint-image/screen-words.ts';
import { words as toolWords } from '../tools/mark-image/words.ts';
import { words as filterWords } from '../tools/photo-filter/words.ts';
import { markWords as optionWords } from '../ui/mark-options/words.ts';
import { compareWords } from '../ui/picture/compare-words.ts';
import { homeWords } from '../web/src/home/words.ts';
import { accountPageWords } from '../web/src/login/account-page-words.ts';
import { loginWords } from '../web/src/login/words.ts';
import { shellWords } from '../web/src/words/shell.ts';
import { dropOn } from './drop-on.ts';
import { drawJpeg } from './pictures.ts';
import { converterPath, expect, phasesOf, pick, test } from './product.ts';

/** The strings of the tool and of every mark's options. */
const markWords = {
  zh: { ...optionWords.zh, ...toolWords.zh },
  en: { ...optionWords.en, ...toolWords.en },
};

type Page = import('@playwright/test').Page;

const saveBy = async (page: Page, press: () => Promise<void>) => {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return file.suggestedFilename();
};

test('a result is saved as shown, and nothing covers the picture', async ({ page, product, language }) => {
  const [t, c, { work }] = [filterWords[language], compareWords[language], product];
  await product.open('/editor/photoFilter');
  await pick(page, photos.womanRed);
  await page.getByText(lookNames.noir[language], { exact: true }).click();
  await page.getByRole('button', { name: fill(t.runOne, { look: lookNames.noir[language] }) }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const stage = page.locator('[data-stage=result]');
  await expect(stage).toBeVisible();

  // The result opens as the result; the controls are below it.
  await expect(stage.getByRole('button', { name: c.after, exact: true })).toHaveAttribute('aria-pressed', 'true');
  const picture = (await stage.getByRole('region').first().boundingBox())!;
  for (const name of [c.zoomIn, c.zoomOut, c.split, c.after]) {
    const control = (await stage.getByRole('button', { name, exact: true }).boundingBox())!;
    expect(control.y, name).toBeGreaterThanOrEqual(picture.y + picture.height);
  }

  // After another look is chosen, the download waits for it, or for a click if the machine took longer than a second.
  const save = page.getByRole('button', { name: work.downloadOne });
  const apply = page.getByRole('button', { name: work.apply });
  await page.getByText(lookNames.sepia[language], { exact: true }).click();
  await expect(page.getByRole('radio', { name: lookNames.sepia[language] })).toBeChecked();
  await expect(save.or(apply)).toBeVisible();
  if (await apply.isVisible()) await apply.click();
  expect(await saveBy(page, () => save.click())).toBe('woman-red-sepia.jpg');
  expect(product.complaints).toEqual([]);
});

test('changes that take longer wait for a press, and until then nothing is saved', { tag: '@desk' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const [t, { work }] = [markWords[language], product];
  await product.open('/editor/markImage');
  await pick(page, [await drawJpeg('sea.jpg')]);
  const text = page.getByLabel(t.text);
  await text.fill('One');
  if (hasTouch) {
    // The picture stays visible while a mark's options are set.
    await page.getByLabel(t.opacity, { exact: true }).focus();
    await page.getByLabel(t.opacity, { exact: true }).scrollIntoViewIfNeeded();
    await expect(page.locator('[data-mark]')).toBeInViewport({ ratio: 0.9 });
  }
  await page.getByRole('button', { name: t.runOne, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const save = page.getByRole('button', { name: work.downloadOne });
  await expect(save).toBeVisible();
  await text.fill('Two');
  await expect(save).toHaveCount(0);
  await page.getByRole('button', { name: work.discard }).click();
  await expect(save).toBeVisible();
  await text.fill('Three');
  await page.getByRole('button', { name: work.apply }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  expect(await saveBy(page, () => save.click())).toBe('sea-watermarked.jpg');
});

test('the run button names the number of pictures, and a damaged file is reported as damaged', {
  tag: '@phone',
}, async ({ page, product, language }) => {
  const t = screenWords[language];
  await product.open('/editor/inpaintImage');
  const noise = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.alloc(2000, 7) };
  await pick(page, [await drawJpeg('a.jpg', 640, 420), await drawJpeg('b.jpg', 300, 200), noise]);
  await expect(page.getByText(inputErrorSentence('FILE_CORRUPT', language))).toBeVisible();
  const board = page.locator('[data-stage=stage] canvas').first();
  await expect(board).toBeVisible();
  const box = (await board.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 6 });
  await page.mouse.up();
  await expect(page.getByRole('button', { name: t.runOne, exact: true })).toBeVisible();
});

test('the work area grows with the window', { tag: '@desk' }, async ({ page, product }) => {
  await product.open(converterPath);
  await pick(page, [await drawJpeg('wide.jpg')]);
  const measure = async () => (await page.locator('[data-stage]').boundingBox())!.width;
  const at1440 = await measure();
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect.poll(measure).toBeGreaterThan(at1440 + 200);
});

test('the menu of further tools opens inside the window, and the bar below the picture has two lines', async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  await product.open('/editor/compress');
  await pick(page, [await drawJpeg('sea.jpg', 1600, 1100)]);
  await expect(page.locator('[data-phase=ready]')).toHaveCount(1);
  const zoomIn = page.getByRole('button', { name: compareWords[language].zoomIn, exact: true });
  if (hasTouch) {
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      const views = (await page.getByRole('group', { name: compareWords[language].show }).boundingBox())!;
      const zoom = (await zoomIn.boundingBox())!;
      expect(Math.abs(views.y + views.height / 2 - zoom.y - zoom.height / 2), `${width}`).toBeLessThan(2);
    }
  }
  await page.locator('[data-action-bar] button').first().click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const button = page.getByRole('button', { name: product.work.handOn });
  const panel = page.getByRole('region', { name: product.work.handOnTo });
  const { height } = page.viewportSize()!;
  for (const block of ['start', 'center', 'end']) {
    await page.evaluate(
      `[...document.querySelectorAll('main [aria-controls]')].at(-1).scrollIntoView({ block: '${block}' })`,
    );
    await button.focus();
    await page.keyboard.press('Enter');
    const box = (await panel.boundingBox())!;
    expect(box.y, block).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height, block).toBeLessThanOrEqual(height);
    // Keys reach the last tool, which is then inside the panel.
    const last = panel.getByRole('button').last();
    for (let press = (await panel.getByRole('button').count()) + 1; press > 0; press -= 1) {
      if (await panel.locator('li:last-child > :focus').count()) break;
      await page.keyboard.press('Tab');
    }
    await expect(last).toBeFocused();
    await expect(last).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

test('the download page offers only clients that exist', { tag: '@desk' }, async ({ page, product }) => {
  await product.open('/download');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(1);
});

test('the home page shows tools at once, accepts drops anywhere and on tiles, and its search finds tools', async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = homeWords[language];
  await product.open('/');
  const tiles = page.locator('main a[href*="#/editor/"]');
  if (!hasTouch) await expect(tiles.first()).toBeInViewport({ ratio: 0.9 });

  const field = page.getByRole('searchbox', { name: t.search });
  for (const [query, route] of [
    ['remove bg', 'cutoutImage'],
    ['webp to jpg', 'imageConverter'],
    ['watremark', 'inpaintImage'],
    ['去除水印', 'inpaintImage'],
    ['heic转jpg', 'imageConverter'],
    ['图片压缩', ''],
    ['改尺寸', ''],
    ['修图', ''],
  ] as const) {
    await field.fill(query);
    await expect(tiles.first()).toHaveAttribute('href', new RegExp(`/editor/${route}`));
    await expect(tiles.first()).toBeInViewport({ ratio: 0.9 });
  }
  await field.fill('');

  await page.locator('footer').scrollIntoViewIfNeeded();
  await dropOn(page, 'footer', await drawJpeg('dropped.jpg', 64, 48));
  await expect(page.getByText('dropped.jpg')).toBeInViewport();
  await dropOn(page, 'main a[href$="#/editor/imageConverter"]', await drawJpeg('tile.jpg', 64, 48));
  await expect(page).toHaveURL(new RegExp(`#${converterPath}$`));
  await expect(page.getByRole('listitem').filter({ hasText: 'tile.jpg' })).toBeVisible();
});

test('no link leads to a page without content; privacy and terms exist, and SMS log-in asks for them', {
  tag: '@desk',
}, async ({ page, product, language }) => {
  const [shell, account] = [shellWords[language], accountPageWords[language]];
  await product.open('/');
  for (const path of ['membership', 'download', 'privilege', 'refund', 'contact'])
    await expect(page.locator(`header a[href$="#/${path}"], footer a[href$="#/${path}"]`)).toHaveCount(0);
  await page.getByRole('contentinfo').getByRole('link', { name: shell.privacy }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(shell.privacy);
  for (const word of language === 'zh' ? ['手机号', '微信', 'Cookie', '24 小时'] : ['phone', 'WeChat', 'cookie', '24'])
    await expect(page.locator('article')).toContainText(word);
  await product.open('/agreement');
  await expect(page.locator('article')).toContainText(language === 'zh' ? '手机号' : 'phone number');

  await product.open('/login');
  await page.getByText(loginWords[language].byCode, { exact: true }).click();
  await page.locator('form button[type=submit]').click();
  await expect(page.getByText(errorSentence('AGREEMENT_MISSING', language))).toBeVisible();
  await expect(page.getByRole('checkbox', { name: account.accept })).not.toBeChecked();
});
