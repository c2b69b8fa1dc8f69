// Every way to log in: registering, password, code, WeChat, and the reset of a lost password.
import type { Page } from '@playwright/test';
import { accountSentence } from 'contract/account-errors.ts';
import { errorSentence } from 'contract/errors.ts';
import { accountFormWords } from '../web/src/account-forms/words.ts';
import { captchaWords } from '../web/src/captcha/words.ts';
import { accountPageWords } from '../web/src/login/account-page-words.ts';
import { loginWords } from '../web/src/login/words.ts';
import { errorWords } from '../web/src/words/errors.ts';
import { shellWords } from '../web/src/words/shell.ts';
import { nextChallenge, solveSlider } from './captcha.ts';
import { expect, makeMobile, password, test } from './login-people.ts';
import { drawJpegs } from './pictures.ts';
import { converterPath, pick } from './product.ts';

const readToken = (page: Page) => page.evaluate(() => localStorage.getItem('pixwright.token'));
const expectLogin = (page: Page) => expect.poll(() => readToken(page)).not.toBeNull();
/** Opens a page that needs a login, which opens the dialog. */
const openDialog = async (page: Page) => {
  await page.evaluate("location.hash = '#/userCenter/personalInfo'");
  await expect(page.getByRole('dialog')).toBeVisible();
};
const fill = (page: Page, name: string, value: string) => page.locator(`input[name=${name}]`).fill(value);
const submit = (page: Page) => page.locator('form button[type=submit]').click();

async function logInByPassword(page: Page, mobile: string, typed = password) {
  await fill(page, 'username', mobile);
  await fill(page, 'password', typed);
  await submit(page);
}

