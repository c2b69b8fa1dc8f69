// Every screen fits a phone, a toast is visible and audible over a dialog, and Escape closes one dialog at a time.
import { fill as fillPlaces } from 'contract/words.ts';
import sharp from 'sharp';
import { whyNoClips } from '../engines/video/test-clips.ts';
import { accountFormWords } from '../web/src/account-forms/words.ts';
import { maxFiles } from '../web/src/files/limits.ts';
import { loginWords } from '../web/src/login/words.ts';
import { avatarWords } from '../web/src/user-center/avatar-words.ts';
import { workWords } from '../web/src/words/work.ts';
import { expect, face, fill, go, test } from './center-visit.ts';
import { drawClip, openClipFolder } from './clips.ts';
import { makeMobile } from './login-people.ts';
import { drawJpeg } from './pictures.ts';
import { converterPath, pick } from './product.ts';

const folder = openClipFolder();

const tools = [
  ...[
    'inpaintImage',
    'cutoutImage',
    'imageConverter',
    'gif',
    'imageToText',
    'markImage',
    'upScale',
    'certified',
    'imageExpand',
  ],
  ...['thumbnails', 'quality', 'denoise', 'photoFilter', 'compress', 'resize', 'crop', 'collage', 'picturesToPdf'],
];

/** Returns the texts of labels that do not fit. */
const listCutOff = (labels: readonly object[]) =>
  (labels as { scrollWidth: number; clientWidth: number; textContent: string }[])
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent);

test('no tool page with a picture is wider than the screen', async ({ page, product }) => {
  const wide = await drawJpeg('wide.jpg', 1280, 720);
  for (const tool of tools) {
    await product.open(`/editor/${tool}`);
    await pick(page, [wide]);
    await expect(page.locator('[data-phase]')).toHaveCount(1);
    await expect(page.getByRole('complementary').or(page.locator('[data-stage]')).first()).toBeVisible();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), tool).toBe(0);
    // No choice is wider than its field.
    expect(await page.locator('[data-options] fieldset label').evaluateAll(listCutOff), tool).toEqual([]);
  }
  // The options scroll themselves only where they do not fit; otherwise they must not hold the page.
  const options = (await page.locator('[data-options]').boundingBox())!;
  await page.mouse.move(options.x + options.width / 2, options.y + 20);
  await page.mouse.wheel(0, 300);
  await expect(() => page.evaluate('scrollY').then(top => expect(top).toBeGreaterThan(100))).toPass();

  // Here the categories scroll sideways, not the page.
  await product.open('/editor/design');
  await expect(page.getByRole('main').getByRole('radio').first()).toBeAttached();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
});

test('no tool page with a clip is wider than the screen', { tag: '@phone' }, async ({ page, product }) => {
  test.skip(whyNoClips !== undefined, whyNoClips);
  for (const tool of ['inpaintVideo', 'markVideo', 'videoConverter', 'videoToText', 'separate', 'gif']) {
    await product.open(`/editor/${tool}`);
    await pick(page, [drawClip({ folder, name: 'wide.mp4', seconds: 2 })]);
    await expect(page.locator('[data-phase]')).toHaveCount(1);
    await expect(page.locator('[data-stage]')).toBeVisible();
    await expect(page.locator('[data-action-bar]')).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), tool).toBe(0);
  }
});

test('Escape closes the captcha and keeps the login dialog', { tag: '@desk' }, async ({ page, product, language }) => {
  await product.open('/help');
  await page.evaluate("location.hash = '#/userCenter'");
  await page.getByRole('dialog').getByText(loginWords[language].byCode, { exact: true }).click();
  await fill(page, 'mobile', makeMobile());
  const getCode = page.getByRole('button', { name: accountFormWords[language].getCode });
  await getCode.click();
  await expect(page.getByRole('slider')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('slider')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(getCode).toBeFocused();
});

test('a toast during an open dialog is drawn in front of it and is not inert', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.clock.install();
  await product.open(converterPath);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate("location.hash = '#/userCenter'");
  await expect(page.getByRole('dialog')).toBeVisible();
  // The toast closes after three seconds, too soon for a screenshot on a busy machine: the clock is stopped.
  await page.clock.pauseAt(Date.now() + 60_000);
  const small = { mimeType: 'image/jpeg', buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) };
  await pick(
    page,
    Array.from({ length: maxFiles + 1 }, (_, index) => ({ name: `${index}.jpg`, ...small })),
  );
  const sentence = fillPlaces(workWords[language].tooManyFiles, { count: maxFiles });
  const notice = page.getByText(sentence);
  await expect(notice).toBeInViewport();
  // Content outside a modal dialog is inert, so screen readers skip it.
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(sentence);
  const { x, y } = (await notice.boundingBox())!;
  const picture = await page.screenshot({ clip: { x: x - 4, y: y + 2, width: 1, height: 1 } });
  const colour = await sharp(picture).removeAlpha().raw().toBuffer();
  // Its own pale red; the dialog's backdrop would have darkened it.
  expect([...colour]).toEqual([255, 233, 234]);
});

test('the row with the avatar leaves space for the nickname', async ({ page, visit, language }) => {
  expect(visit.token).not.toBe('');
  await go(page, 'personalInfo');
  const button = (await page.getByRole('button', { name: avatarWords[language].add }).boundingBox())!;
  const name = page.getByRole('main').getByText(visit.user.nickName, { exact: true });
  await expect(face(page)).toBeVisible();
  const box = (await name.boundingBox())!;
  expect(box.width).toBeGreaterThan(100);
  expect(box.x + box.width <= button.x || box.y + box.height <= button.y).toBe(true);
});
