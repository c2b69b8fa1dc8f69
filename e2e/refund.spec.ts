// A refund while the page shows a result that holds coins of the order: the page says what is missing, the records add up, and a new purchase opens
// the result.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { lookNames } from 'contract/looks.ts';
import type { Edition, Order } from 'contract/routes/orders.ts';
import { fill } from 'contract/words.ts';
import sharp from 'sharp';
import { photos } from '../bench/photos.ts';
import { readConfig } from '../server/src/config.ts';
import { openOrders } from '../server/src/open-orders.ts';
import { refundOrder } from '../server/src/orders/refunds.ts';
import type { Parts } from '../server/src/parts.ts';
import { words as filterWords } from '../tools/photo-filter/words.ts';
import { accountWords } from '../web/src/layout/account-words.ts';
import { payWords } from '../web/src/pay/words.ts';
import { personWords } from '../web/src/person/person-words.ts';
import { moneyWords } from '../web/src/user-center/money-words.ts';
import { findFaults } from './axe.ts';
import { face, unexpected } from './center-visit.ts';
import { test, withMembership } from './login-people.ts';
import { expect, phasesOf, pick } from './product.ts';

// Payments are those of the sandbox, as on every machine that only it can see.
test.use({ switches: withMembership });

/** Screenshots, if SHOTS names a folder for them. */
const shoot = async (page: Page, name: string) => {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${test.info().project.name}-${name}.png` });
};

test('a refund locks what it paid for, and the next purchase pays back what was used', { tag: '@desk' }, async ({
  page,
  product,
  people,
  language,
  address,
}) => {
  const { token } = await people.register();
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const headers = { token, lang: language, 'content-type': 'application/json' };
    const sent = body && { method: 'POST', body: JSON.stringify(body) };
    return ((await (await fetch(address + path, { headers, ...sent })).json()) as { data: T }).data;
  };
  const buy = async () => {
    const { list } = await call<{ list: Edition[] }>('/web/paySettings/coinEditions?currency=CNY');
    const { id: editionId } = list.find(({ coins }) => coins === 100)!;
    const order = await call<Order>('/web/createPreOrder', { editionId, payType: 'wechat' });
    await call('/sandbox/cashier/pay', { orderNo: order.orderNo });
    return order;
  };
  const order = await buy();
  await product.open('/editor/photoFilter');
  await page.evaluate(value => localStorage.setItem('pixwright.token', value), token);
  await page.reload();
  const t = product.work;
  const run = async () => {
    await pick(page, [photos.womanRed]);
    await page.getByText(lookNames.noir[language], { exact: true }).click();
    const name = fill(filterWords[language].runOne, { look: lookNames.noir[language] });
    await page.getByRole('button', { name }).click();
    await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  };
  const forCoins = page.getByRole('button', { name: fill(t.downloadForCoins, { amount: 10 }), exact: true });
  await run();
  await Promise.all([page.waitForEvent('download'), forCoins.click()]);
  await page.getByRole('button', { name: t.remove }).first().click();
  await run();
  await expect(forCoins).toBeVisible();

  const parts = {
    config: readConfig({ MEMBERSHIP: 'on', PAYMENTS: 'sandbox' }),
    database: people.database,
    log: console,
    secret: randomBytes(32),
    now: () => new Date(),
  };
  const whole = { refundNo: order.orderNo, amount: order.amount, reason: 'unhappy' };
  await refundOrder(openOrders(parts as unknown as Parts), order.orderNo, whole);

  await forCoins.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: payWords[language].offerTitle })).toBeVisible();
  await shoot(page, 'offer');
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  const unlock = page.getByRole('button', { name: t.unlock, exact: true });
  await expect(unlock).toBeVisible();

  // The card above every page: no membership, no coins, and what is to pay back.
  await face(page).click();
  const card = page.locator('#account-card');
  await expect(card.getByText(accountWords[language].openMembership)).toBeVisible();
  await expect(card.getByText(personWords[language].owed)).toBeVisible();
  await expect(card.getByText(fill(personWords[language].owedCoins, { count: 10 }))).toBeVisible();
  await shoot(page, 'card');
  await page.keyboard.press('Escape');

  const money = moneyWords[language];
  await page.evaluate("location.hash = '#/userCenter/recharge'");
  const rows = page.getByRole('main').getByRole('listitem');
  const what = fill(money.plusCoins, { amount: 10 });
  await expect(page.getByText(fill(money.owes, { what }))).toBeVisible();
  const refunded = rows.filter({ hasText: fill(money.wasSpent, { what }) });
  await expect(refunded).toContainText('−90');
  await expect(refunded).toContainText(money.refund);
  await expect(rows.filter({ hasText: '−10' })).toContainText(money.run);
  await shoot(page, 'record');
  expect(await findFaults(page)).toEqual([]);

  await page.evaluate("location.hash = '#/coins'");
  await page.locator('article').first().getByRole('button').click();
  await expect(dialog.getByText(payWords[language].paysBack)).toBeVisible();
  await shoot(page, 'buy');
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await buy();
  await page.evaluate("location.hash = '#/userCenter/recharge'");
  await expect(rows.filter({ hasText: money.paysSpent })).toContainText('−10');
  await expect(page.getByText(fill(money.owes, { what }))).toHaveCount(0);
  await shoot(page, 'paid-back');

  // With the new coins the result is paid for and downloaded as usual.
  await page.evaluate("location.hash = '#/editor/photoFilter'");
  const [download] = await Promise.all([page.waitForEvent('download'), forCoins.or(unlock).first().click()]);
  const { width } = await sharp(await readFile(await download.path())).metadata();
  expect(width).toBe(500);
  expect(await call('/web/udUser/balance')).toEqual({ coin: 80, held: 0 });
  expect(unexpected(product.complaints).filter(line => !/status of 402/.test(line))).toEqual([]);
});
