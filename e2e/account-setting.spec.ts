// The settings of an account: password, phone number, WeChat, devices, and deletion.
import type { Page } from '@playwright/test';
import { accountSentence } from 'contract/account-errors.ts';
import { errorSentence } from 'contract/errors.ts';
import { listDevices, userInfo, userLogin } from 'contract/routes/accounts.ts';
import { deleteWords } from '../web/src/user-center/delete-words.ts';
import { devicesWords } from '../web/src/user-center/devices-words.ts';
import { settingWords } from '../web/src/user-center/setting-words.ts';
import { findFaults } from './axe.ts';
import { expect, fill, go, readToken, test, unexpected } from './center-visit.ts';
import { makeMobile, password } from './login-people.ts';

/** Puts the browser's clock ten minutes ahead, so that the server refuses the time of every sealed password. */
const putClockWrong = (page: Page) => page.clock.setSystemTime(Date.now() + 600_000);

test('a new password needs the old one and logs every device out', { tag: '@desk' }, async ({
  page,
  product,
  visit,
  language,
}) => {
  const words = settingWords[language];
  const other = (await visit.ask(userLogin, { username: visit.mobile, password })) as { data: { token: string } };
  await go(page, 'accountSetting');
  await expect(page.getByText(`${visit.mobile.slice(0, 3)}****${visit.mobile.slice(-4)}`)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: `${words.change}: ${words.password}` }).click();
  const dialog = page.getByRole('dialog');
  await fill(page, 'oldPassword', 'not-it-1');
  await fill(page, 'newPassword', 'new-4-you');
  await fill(page, 'repeat', 'new-5-you');
  await dialog.getByRole('button', { name: words.save }).click();
  await expect(page.getByText(accountSentence('PASSWORDS_DIFFER', language))).toBeVisible();
  await fill(page, 'repeat', 'new-4-you');
  await dialog.getByRole('button', { name: words.save }).click();
  await expect(page.getByText(errorSentence('OLD_PASSWORD_WRONG', language))).toBeVisible();
  await expect(page.locator('input[name=oldPassword]')).toBeFocused();
  expect(await findFaults(page)).toEqual([]);
  await fill(page, 'oldPassword', password);
  const sent = page.waitForRequest(request => request.url().endsWith('/updateResourcePassWord'));
  await dialog.getByRole('button', { name: words.save }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    oldPassword: expect.stringMatching(/^rsa:/),
    newPassword: expect.stringMatching(/^rsa:/),
  });
  await expect(page.getByText(words.passwordChanged)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await readToken(page)).toBeNull();
  await expect(page).toHaveURL(/#\/login$/);
  expect((await visit.ask(userInfo, {}, other.data.token)).code).toBe(401);
  const again = { username: visit.mobile, password: 'new-4-you' };
  expect((await visit.ask(userLogin, again)).code).toBe(200);
  expect(unexpected(product.complaints)).toEqual([]);
});

