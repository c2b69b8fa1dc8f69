// Personal info, data export and logging out: each setting, and the server's stored data.
import { readFile } from 'node:fs/promises';
import { accountSentence } from 'contract/account-errors.ts';
import { errorSentence } from 'contract/errors.ts';
import { updateInfo, userInfo } from 'contract/routes/accounts.ts';
import sharp from 'sharp';
import { accountWords } from '../web/src/layout/account-words.ts';
import { loginWords } from '../web/src/login/words.ts';
import { avatarWords } from '../web/src/user-center/avatar-words.ts';
import { detailsWords } from '../web/src/user-center/details-words.ts';
import { devicesWords } from '../web/src/user-center/devices-words.ts';
import { settingWords } from '../web/src/user-center/setting-words.ts';
import { findFaults } from './axe.ts';
import { expect, face, go, readToken, test, unexpected } from './center-visit.ts';

test('details: an error is shown beside its field, valid values are stored', { tag: '@desk' }, async ({
  page,
  product,
  people,
  visit,
  language,
}) => {
  const words = detailsWords[language];
  const other = await people.register();
  await visit.ask(updateInfo, { username: 'taken_name' }, other.token);
  await go(page, 'personalInfo');
  const save = page.getByRole('button', { name: words.save });
  await expect(save).toBeDisabled();
  await page.getByLabel(words.nickname).fill('   ');
  await page.getByLabel(words.username).fill('no');
  await save.click();
  await expect(page.getByLabel(words.nickname)).toBeFocused();
  await expect(page.getByText(accountSentence('NICKNAME_BAD', language))).toBeVisible();
  await expect(page.getByText(accountSentence('USERNAME_BAD', language))).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByLabel(words.nickname).fill('橙子 Orange');
  await page.getByLabel(words.username).fill('Taken_Name');
  await save.click();
  await expect(page.getByText(errorSentence('USERNAME_TAKEN', language))).toBeVisible();
  await page.getByLabel(words.username).fill(`maple_${visit.mobile.slice(-6)}`);
  await page.getByText(words.female, { exact: true }).click();
  await save.click();
  await expect(page.getByText(words.nicknameChanged)).toBeVisible();
  await expect(face(page)).toHaveAccessibleName(/橙子 Orange/);
  await expect(save).toBeDisabled();
  const { data } = await visit.ask(userInfo);
  expect(data).toMatchObject({ nickName: '橙子 Orange', username: `maple_${visit.mobile.slice(-6)}`, gender: 0 });
  expect(unexpected(product.complaints)).toEqual([]);
});

/** Red on the left, green in the middle, blue on the right. */
async function drawStripes(): Promise<Buffer> {
  const stripe = (colour: string, left: number) => ({
    input: { create: { width: 400, height: 400, channels: 3, background: colour } } as const,
    left,
    top: 0,
  });
  const canvas = sharp({ create: { width: 1200, height: 400, channels: 3, background: '#0f0' } });
  const png = await canvas.composite([stripe('#f00', 0), stripe('#00f', 800)]).png();
  return png.toBuffer();
}

test('avatar: the server stores the chosen square', { tag: '@phone' }, async ({ page, product, visit, language }) => {
  const words = avatarWords[language];
  await go(page, 'personalInfo');
  // The home page may still be shown before, and it accepts files as well.
  await expect(page.getByRole('button', { name: words.add })).toBeVisible();
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'note.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
  await expect(page.getByRole('alert')).toBeVisible();
  await input.setInputFiles({ name: 'stripes.png', mimeType: 'image/png', buffer: await drawStripes() });
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  const frame = dialog.getByRole('region');
  const box = (await frame.boundingBox())!;
  // By mouse to the right, where the picture starts with red; a little back by keys stays within the red.
  await page.mouse.move(box.x + 20, box.y + 50);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 10, box.y + 60, { steps: 5 });
  await page.mouse.move(box.x + box.width * 2, box.y + 60, { steps: 5 });
  await page.mouse.up();
  await frame.press('+');
  await frame.press('+');
  await frame.press('ArrowRight');
  await expect(dialog.getByRole('slider')).toHaveAttribute('aria-valuetext', '132%');
  await dialog.getByRole('button', { name: words.save, exact: true }).click();
  await expect(page.getByText(words.changed)).toBeVisible();
  const picture = face(page).locator('img');
  await expect(picture).toBeVisible();
  const bytes = await page.request.get((await picture.getAttribute('src'))!);
  const { data, info } = await sharp(await bytes.body())
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info.width).toBe(info.height);
  expect(info.width).toBeGreaterThanOrEqual(256);
  for (const place of [0, data.length / 2, data.length - info.channels]) {
    const pixel = [...data.subarray(place, place + 3)];
    expect(pixel[0]).toBeGreaterThan(200);
    expect(Math.max(pixel[1]!, pixel[2]!)).toBeLessThan(60);
  }
  await page.getByRole('button', { name: words.remove }).click();
  await expect(picture).toHaveCount(0);
  expect((await visit.ask(userInfo)).data).toMatchObject({ avatar: null });
  expect(product.complaints).toEqual([]);
});

test("the export is a file with the account's data and no secret", { tag: '@desk' }, async ({
  page,
  visit,
  language,
}) => {
  const words = settingWords[language];
  await go(page, 'accountSetting');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: `${words.download}: ${words.export}` }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^account-\d{4}-\d\d-\d\d\.json$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ account: { id: visit.user.id, mobile: visit.mobile }, devices: [{}] });
  expect(text).not.toContain(visit.token);
  expect(text).not.toContain('argon2');
});

test('logging out asks for confirmation, ends the login on the server and leads home', { tag: '@phone' }, async ({
  page,
  product,
  visit,
  language,
}) => {
  const words = accountWords[language];
  await go(page, 'devices');
  const ask = async () => {
    await face(page).click();
    await page.getByRole('button', { name: words.logOut }).click();
    await expect(page.getByRole('alertdialog')).toContainText(words.logOutTitle);
  };
  await ask();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: words.stay }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(face(page)).toBeFocused();
  expect((await visit.ask(userInfo)).code).toBe(200);
  await ask();
  await page.getByRole('alertdialog').getByRole('button', { name: words.logOut }).click();
  await expect(page).toHaveURL(/#\/$/);
  await expect(face(page)).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await readToken(page)).toBeNull();
  expect((await visit.ask(userInfo)).code).toBe(401);
  expect(product.complaints).toEqual([]);
});

test('without a login no section opens by any link', { tag: '@desk' }, async ({ page, product, language }) => {
  await product.open('/userCenter/devices');
  await expect(page.getByRole('dialog')).toContainText(loginWords[language].notLoggedIn);
  await expect(page).toHaveURL(/#\/$/);
  await expect(page.getByRole('main').getByText(devicesWords[language].intro)).toHaveCount(0);
});
