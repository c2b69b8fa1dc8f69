// Webhooks in the personal centre: one is added, its secret shown once, its deliveries opened, and it is deleted.

import type { Webhook } from 'contract/routes/webhooks.ts';
import { fill as fillWords } from 'contract/words.ts';
import { webhookWords } from '../web/src/user-center/webhook-words.ts';
import { findFaults } from './axe.ts';
import { expect, fill, go, test } from './center-visit.ts';

test('a webhook is added, shown with its secret once, and deleted', { tag: '@phone' }, async ({
  page,
  visit,
  language,
}) => {
  const words = webhookWords[language];
  const url = 'https://hooks.example.org/in';
  const read = async () =>
    ((await visit.ask({ method: 'GET', path: '/web/webhook' })).data as { list: Webhook[] }).list;
  await go(page, 'webhooks');
  await expect(page.getByText(words.none)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: words.make }).click();
  await fill(page, 'url', 'ftp://example.org/in');
  await page.getByLabel(words['batch.done']).check();
  await page.getByRole('dialog').getByRole('button', { name: words.make }).click();
  await expect(page.getByText(words.urlWrong)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await fill(page, 'url', url);
  await page.getByRole('dialog').getByRole('button', { name: words.make }).click();
  const shown = page.getByRole('textbox', { name: words.secret });
  await expect(shown).toHaveValue(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: words.done }).click();
  await expect(page.getByText(url)).toBeVisible();
  expect(await read()).toMatchObject([{ url, events: ['task.done', 'task.failed', 'batch.done'], keyId: null }]);
  await page.getByRole('button', { name: fillWords(words.logOne, { url }) }).click();
  await expect(page.getByText(words.noDeliveries)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: fillWords(words.removeOne, { url }) }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: words.remove, exact: true }).click();
  await expect(page.getByText(words.none)).toBeVisible();
  expect(await read()).toEqual([]);
});
