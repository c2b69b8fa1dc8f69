// A buyer asks for a refund beside the order, an operator finds the request on the overview and declines it, and the buyer reads why.
import type { Edition, Order } from 'contract/routes/orders.ts';
import { fill } from 'contract/words.ts';
import { needsWords } from '../web/src/admin/needs-words.ts';
import { adminWords } from '../web/src/admin/words.ts';
import { refundWords } from '../web/src/user-center/refund-words.ts';
import { findFaults } from './axe.ts';
import { unexpected } from './center-visit.ts';
import { expect, operatorsMobiles, test, withMembership } from './login-people.ts';

const operatorsMobile = operatorsMobiles[1];
test.use({ switches: withMembership });

test('a request for a refund reaches the operator, and the answer reaches the buyer', { tag: '@desk' }, async ({
  page,
  product,
  people,
  address,
  language,
}) => {
  const [t, admin, needs] = [refundWords[language], adminWords[language], needsWords[language]];
  const ask = async <T>(path: string, token: string, body?: object): Promise<T> => {
    const headers = { 'content-type': 'application/json', token, lang: language };
    const sent = { method: body ? 'POST' : 'GET', headers, ...(body && { body: JSON.stringify(body) }) };
    return ((await (await fetch(address + path, sent)).json()) as { data: T }).data;
  };
  const become = (token: string) => page.evaluate(text => localStorage.setItem('pixwright.token', text), token);
  const buyer = await people.register();
  const { list } = await ask<{ list: Edition[] }>('/web/paySettings/edtions?currency=CNY', buyer.token);
  const { orderNo } = await ask<Order>('/web/createPreOrder', buyer.token, {
    editionId: list[0]!.id,
    payType: 'wechat',
  });
  await ask('/sandbox/cashier/pay', buyer.token, { orderNo });

  await product.open('/');
  await become(buyer.token);
  await page.reload();
  await product.open('/userCenter/recharge');
  const button = page.getByRole('button', { name: new RegExp(orderNo) });
  await button.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t.send }).click();
  await expect(dialog.getByText(t.reasonMissing)).toBeVisible();
  await expect(dialog.getByLabel(t.reason)).toBeFocused();
  expect(await findFaults(page)).toEqual([]);
  const reason = '点错了 <b>wrong plan</b>';
  await dialog.getByLabel(t.reason).fill(reason);
  await dialog.getByRole('button', { name: t.send }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(t.open)).toBeVisible();
  await expect(button).toBeHidden();
  expect(await findFaults(page)).toEqual([]);

  const operator = await people.enterAsOperator(operatorsMobile);
  await become(operator.token);
  await product.open('/admin');
  await page.getByLabel(admin.code).fill(operator.factorCode);
  await page.keyboard.press('Enter');
  await expect(page.getByText(fill(needs.refundRequests, { count: 1 }))).toBeVisible();
  await expect(page.getByText(fill(needs.askedWhy, { reason }))).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: fill(needs.declineOf, { order: orderNo }) }).click();
  await dialog.getByRole('button', { name: needs.decline }).click();
  await expect(dialog.getByText(needs.answerMissing)).toBeVisible();
  await dialog.getByLabel(needs.answer).fill('All uses were spent');
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: needs.decline }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(fill(needs.askedWhy, { reason }))).toBeHidden();

  await become(buyer.token);
  await product.open('/userCenter/recharge');
  await page.reload();
  await expect(page.getByText(t.declined)).toBeVisible();
  await expect(page.getByText(fill(t.answered, { text: 'All uses were spent' }))).toBeVisible();
  await expect(button).toBeVisible();
  expect(unexpected(product.complaints)).toEqual([]);
});