test('registering by slider and SMS leads back to the files that were added before', { tag: '@desk' }, async ({
  page,
  product,
  people,
  database,
  language,
}) => {
  const words = accountPageWords[language];
  await product.open(converterPath);
  await pick(page, await drawJpegs(2));
  await expect(page.locator('[data-phase]')).toHaveCount(2);
  await openDialog(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openDialog(page);
  await page.keyboard.press('Escape');

  // Opened by the header's button, the dialog returns to the current page.
  await page.getByRole('button', { name: shellWords[language].logIn }).first().click();
  const challenge = nextChallenge(page);
  await page.getByRole('link', { name: loginWords[language].register }).click();
  await expect(page.getByRole('heading', { name: words.registerTitle })).toBeVisible();
  const mobile = makeMobile();
  await fill(page, 'mobile', mobile);
  const captchaMissing = page.getByText(accountSentence('CAPTCHA_MISSING', language));
  await submit(page);
  await expect(captchaMissing).toBeVisible();
  await page.getByRole('button', { name: accountFormWords[language].getCode }).click();
  await expect(captchaMissing).toBeVisible();
  await fill(page, 'code', '000000');
  await solveSlider(page, database, await challenge);
  await expect(page.getByText(captchaWords[language].passed).last()).toBeVisible();
  await expect(page.getByRole('slider')).toHaveCount(0);
  await expect(captchaMissing).toHaveCount(0);
  await submit(page);
  await fill(page, 'code', '');
  await submit(page);
  await page.getByRole('button', { name: accountFormWords[language].getCode }).click();
  await expect(page.getByText(accountFormWords[language].codeSent).first()).toBeVisible();
  const codeField = page.locator('input[name=code]');
  await expect(codeField).not.toHaveAttribute('aria-invalid');
  await expect(codeField).toBeFocused();
  await fill(page, 'code', await people.readCode(mobile));

  await submit(page);
  await expect(page.locator('input[name=password]')).toBeFocused();
  await fill(page, 'password', password);
  await fill(page, 'repeat', `${password}!`);
  await submit(page);
  await expect(page.getByText(accountSentence('PASSWORDS_DIFFER', language))).toBeVisible();
  await fill(page, 'repeat', password);
  await submit(page);
  await expect(page.getByText(accountSentence('AGREEMENT_MISSING', language))).toBeVisible();
  await page.getByRole('checkbox').check();
  await submit(page);
  await expectLogin(page);
  await expect(page).toHaveURL(new RegExp(`#${converterPath}`));
  await expect(page.locator('[data-phase]')).toHaveCount(2);
  expect(product.complaints).toEqual([]);
});

test('the guard stops a navigation, and the login completes it', { tag: '@desk' }, async ({
  page,
  product,
  people,
  language,
}) => {
  const { mobile } = await people.register();
  await product.open(converterPath);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openDialog(page);
  await expect(page).toHaveURL(new RegExp(`#${converterPath}`));
  await expect(page.getByText(loginWords[language].notLoggedIn)).toBeVisible();
  await submit(page);
  await expect(page.getByText(accountSentence('ACCOUNT_MISSING', language))).toBeVisible();
  await expect(page.locator('input[name=username]')).toBeFocused();
  await logInByPassword(page, mobile, `${password}?`);
  await expect(page.getByText(errorSentence('PASSWORD_WRONG', language))).toBeVisible();
  expect(await readToken(page)).toBeNull();
  await logInByPassword(page, mobile);
  await expect(page).toHaveURL(/#\/userCenter\/personalInfo/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('after a login by keyboard the focus is on the account menu, which replaced the button', { tag: '@desk' }, async ({
  page,
  product,
  people,
  language,
}) => {
  const { mobile } = await people.register();
  await product.open('/help');
  await page.getByRole('button', { name: shellWords[language].logIn }).first().focus();
  await page.keyboard.press('Enter');
  await fill(page, 'username', mobile);
  await fill(page, 'password', password);
  await page.keyboard.press('Enter');
  await expectLogin(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('[data-account] [aria-expanded]')).toBeFocused();
});

test('a password is sent encrypted', { tag: '@desk' }, async ({ page, product, people }) => {
  const { mobile } = await people.register();
  await product.open('/login');
  const sent = page.waitForRequest(request => request.url().endsWith('/web/udUser/userLogin'));
  await logInByPassword(page, mobile);
  const body = (await sent).postDataJSON();
  expect(body).toMatchObject({ username: mobile, type: 2 });
  expect(body.password).toMatch(/^rsa:/);
  await expectLogin(page);
  await expect(page).toHaveURL(/#\/$/);
});

test('login by code: the captcha opens only for a valid number, a wrong code is refused, the right one creates the account', {
  tag: '@phone',
}, async ({ page, product, people, database, language }) => {
  const words = accountFormWords[language];
  const mobile = makeMobile();
  await product.open('/login');
  await page.getByText(loginWords[language].byCode, { exact: true }).click();
  const getCode = page.getByRole('button', { name: words.getCode });
  await getCode.click();
  await expect(page.getByText(accountSentence('PHONE_MISSING', language))).toBeVisible();
  await fill(page, 'mobile', '12345');
  await getCode.click();
  await expect(page.getByText(accountSentence('PHONE_BAD', language))).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await fill(page, 'mobile', `86 ${mobile}`);
  const challenge = nextChallenge(page);
  await getCode.click();
  await solveSlider(page, database, await challenge);
  await expect(page.getByRole('button', { name: /5\d/ })).toBeDisabled();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const code = await people.readCode(mobile);
  await page.locator('input[name=agree]').check();
  await fill(page, 'code', code === '123456' ? '123457' : '123456');
  await submit(page);
  await expect(page.getByText(errorSentence('CODE_WRONG', language))).toBeVisible();
  await expect(page.locator('input[name=code]')).toBeFocused();
  await fill(page, 'code', code);
  await page.locator('input[name=code]').press('Enter');
  await expectLogin(page);
  expect(product.complaints.filter(line => !line.includes('400'))).toEqual([]);
});

test('an expired code is refused', { tag: '@phone' }, async ({ page, product, people, language }) => {
  const mobile = makeMobile();
  const code = await people.askCode(mobile);
  await people.expireCode(mobile);
  await product.open('/login');
  await page.getByText(loginWords[language].byCode, { exact: true }).click();
  await fill(page, 'mobile', mobile);
  await fill(page, 'code', code);
  await page.locator('input[name=agree]').check();
  await submit(page);
  await expect(page.getByText(errorSentence('CODE_WRONG', language))).toBeVisible();
  expect(await readToken(page)).toBeNull();
});

test('WeChat: a new person binds a phone number, and the next scan is enough', { tag: '@desk' }, async ({
  page,
  product,
  people,
  language,
}) => {
  const words = loginWords[language];
  const openId = `scanner-${makeMobile()}`;
  const showQr = async () => {
    await openDialog(page);
    await page.getByRole('button', { name: words.wechat }).click();
    await expect(page.getByRole('img', { name: words.qrCode })).toBeVisible();
  };
  await product.open(converterPath);
  await showQr();
  await people.scan(openId);
  await expect(page.getByRole('dialog', { name: words.bindTitle })).toBeVisible();
  const mobile = makeMobile();
  await fill(page, 'mobile', mobile);
  await fill(page, 'code', await people.askCode(mobile));
  await page.locator('input[name=agree]').check();
  await submit(page);
  await expect(page.getByText(words.bound)).toBeVisible();
  await expect(page).toHaveURL(/#\/userCenter/);
  const first = await readToken(page);
  expect(first).not.toBeNull();

  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await product.open(converterPath);
  await showQr();
  await people.scan(openId);
  await expectLogin(page);
  await expect(page).toHaveURL(/#\/userCenter/);
  expect(await readToken(page)).not.toBe(first);
});

test('a forgotten password is reset, and the new one logs in', { tag: '@phone' }, async ({
  page,
  product,
  people,
  language,
}) => {
  const words = accountPageWords[language];
  const { mobile } = await people.register();
  // A number receives at most one code per minute.
  await people.database.deleteFrom('allowance').execute();
  await product.open('/login');
  await page.getByRole('link', { name: loginWords[language].forgot }).click();
  await fill(page, 'mobile', mobile);
  await fill(page, 'code', await people.askCode(mobile));
  await submit(page);
  await fill(page, 'password', 'onlyletters');
  await fill(page, 'repeat', 'onlyletters');
  await submit(page);
  await expect(page.getByText(accountSentence('PASSWORD_BAD', language))).toBeVisible();
  await fill(page, 'password', 'new-pass-9');
  await fill(page, 'repeat', 'new-pass-9');
  await submit(page);
  await expect(page.getByText(words.changed)).toBeVisible();
  await expect(page).toHaveURL(/#\/login/);
  await logInByPassword(page, mobile, 'new-pass-9');
  await expectLogin(page);
});

test('an ended login is announced once, and the next one returns to the same page', { tag: '@desk' }, async ({
  page,
  product,
  people,
  language,
}) => {
  const { mobile, token, user } = await people.register();
  await product.open('/');
  await page.evaluate(kept => localStorage.setItem('pixwright.token', kept), token);
  await page.reload();
  await product.open(converterPath);
  await pick(page, await drawJpegs(1));
  await expect(page.locator('[data-phase]')).toHaveCount(1);
  await people.expireLogins(user.id);
  await page.reload();
  const dialogs = page.getByRole('alertdialog');
  await expect(dialogs).toHaveCount(1);
  await expect(dialogs).toContainText(errorWords[language].loginExpired);
  expect(await readToken(page)).toBeNull();
  await dialogs.getByRole('button', { name: shellWords[language].gotIt }).click();
  await expect(dialogs).toHaveCount(0);
  await expect(page.getByRole('dialog')).toBeVisible();
  await logInByPassword(page, mobile);
  await expectLogin(page);
  await expect(page).toHaveURL(new RegExp(`#${converterPath}`));
  await expect(page.locator('[data-phase]')).toHaveCount(1);
});
