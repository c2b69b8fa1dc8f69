// Unknown addresses, addresses that need a login, and the size of pages.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fill } from 'contract/words.ts';
import { words as compressWords } from '../tools/compress/words.ts';
import { toolHelpWords } from '../web/src/pages/tool-help-words.ts';
import { findFaults } from './axe.ts';
import { converterPath, expect, test } from './product.ts';

test('an unknown address leads to the page that says so', async ({ page, product, language }) => {
  await product.open('/no/such/page');
  await expect(page).toHaveURL(/#\/404/);
  await expect(
    page.getByRole('heading', { name: language === 'zh' ? '页面不存在' : 'Page does not exist' }),
  ).toBeVisible();
  await expect(page).toHaveTitle(/(图匠|Pixwright)$/);
});

test('a guarded address opens the login dialog and stays on the page', async ({ page, product }) => {
  await product.open(converterPath);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate("location.hash = '#/userCenter'");
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`#${converterPath}`));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.converter.title);
});

test('the contact page says so when the operator has published no address', async ({ page, product, language }) => {
  await product.open('/contact');
  await expect(
    page.getByText(language === 'zh' ? '还没有公布邮箱和电话' : 'No email address or phone number'),
  ).toBeVisible();
  await expect(page.locator('article')).not.toContainText(/[{}]|邮箱：|Email:/);
});

test('the tutorial leads to the guide of a tool, and the guide to the tool', async ({ page, product, language }) => {
  const { title } = compressWords[language];
  const main = page.getByRole('main');
  await product.open('/tutorial');
  await main.getByRole('link', { name: title, exact: true }).click();
  await expect(page).toHaveURL(/#\/help\/compress$/);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${title} - `));
  await expect(main.getByRole('listitem').filter({ hasText: 'HEIC' })).toContainText('50 MB');
  await expect(main.getByRole('img', { name: fill(toolHelpWords[language].picture, { title }) })).toHaveJSProperty(
    'naturalWidth',
    960,
  );
  expect(await findFaults(page)).toEqual([]);
  await main.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(/#\/editor\/compress$/);
});

test('the language follows the address, and stays', async ({ page, product, language }) => {
  await product.open('/');
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-CN' : 'en');
  await page.goto(page.url().replace(/\?lang=\w+/, ''));
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-CN' : 'en');
});

test('no request goes to another host', { tag: '@desk' }, async ({ page, product, address }) => {
  const foreign: string[] = [];
  page.on('request', request => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== new URL(address).origin) foreign.push(request.url());
  });
  for (const path of ['/', converterPath, '/help']) await product.open(path);
  await page.waitForLoadState('networkidle');
  expect(foreign).toEqual([]);
});

test('a script has the security headers that browsers heed for it, and no others', { tag: '@desk' }, async ({
  page,
  product,
}) => {
  const loaded = page.waitForResponse(response => /\/assets\/index-[^/]+\.js$/.test(response.url()));
  await product.open('/');
  const headers = await (await loaded).allHeaders();
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' });
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  expect(headers).not.toHaveProperty('x-frame-options');
  const document = await page.request.get(new URL('/', page.url()).href);
  expect(document.headers()).toMatchObject({ 'x-frame-options': 'SAMEORIGIN' });
});

test('the home page and a tool’s page stay within their budgets', { tag: '@desk' }, () => {
  const measure = join(import.meta.dirname, '../web/build/measure-size.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [measure], { encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
});
