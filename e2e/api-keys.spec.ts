// API keys in the personal centre: one is created and shown once, works for its tools, is changed, and is revoked.
import type { ApiKey } from 'contract/routes/api-keys.ts';
import { balance } from 'contract/routes/points.ts';
import { fill as fillWords } from 'contract/words.ts';
import { keyWords } from '../web/src/user-center/key-words.ts';
import { findFaults } from './axe.ts';
import { expect, fill, go, test } from './center-visit.ts';

test('a key is created, shown once, changed and revoked', { tag: '@phone' }, async ({
  page,
  visit,
  language,
  address,
}) => {
  const words = keyWords[language];
  const use = async (key: string) =>
    (await fetch(address + balance.path, { headers: { authorization: `Bearer ${key}` } })).status;
  const readKeys = async () =>
    ((await visit.ask({ method: 'GET', path: '/web/apiKey' })).data as { list: ApiKey[] }).list;
  await go(page, 'apiKeys');
  await expect(page.getByText(words.none)).toBeVisible();
  await page.getByRole('button', { name: words.make }).click();
  await fill(page, 'name', 'Shop');
  await page.getByLabel(words.allTools).uncheck();
  await page.locator('input[name="tools:image-converter"]').check();
  await page.getByLabel(words.readAccount).check();
  await page.getByText(words.limits).click();
  await page.locator('textarea[name=addresses]').fill('127.0.0.1\n::1/129');
  await page.getByRole('dialog').getByRole('button', { name: words.make }).click();
  // The faulty address is named.
  await expect(page.locator('textarea[name=addresses]')).toHaveAttribute('aria-invalid', 'true');
  expect(await findFaults(page)).toEqual([]);
  await page.locator('textarea[name=addresses]').fill('127.0.0.1, ::1');
  await page.getByRole('dialog').getByRole('button', { name: words.make }).click();
  const shown = page.getByRole('textbox', { name: words.yourKey });
  await expect(shown).toHaveValue(/^pxk_[\w-]{43}$/);
  expect(await findFaults(page)).toEqual([]);
  const key = await shown.inputValue();
  await page.getByRole('button', { name: words.done }).click();
  await expect(page.getByText(`pxk_…${key.slice(-4)}`)).toBeVisible();
  await expect(page.locator('body')).not.toContainText(key);
  expect(await use(key)).toBe(200);
  expect((await readKeys())[0]).toMatchObject({
    name: 'Shop',
    scopes: ['tasks:read', 'tools:image-converter', 'account:read'],
    addresses: ['127.0.0.1/32', '::1/128'],
  });

  await page.getByRole('button', { name: fillWords(words.changeOne, { name: 'Shop' }) }).click();
  await page.getByLabel(words.readAccount).uncheck();
  await page.getByRole('button', { name: words.save }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await use(key)).toBe(403);
  expect(await findFaults(page)).toEqual([]);

  await page.getByRole('button', { name: fillWords(words.revokeOne, { name: 'Shop' }) }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: words.revoke, exact: true }).click();
  await expect(page.getByText(words.revoked, { exact: true })).toBeVisible();
  expect(await use(key)).toBe(401);
  expect((await readKeys())[0]?.revokedAt).not.toBeNull();
});
