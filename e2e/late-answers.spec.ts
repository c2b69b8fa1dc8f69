// A list shows only the entries of the page number below it, and says so if that page did not load.
import { addUserRecord, getUseList } from 'contract/routes/points.ts';
import { fill } from 'contract/words.ts';
import { centerWords } from '../web/src/user-center/center-words.ts';
import { moneyWords } from '../web/src/user-center/money-words.ts';
import { findFaults } from './axe.ts';
import { expect, go, test, unexpected } from './center-visit.ts';
import { holdCalls } from './hold-calls.ts';
import { withMembership } from './login-people.ts';

test.use({ switches: withMembership });

test('entries are never shown under the number of another page, and a page that failed loads again', {
  tag: '@phone',
}, async ({ page, product, visit, language }) => {
  const words = moneyWords[language];
  for (let at = 1; at <= 12; at += 1) await visit.ask(addUserRecord, { keyCode: 'MATTING', name: `nr-${at}.png` });
  await go(page, 'uses');
  const main = page.getByRole('main');
  const [newest, oldest] = ['nr-12.png', 'nr-1.png'].map(name => main.getByText(name, { exact: true }).last());
  const place = (at: number) => main.getByText(fill(words.pageOf, { page: at, pages: 2 }));
  await expect(newest!).toBeVisible();
  const pages = `**${getUseList.path}*`;
  const answerNow = await holdCalls(page, pages);
  const height = () => page.evaluate<number>('document.documentElement.scrollHeight');
  const before = await height();
  const next = main.getByRole('button', { name: words.next });
  await next.click();
  await expect(place(2)).toBeVisible();
  await expect(newest!).toBeHidden();
  // Nothing jumps while it loads.
  expect(await height()).toBe(before);
  answerNow();
  await expect(oldest!).toBeVisible();
  await page.unroute(pages);

  await page.route(pages, route => route.fulfill({ status: 503, body: '' }));
  await main.getByRole('button', { name: words.previous }).click();
  const callout = main.getByRole('alert').filter({ hasText: centerWords[language].loadFailed });
  await expect(callout).toBeVisible();
  await expect(oldest!).toBeHidden();
  await expect(place(1)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.unroute(pages);
  await callout.getByRole('button', { name: centerWords[language].again }).click();
  await expect(newest!).toBeVisible();
  await expect(callout).toHaveCount(0);
  expect(unexpected(product.complaints).filter(line => !line.includes('status of 503'))).toEqual([]);
});
