// The account area of the header: nothing moves while the login is determined, and the card opens by mouse, keys and touch.
import type { Page } from '@playwright/test';
import { accountWords } from '../web/src/layout/account-words.ts';
import { personWords } from '../web/src/person/person-words.ts';
import { shellWords } from '../web/src/words/shell.ts';
import { findFaults, findFaultsOfThemes } from './axe.ts';
import { expect, test } from './product.ts';

test.use({ timezoneId: 'Asia/Shanghai' });

const someone = {
  id: '5b0e7c1a-0000-4000-8000-000000000001',
  username: null,
  nickName: '小橙子',
  nickname: '小橙子',
  avatar: null,
  gender: null,
  mobile: '13812345678',
  hasPassword: true,
  isWechatBound: false,
  shareCode: 'abcd1234',
  edition: null,
  coin: 0,
  coinLeft: 0,
  isMember: 0,
  useMaxNum: null,
  memberCreateTime: null,
  memberEndTime: null,
  memberType: null,
  functionUserList: [],
};
const member = {
  ...someone,
  edition: { mealName: 'Pro 365' },
  coin: 1280,
  coinLeft: 1280,
  isMember: 1,
  useMaxNum: 342,
  memberEndTime: '2027-03-04T15:59:59.000Z',
};

const face = (page: Page) => page.locator('header [aria-controls=account-card]');
const card = (page: Page) => page.locator('#account-card');

/** Makes the server return this user; without one it never responds. */
async function bePerson(page: Page, person?: object): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('pixwright.token', 'some-token'));
  await page.route('**/web/udUser/info', route =>
    person ? route.fulfill({ json: { code: 200, msg: 'ok', data: person } }) : undefined,
  );
}

/** Returns the positions of everything in the header except the account itself. */
const measureHeader = async (page: Page) => {
  const parts = await page.locator(':is(header a, header button):not([data-account] *):visible').all();
  return Promise.all(parts.map(part => part.boundingBox()));
};

test('nothing in the header moves between logged out, not known yet, and logged in', async ({ page, product }) => {
  await product.open('/');
  const loggedOut = await measureHeader(page);
  expect(loggedOut.length).toBeGreaterThan(3);
  await bePerson(page);
  await page.reload();
  await expect(face(page)).toBeVisible();
  expect(await measureHeader(page)).toEqual(loggedOut);
  await page.unroute('**/web/udUser/info');
  await bePerson(page, member);
  await page.reload();
  await expect(face(page)).toHaveAccessibleName(/小橙子/);
  expect(await measureHeader(page)).toEqual(loggedOut);
});

test('the painted page keeps a place for the avatar of a logged-in person', async ({ page, address, language }) => {
  // The page's script never loads here.
  await page.route('**/assets/index-*.js', () => undefined);
  await page.goto(`${address}/?lang=${language}`, { waitUntil: 'commit' });
  const logIn = page
    .locator(`[data-first-paint=${language}]`)
    .getByRole('button', { name: shellWords[language].logIn });
  await expect(logIn.first()).toBeVisible();
  await page.evaluate(() => localStorage.setItem('pixwright.token', 'some-token'));
  await page.goto('about:blank');
  await page.goto(`${address}/?lang=${language}`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(logIn).toHaveCount(0);
});

test('a member sees plan, points, uses and the last day; a person without membership only the plan', {
  tag: '@desk',
}, async ({ page, product, language }) => {
  const words = personWords[language];
  await bePerson(page, member);
  await product.open('/');
  await face(page).click();
  await expect(card(page)).toContainText('Pro 365');
  const facts = card(page).getByRole('definition');
  await expect(facts).toHaveText(['1,280', '342', '2027-03-04']);
  expect(await findFaults(page)).toEqual([]);
  await page.unroute('**/web/udUser/info');
  // Uses and the last day of an expired membership are not shown.
  await bePerson(page, { ...member, isMember: 0, coin: 0 });
  await page.reload();
  await face(page).click();
  await expect(card(page)).toContainText(words.freePlan);
  await expect(facts).toHaveCount(0);
});

test('the links of the card lead to their pages and close it', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  const words = accountWords[language];
  await bePerson(page, someone);
  await product.open('/');
  for (const [name, path] of [
    [words.settings, '/userCenter/accountSetting'],
    [words.help, '/help'],
    [words.more, '/userCenter/personalInfo'],
  ] as const) {
    await face(page).click();
    await card(page).getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`#${path}$`));
    await expect(card(page)).toHaveCount(0);
  }
});

test('focusing the avatar opens the card, Tab goes through it, and Escape leads back', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  await bePerson(page, someone);
  await product.open('/');
  await expect(face(page)).toHaveAccessibleName(/小橙子/);
  await page.getByRole('button', { name: shellWords[language].toDark }).focus();
  await page.keyboard.press('Tab');
  await expect(face(page)).toBeFocused();
  await expect(card(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(card(page).getByRole('link', { name: accountWords[language].more })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveCount(0);
  await expect(face(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card(page)).toBeVisible();
  for (let left = 6; left > 0; left -= 1) await page.keyboard.press('Tab');
  await expect(card(page)).toHaveCount(0);
});

test('hovering over the avatar opens the card, and leaving closes it', { tag: '@desk' }, async ({ page, product }) => {
  await bePerson(page, someone);
  await product.open('/');
  await face(page).hover();
  await expect(card(page)).toBeVisible();
  const box = (await card(page).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
  await face(page).click();
  await expect(card(page)).toBeVisible();
  await page.mouse.move(200, 600);
  await expect(card(page)).toHaveCount(0);
});

test('a tap on the avatar opens the card, and a tap there or elsewhere closes it', { tag: '@phone' }, async ({
  page,
  product,
}) => {
  await bePerson(page, someone);
  await product.open('/');
  await face(page).tap();
  await expect(card(page)).toBeVisible();
  await face(page).tap();
  await expect(card(page)).toHaveCount(0);
  await face(page).tap();
  await expect(card(page)).toBeVisible();
  const { width } = page.viewportSize()!;
  const box = (await card(page).boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(width);
  await page.touchscreen.tap(width / 2, box.y + box.height + 60);
  await expect(card(page)).toHaveCount(0);
});

test('the pages about the account have no fault', async ({ page, product }) => {
  await bePerson(page, member);
  for (const section of ['personalInfo', 'accountSetting']) {
    await product.open(`/userCenter/${section}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
    expect.soft(await findFaultsOfThemes(page), section).toEqual([]);
  }
});