test('a new phone number needs its code and the password', { tag: '@phone' }, async ({
  page,
  people,
  visit,
  language,
}) => {
  const words = settingWords[language];
  const mobile = makeMobile();
  await go(page, 'accountSetting');
  await page.getByRole('button', { name: `${words.change}: ${words.phone}` }).click();
  const dialog = page.getByRole('dialog');
  await fill(page, 'mobile', mobile);
  await fill(page, 'code', await people.askCode(mobile));
  await fill(page, 'proof.password', 'not-it-1');
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: words.save }).click();
  await expect(page.getByText(errorSentence('OLD_PASSWORD_WRONG', language))).toBeVisible();
  await expect(page.locator('input[name="proof.password"]')).toBeFocused();
  expect((await visit.ask(userInfo)).data).toMatchObject({ mobile: visit.mobile });
  await fill(page, 'proof.password', password);
  await dialog.getByRole('button', { name: words.save }).click();
  await expect(page.getByText(words.bound)).toBeVisible();
  await expect(page.getByText(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`)).toBeVisible();
  expect((await visit.ask(userInfo)).data).toMatchObject({ mobile });
});

test('WeChat is bound by a scan and a code to the old number, and unbound with the password', { tag: '@desk' }, async ({
  page,
  visit,
  people,
  language,
}) => {
  const words = settingWords[language];
  await go(page, 'accountSetting');
  await page.getByRole('button', { name: `${words.bind}: ${words.wechat}` }).click();
  await expect(page.getByRole('img', { name: words.qrCode })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await people.scan(`bind-${visit.mobile}`);
  await expect(page.getByText(words.scanned)).toBeVisible();
  expect((await visit.ask(userInfo)).data).toMatchObject({ isWechatBound: false });
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('radio').last().check({ force: true });
  await people.endWaits();
  await fill(page, 'proof.code', await people.askCode(visit.mobile));
  await page.getByRole('dialog').getByRole('button', { name: words.bindWechat }).click();
  await expect(page.getByText(words.bound)).toBeVisible();
  await expect(page.getByText(words.wechatBound)).toBeVisible();
  expect((await visit.ask(userInfo)).data).toMatchObject({ isWechatBound: true });
  await page.getByRole('button', { name: `${words.unbind}: ${words.wechat}` }).click();
  expect(await findFaults(page)).toEqual([]);
  await fill(page, 'proof.password', password);
  await page.getByRole('dialog').getByRole('button', { name: words.unbindWechat }).click();
  await expect(page.getByText(words.wechatMissing)).toBeVisible();
  expect((await visit.ask(userInfo)).data).toMatchObject({ isWechatBound: false });
});

test('a new password may unbind WeChat and keep every login', { tag: '@phone' }, async ({
  page,
  visit,
  people,
  language,
}) => {
  const words = settingWords[language];
  await putClockWrong(page);
  await go(page, 'accountSetting');
  await page.getByRole('button', { name: `${words.bind}: ${words.wechat}` }).click();
  await expect(page.getByRole('img', { name: words.qrCode })).toBeVisible();
  await people.scan(`both-${visit.mobile}`);
  await fill(page, 'proof.password', password);
  await page.getByRole('dialog').getByRole('button', { name: words.bindWechat }).click();
  await expect(page.getByText(words.wechatBound)).toBeVisible();
  await page.getByRole('button', { name: `${words.change}: ${words.password}` }).click();
  await fill(page, 'oldPassword', password);
  await fill(page, 'newPassword', 'new-4-you');
  await fill(page, 'repeat', 'new-4-you');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(words.endLogins)).toBeChecked();
  await dialog.getByLabel(words.endLogins).uncheck();
  await dialog.getByLabel(words.alsoUnbind).check();
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: words.save }).click();
  await expect(page.getByText(words.passwordNowSet)).toBeVisible();
  await expect(page.getByText(words.wechatMissing)).toBeVisible();
  expect((await visit.ask(userInfo)).data).toMatchObject({ isWechatBound: false });
});

test('devices: this one is marked, one is logged out, then all others', { tag: '@phone' }, async ({
  page,
  product,
  visit,
  language,
}) => {
  const words = devicesWords[language];
  const logIn = async () =>
    ((await visit.ask(userLogin, { username: visit.mobile, password })) as { data: { token: string } }).data.token;
  const others = [await logIn(), await logIn(), await logIn()];
  await go(page, 'devices');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(4);
  await expect(rows.filter({ hasText: words.thisOne })).toHaveCount(1);
  await expect(rows.first()).toContainText(words.thisOne);
  await expect(rows.last()).toContainText(language === 'zh' ? '刚刚' : 'just now');
  expect(await findFaults(page)).toEqual([]);
  await rows.last().getByRole('button').click();
  await expect(page.getByText(words.ended)).toBeVisible();
  await expect(rows).toHaveCount(3);
  const codes = async () =>
    (await Promise.all(others.map(token => visit.ask(userInfo, {}, token)))).map(one => one.code);
  expect((await codes()).sort()).toEqual([200, 200, 401]);
  await page.getByRole('button', { name: words.endOthers }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: words.endOthers }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('button', { name: words.endOthers })).toHaveCount(0);
  expect(await codes()).toEqual([401, 401, 401]);
  expect((await visit.ask(listDevices)).data).toMatchObject({ total: 1, list: [{ isThisOne: true }] });
  expect(product.complaints).toEqual([]);
});

test('deleting the account needs a typed word and a proof, and leaves no way to log in', { tag: '@desk' }, async ({
  page,
  product,
  visit,
  language,
}) => {
  const words = deleteWords[language];
  await go(page, 'accountSetting');
  const open = `${settingWords[language].delete}: ${settingWords[language].deletion}`;
  await page.getByRole('button', { name: open }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(words.lostFiles);
  const confirm = dialog.getByRole('button', { name: words.confirm });
  await fill(page, 'proof.password', 'not-it-1');
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').last().fill(words.word);
  expect(await findFaults(page)).toEqual([]);
  await confirm.click();
  await expect(page.getByText(errorSentence('OLD_PASSWORD_WRONG', language))).toBeVisible();
  expect((await visit.ask(userInfo)).code).toBe(200);
  await putClockWrong(page);
  await fill(page, 'proof.password', password);
  await confirm.click();
  await expect(page.getByRole('alertdialog')).toContainText(words.gone);
  await expect(page).toHaveURL(/#\/$/);
  expect(await readToken(page)).toBeNull();
  expect((await visit.ask(userInfo)).code).not.toBe(200);
  expect((await visit.ask(userLogin, { username: visit.mobile, password })).code).toBe(400);
  expect(unexpected(product.complaints)).toEqual([]);
});
