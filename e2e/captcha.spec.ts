// The captcha in a browser: dragged wrongly and correctly, moved by keys, words clicked, and refusals of the server.
import type { Page } from '@playwright/test';
import { fill } from 'contract/words.ts';
import { accountFormWords } from '../web/src/account-forms/words.ts';
import { captchaWords } from '../web/src/captcha/words.ts';
import { loginWords } from '../web/src/login/words.ts';
import { findFaults } from './axe.ts';
import { nextChallenge, readAnswer, solveSlider } from './captcha.ts';
import { expect, makeMobile, test } from './login-people.ts';

/** Delay between key presses in ms. The server rejects faster answers as automated: a gap near the left edge is only a few presses away. */
const pressMs = 30;
const readMs = 450;
const wordsOf = (language: 'zh' | 'en') => captchaWords[language];

/** Opens the captcha by requesting a code. */
async function openCaptcha(page: Page, language: 'zh' | 'en') {
  await page.getByText(loginWords[language].byCode, { exact: true }).click();
  await page.locator('input[name=mobile]').fill(makeMobile());
  const challenge = nextChallenge(page);
  await page.getByRole('button', { name: accountFormWords[language].getCode }).click();
  return challenge;
}

/** Switches to the word captcha, whose picture can be clicked. */
async function openWords(page: Page, language: 'zh' | 'en') {
  await openCaptcha(page, language);
  const challenge = nextChallenge(page);
  await page.getByRole('button', { name: wordsOf(language).toClick }).click();
  const { wordList } = await challenge;
  const name = fill(wordsOf(language).clickLabel, { words: wordList!.join(', ') });
  return { challenge: await challenge, picture: page.getByRole('button', { name }) };
}

/** The message is shown for a second: `waitFor` polls more often than `expect`, which might miss it on a busy machine. */
const waitForTold = (page: Page, words: string) => page.locator('dialog').getByText(words).first().waitFor();

const expectSent = (page: Page, language: 'zh' | 'en') =>
  expect(page.getByText(accountFormWords[language].codeSent).first()).toBeVisible();

test('a wrong position shows red and the next picture; the right one shows green and closes the dialog', {
  tag: '@phone',
}, async ({ page, product, database, language }) => {
  await product.open('/login');
  const first = await openCaptcha(page, language);
  const picture = page.locator('dialog img').first();
  const seen = await picture.getAttribute('src');
  const size = (await picture.boundingBox())!;
  expect(Math.round(size.height)).toBe(155);
  expect(Math.round(size.width)).toBeGreaterThanOrEqual(326);
  expect(Math.round(size.width)).toBeLessThanOrEqual(330);
  const second = nextChallenge(page);
  // Missed to the left: at the right end the slider stops, so the rightmost gap would be hit after all.
  await solveSlider(page, database, first, -20);
  await waitForTold(page, wordsOf(language).failed);
  const next = await second;
  expect(next.token).not.toBe(first.token);
  await expect(picture).not.toHaveAttribute('src', seen!);
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '0');
  await solveSlider(page, database, next);
  await waitForTold(page, wordsOf(language).passed);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectSent(page, language);
  await expect(page.locator('input[name=code]')).toBeFocused();
  expect(product.complaints).toEqual([]);
});

test('a drag during which the browser stalls is still accepted', { tag: '@desk' }, async ({
  page,
  product,
  database,
  language,
}) => {
  await product.open('/login');
  const challenge = await openCaptcha(page, language);
  await page.getByRole('slider').and(page.locator('[data-state=idle]')).waitFor();
  await page.evaluate(`document.querySelector('[role=slider]').addEventListener('pointerdown', () => {
    const end = performance.now() + 600;
    while (performance.now() < end);
  })`);
  await solveSlider(page, database, challenge, 0, false);
  await expectSent(page, language);
});

test('the focused piece is moved with the arrow keys and released with Enter', { tag: '@desk' }, async ({
  page,
  product,
  database,
  language,
}) => {
  await product.open('/login');
  const [answer] = await readAnswer(database, await openCaptcha(page, language));
  const slider = page.getByRole('slider');
  await expect(slider).toBeFocused();
  await expect(slider).toHaveAttribute('data-state', 'idle');
  await page.waitForTimeout(readMs);
  for (let left = Math.round(answer!.x); left > 0; left -= left >= 10 ? 10 : 1)
    await page.keyboard.press(left >= 10 ? 'Shift+ArrowRight' : 'ArrowRight', { delay: pressMs });
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuenow', String(Math.round(answer!.x)));
  await page.keyboard.press('Enter');
  await expectSent(page, language);
});

