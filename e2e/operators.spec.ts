// An operator logs in with a code, finds a user, grants and refunds with a reason, and publishes a notice; the user sees all of it.
import type { OfferedCoupon } from 'contract/routes/coupons.ts';
import { getRevenue } from 'contract/routes/operators.ts';
import type { Edition, Order } from 'contract/routes/orders.ts';
import { couponWords } from '../web/src/admin/coupon-words.ts';
import { adminWords } from '../web/src/admin/words.ts';
import { payWords } from '../web/src/pay/words.ts';
import { moneyWords } from '../web/src/user-center/money-words.ts';
import { findFaults } from './axe.ts';
import { unexpected } from './center-visit.ts';
import { expect, operatorsMobiles, test, withMembership } from './login-people.ts';

const operatorsMobile = operatorsMobiles[0];
test.use({ switches: withMembership, timezoneId: 'UTC' });

test('grants, refunds and notices reach the person, and for others the page does not exist', { tag: '@desk' }, async ({
  page,
  product,
  people,
  address,
  language,
}) => {
  const words = adminWords[language];
  const ask = async <T>(path: string, token: string, body?: object): Promise<T> => {
    const headers = { 'content-type': 'application/json', token, lang: language };
    const sent = { method: body ? 'POST' : 'GET', headers, ...(body && { body: JSON.stringify(body) }) };
    return ((await (await fetch(address + path, sent)).json()) as { data: T }).data;
  };
  const person = await people.register();
  const { list: packs } = await ask<{ list: Edition[] }>('/web/paySettings/coinEditions', person.token);
  const bought = { editionId: packs[0]!.id, payType: language === 'zh' ? 'wechat' : 'paypal' };
  const { orderNo } = await ask<Order>('/web/createPreOrder', person.token, bought);
  await ask('/sandbox/cashier/pay', person.token, { orderNo });
  const balance = async () => (await ask<{ coin: number }>('/web/udUser/balance', person.token)).coin;
  expect(await balance()).toBe(packs[0]!.coins);

  const become = (token: string) => page.evaluate(text => localStorage.setItem('pixwright.token', text), token);
  await product.open('/');
  await become(person.token);
  await product.open('/admin/people');
  await expect(page.getByText(words.missing)).toBeVisible();

  const operator = await people.enterAsOperator(operatorsMobile);
  await become(operator.token);
  await product.open('/admin');
  await page.getByLabel(words.code).fill(operator.factorCode);
  await page.keyboard.press('Enter');

  // The page opens on what needs the operator.
  await page.getByRole('link', { name: words.people, exact: true }).click();
  await page.getByRole('searchbox').fill(person.mobile);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: person.user.nickName }).click();
  await page.getByRole('button', { name: words.grant, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.giftCoins).fill('25');
  await dialog.getByLabel(words.reason).press('Enter');
  await expect(dialog.getByText(words.reasonMissing)).toBeVisible();
  await dialog.getByLabel(words.reason).fill('<b>a lost file</b>');
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByLabel(words.reason).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('+25')).toBeVisible();
  await expect(page.getByText('<b>a lost file</b>')).toBeVisible();
  expect(await balance()).toBe(packs[0]!.coins + 25);
  expect(await findFaults(page)).toEqual([]);

  await page.getByRole('button', { name: orderNo }).click();
  await dialog.getByLabel(words.reason).fill('unhappy');
  await dialog.getByRole('button', { name: words.refund, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: orderNo })).toBeHidden();
  await expect(page.getByRole('cell', { name: words.refundedState })).toBeVisible();
  expect(await balance()).toBe(25);

  await page.evaluate("location.hash = '#/admin/revenue'");
  await expect(page.getByRole('img', { name: packs[0]!.price })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  // Amounts of one currency are not shown as those of another, and a currency that fails to load can be left again.
  const revenue = `**${getRevenue.path}*`;
  await page.route(revenue, route => route.fulfill({ status: 503, body: '' }));
  await page.getByText(language === 'zh' ? words.usd : words.cny, { exact: true }).click();
  await expect(page.getByRole('alert').getByRole('button', { name: words.again })).toBeVisible();
  await expect(page.getByRole('img', { name: packs[0]!.price })).toBeHidden();
  expect(await findFaults(page)).toEqual([]);
  await page.unroute(revenue);
  await page.getByText(language === 'zh' ? words.cny : words.usd, { exact: true }).click();
  await expect(page.getByRole('img', { name: packs[0]!.price })).toBeVisible();
  await page.evaluate("location.hash = '#/admin/bulletins'");
  await page.getByRole('button', { name: words.publish }).click();
  for (const [label, text] of [
    [words.titleZh, '今晚维护'],
    [words.titleEn, 'Maintenance tonight'],
    [words.reason, 'works'],
  ] as const)
    await dialog.getByLabel(label).fill(text);
  await dialog.getByRole('button', { name: words.publish }).click();
  await expect(dialog).toBeHidden();

  // The last day of a coupon counts whole in the product's time zone, which every page shows.
  await page.evaluate("location.hash = '#/admin/coupons'");
  await page.getByRole('button', { name: couponWords[language].addCoupon }).click();
  for (const [label, text] of [
    [couponWords[language].couponName, 'late-autumn'],
    [words.nameZh, '深秋'],
    [words.nameEn, 'Late autumn'],
    [couponWords[language].lastDay, '2099-11-30'],
    [words.reason, 'a gift'],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(text);
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: words.save }).click();
  await expect(dialog).toBeHidden();
  const offers = await ask<{ list: OfferedCoupon[] }>('/web/coupon/getList', person.token);
  const offer = offers.list.find(({ title }) => title === (language === 'zh' ? '深秋' : 'Late autumn'));
  expect(offer?.endsAt).toBe('2099-11-30T15:59:59.000Z');
  expect(offer?.startsAt).toMatch(/T16:00:00.000Z$/);
  await page.evaluate("location.hash = '#/admin/acts'");
  await expect(page.getByRole('cell', { name: words.publishAct })).toBeVisible();

  await become(person.token);
  await product.open('/');
  const notice = page.getByRole('region', { name: language === 'zh' ? '公告' : 'Notice', exact: true });
  await expect(notice).toContainText(language === 'zh' ? '今晚维护' : 'Maintenance tonight');
  await notice.getByRole('button', { name: language === 'zh' ? '关闭公告' : 'Close this notice' }).click();
  await expect(notice).toBeHidden();

  const slip = page.getByRole('main').getByRole('listitem').filter({ hasText: offer!.title });
  await product.open('/userCenter/coupons');
  await expect(slip).toContainText('2099-11-30');

  // What the user sees of the refund: the order, the amount taken back, the receipt, and the order's dialog.
  const money = moneyWords[language];
  await product.open('/userCenter/recharge');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.filter({ hasText: orderNo })).toContainText(money.refunded);
  await expect(rows.filter({ hasText: `−${packs[0]!.coins}` })).toContainText(money.refund);
  await rows.filter({ hasText: orderNo }).getByRole('link').click();
  await expect(page.getByRole('definition').filter({ hasText: `−` })).toContainText(packs[0]!.price);
  await product.open(`/membership?order=${orderNo}`);
  await expect(dialog.getByText(payWords[language].refundedText)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  expect(unexpected(product.complaints).filter(line => !/status of (404|503)/.test(line))).toEqual([]);
});
