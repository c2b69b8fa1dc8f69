// Around a login: WeChat's page, referrals, work that continues, other tabs, and accessible pages.
import { loginQrcode } from 'contract/routes/wechat.ts';
import { fill } from 'contract/words.ts';
import { accountPageWords } from '../web/src/login/account-page-words.ts';
import { loginWords } from '../web/src/login/words.ts';
import { sandboxWords } from '../web/src/sandbox/words.ts';
import { findFaults } from './axe.ts';
import { expect, makeMobile, password, test } from './login-people.ts';
import { drawJpegs } from './pictures.ts';
import { converterPath, phasesOf, pick } from './product.ts';

const openDialog = "location.hash = '#/userCenter/personalInfo'";

test("WeChat's page leads to binding a number first, and then back to the page where the login began", {
  tag: '@phone',
}, async ({ page, product, people, language }) => {
  const words = loginWords[language];
  await product.open(converterPath);
  await page.evaluate(openDialog);
  const codes = `**${loginQrcode.path}*`;
  const msg = 'No code for now';
  await page.route(codes, route =>
    route.fulfill({ status: 503, headers: { 'retry-after': '600' }, json: { code: 503, error: 'BUSY', msg } }),
  );
  await page.getByRole('button', { name: words.wechat }).click();
  await expect(page.getByText(msg)).toBeVisible();
  await page.unroute(codes);
  await page.getByRole('button', { name: words.again, exact: true }).click();
  await expect(page.getByRole('img', { name: words.qrCode })).toBeVisible();
  await expect(page.getByText(msg)).toBeHidden();
  await page.getByRole('button', { name: words.wechatPage }).click();
  await expect(page.getByRole('heading', { name: sandboxWords[language].pageTitle })).toBeVisible();
  await page.locator('main button').first().click();
  await expect(page.getByRole('heading', { name: words.bindTitle })).toBeVisible();
  expect(new URL(page.url()).search).not.toMatch(/code|state/);
  const phone = makeMobile();
  await page.locator('input[name=mobile]').fill(phone);
  await page.locator('input[name=code]').fill(await people.askCode(phone));
  await page.locator('input[name=agree]').check();
  await page.locator('form button[type=submit]').click();
  await expect(page).toHaveURL(/#\/userCenter/);
});

test('an unsolicited answer of WeChat is not a login', { tag: '@desk' }, async ({ page, address }) => {
  for (const query of ['?code=abc&state=def#/', '#/login-loading?code=abc&state=def']) {
    await page.goto('about:blank');
    await page.goto(`${address}/${query}`);
    await expect(page.getByText(accountPageWords.zh.wechatFailed)).toBeVisible();
    await expect(page).toHaveURL(/#\/login$/);
  }
});

test('an unsolicited answer of WeChat logs nobody out and keeps the work on the page', { tag: '@desk' }, async ({
  page,
  product,
  people,
  address,
  language,
}) => {
  const { token } = await people.register();
  await product.open(converterPath);
  await page.evaluate(kept => localStorage.setItem('pixwright.token', kept), token);
  await page.reload();
  await pick(page, await drawJpegs(2));
  await expect(phasesOf(page)).toHaveCount(2);
  for (const query of ['?code=abc&state=def#/', '#/login-loading?code=abc&state=def', '#/login-loading']) {
    await page.goto('about:blank');
    await page.goto(`${address}/${query}`);
    await expect(page.getByRole('heading', { name: accountPageWords[language].foreignTitle })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('pixwright.token'))).toBe(token);
    await page.getByRole('link', { name: accountPageWords[language].home }).click();
    await expect(page).toHaveURL(/#\/$/);
  }
  await product.open(converterPath);
  await expect(phasesOf(page)).toHaveCount(2);
});

test('a login sends the referral along', { tag: '@phone' }, async ({ page, address, people, language }) => {
  const { mobile } = await people.register();
  await page.goto(`${address}/?agentCode=AG-7&lang=${language}#/login?shareCode=Abcd1234&bd_vid=99`);
  const sent = page.waitForRequest(request => request.url().endsWith('/web/udUser/userLogin'));
  await page.locator('input[name=username]').fill(mobile);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  const request = await sent;
  expect(request.postDataJSON()).toMatchObject({ agentCode: 'AG-7', shareCode: 'Abcd1234' });
  const headers = await request.allHeaders();
  expect(headers.platformsource).toBe('PC-AG-7');
  expect(headers.logidurl).toContain('bd_vid=99');
});

test('work begun before the login continues and is kept after it', { tag: '@phone' }, async ({
  page,
  product,
  people,
  context,
}) => {
  const { mobile, token } = await people.register();
  const { work, converter } = product;
  await product.open(converterPath);
  await pick(page, await drawJpegs(6));
  await page.getByRole('button', { name: fill(converter.runMany, { count: 6, format: 'WebP' }) }).click();
  await page.evaluate(openDialog);
  await page.locator('input[name=username]').fill(mobile);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/userCenter/);
  await page.goBack();
  await expect(page.locator('[data-phase=done]')).toHaveCount(6);
  const button = page.getByRole('button', { name: fill(work.downloadAll, { count: 6 }) });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  // The tasks now belong to the account: another browser of the same person lists them.
  const list = await fetch(`${people.address}/web/task?size=100`, { headers: { token } });
  expect(((await list.json()) as { data: { list: unknown[] } }).data.list).toHaveLength(6);

  // A logout in another tab also logs out here, and no work stays in this browser.
  const other = await context.newPage();
  await other.goto(page.url());
  await other.evaluate(() => localStorage.removeItem('pixwright.token'));
  await expect(phasesOf(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(phasesOf(page)).toHaveCount(0);
});

test('a person without a phone number is asked once to bind one', { tag: '@desk' }, async ({
  page,
  product,
  people,
  language,
}) => {
  const words = loginWords[language];
  const { token, user } = await people.register();
  await people.database.updateTable('account').set({ mobile: null }).where('id', '=', user.id).execute();
  await product.open('/');
  await page.evaluate(kept => localStorage.setItem('pixwright.token', kept), token);
  await page.reload();
  const prompt = page.getByRole('dialog', { name: words.bindTitle });
  await prompt.getByRole('button', { name: words.notNow }).click();
  await expect(prompt).toHaveCount(0);
  await page.reload();
  const mobile = makeMobile();
  await prompt.locator('input[name="proof.password"]').fill(password);
  await prompt.locator('input[name=mobile]').fill(mobile);
  await prompt.locator('input[name=code]').fill(await people.askCode(mobile));
  await page.keyboard.press('Enter');
  await expect(page.getByText(words.bound)).toBeVisible();
  await expect(prompt).toHaveCount(0);
  const row = await people.database.selectFrom('account').select('mobile').where('id', '=', user.id).executeTakeFirst();
  expect(row?.mobile).toBe(mobile);
});

test('a login in one tab applies to all', { tag: '@desk' }, async ({ page, product, people, context }) => {
  const { mobile } = await people.register();
  await product.open(converterPath);
  await page.evaluate(openDialog);
  await expect(page.getByRole('dialog')).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url().replace(/#.*/, '#/login'));
  await other.locator('input[name=username]').fill(mobile);
  await other.locator('input[name=password]').fill(password);
  await other.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('the panels and pages have no fault', { tag: colorScheme === 'light' ? '@desk' : '@phone' }, async ({
      page,
      product,
      language,
    }) => {
      const words = loginWords[language];
      for (const path of ['/account/register', '/account/resetPassword', '/login']) {
        await product.open(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.locator('form button[type=submit]').click();
        await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
        expect(await findFaults(page), path).toEqual([]);
      }
      await product.open(converterPath);
      await page.evaluate(openDialog);
      await page.getByText(words.byCode, { exact: true }).click();
      expect(await findFaults(page)).toEqual([]);
      await page.getByRole('button', { name: words.wechat }).click();
      await expect(page.getByRole('img', { name: words.qrCode })).toBeVisible();
      expect(await findFaults(page)).toEqual([]);
    });
  });
}