test('three words are clicked in their order', { tag: '@desk' }, async ({ page, product, database, language }) => {
  await product.open('/login');
  const { challenge, picture } = await openWords(page, language);
  const box = (await picture.boundingBox())!;
  for (const { x, y } of await readAnswer(database, challenge)) {
    await page.waitForTimeout(readMs);
    const position = { x: (x * box.width) / 310, y: (y * box.height) / 155 };
    await picture.click({ position });
  }
  await expect(picture.getByText('3', { exact: true })).toBeVisible();
  await expectSent(page, language);
});

test('the words can be marked with the keyboard', { tag: '@desk' }, async ({ page, product, database, language }) => {
  await product.open('/login');
  const { challenge, picture } = await openWords(page, language);
  await picture.focus();
  let [atX, atY] = [155, 77];
  for (const { x, y } of await readAnswer(database, challenge)) {
    for (; Math.abs(x - atX) > 5; atX += Math.sign(x - atX) * 10)
      await page.keyboard.press(x > atX ? 'ArrowRight' : 'ArrowLeft');
    for (; Math.abs(y - atY) > 5; atY += Math.sign(y - atY) * 10)
      await page.keyboard.press(y > atY ? 'ArrowDown' : 'ArrowUp');
    await page.keyboard.press('Enter', { delay: readMs });
  }
  await expectSent(page, language);
});

test('too many requests and a lost connection show a message instead of the picture, and a press brings the next one', {
  tag: '@phone',
}, async ({ page, product, language }) => {
  await product.open('/login');
  const refusal = { repCode: '6201', repMsg: 'Too many, wait a minute', repData: null, success: false };
  await page.route('**/captcha/get', route => route.fulfill({ json: refusal }), { times: 1 });
  await openCaptcha(page, language);
  const dialog = page.locator('dialog');
  await expect(dialog.getByText(refusal.repMsg).first()).toBeVisible();
  await expect(dialog.locator('img')).toHaveCount(0);
  await page.route('**/captcha/get', route => route.abort(), { times: 1 });
  const again = page.getByRole('button', { name: wordsOf(language).again });
  await again.click();
  await expect(dialog.getByText(wordsOf(language).offline).first()).toBeVisible();
  await again.click();
  await expect(dialog.locator('img')).toHaveCount(2);
});

test('in a form the picture and the bar are as wide as the fields', async ({ page, product }) => {
  await product.open('/account/register');
  const field = (await page.locator('input[name=code]').locator('..').boundingBox())!;
  for (const part of [page.locator('fieldset img').first(), page.getByRole('slider').locator('..')]) {
    await part.waitFor();
    const box = (await part.boundingBox())!;
    expect(Math.abs(box.x - field.x)).toBeLessThan(1.5);
    expect(Math.abs(box.width - field.width)).toBeLessThan(2.5);
  }
});

test('after two wrong answers the piece has a figure, and the bar says what to look for', { tag: '@phone' }, async ({
  page,
  product,
  database,
  language,
}) => {
  await product.open('/login');
  const shows = (bar: string) => expect(page.locator('dialog').getByText(bar, { exact: true })).toBeVisible();
  let challenge = await openCaptcha(page, language);
  for (let failed = 0; failed < 2; failed++) {
    await shows(wordsOf(language).slide);
    const next = nextChallenge(page);
    await solveSlider(page, database, challenge, -20);
    challenge = await next;
  }
  await shows(wordsOf(language).slideToFigure);
  await solveSlider(page, database, challenge);
  await expectSent(page, language);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('neither kind has a fault', { tag: colorScheme === 'light' ? '@desk' : '@phone' }, async ({
      page,
      product,
      language,
    }) => {
      await product.open('/login');
      await openWords(page, language);
      expect(await findFaults(page)).toEqual([]);
      await page.getByRole('button', { name: wordsOf(language).toSlide }).click();
      await expect(page.locator('dialog img')).toHaveCount(2);
      expect(await findFaults(page)).toEqual([]);
    });
  });
}
