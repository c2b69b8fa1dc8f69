// With MEMBERSHIP=off no page mentions money, and the pages about it do not exist.

import { lookNames } from 'contract/looks.ts';
import { fill } from 'contract/words.ts';
import { photos } from '../bench/photos.ts';
import { words as filterWords } from '../tools/photo-filter/words.ts';
import { face, test } from './center-visit.ts';
import { expect, phasesOf, pick } from './product.ts';

const moneyWords =
  /会员|金币|充值|优惠券|付款|付费|支付|退款|收据|购买|价格|\bmember(s|ship)?\b|\bcoins?\b|\bcoupons?\b|\bpay(ment|ments)?\b|\bpaid\b|\brefunds?\b|\breceipts?\b|\bbuy\b|\bprices?\b|[¥$]/i;

test('no page mentions money', { tag: '@desk' }, async ({ page, product, visit, address, language }) => {
  expect(visit.token).not.toBe('');
  const expectNoMoney = async (where: string) => {
    const said = `${await page.title()}\n${await page.locator('body').ariaSnapshot()}`;
    expect(moneyWords.exec(said)?.[0], where).toBeUndefined();
  };
  const paths = [
    ...['/', '/products', '/help', '/faq', '/tutorial', '/agreement', '/privacy', '/contact', '/about', '/sandbox'],
    ...['personalInfo', 'accountSetting', 'devices'].map(section => `/userCenter/${section}`),
  ];
  for (const path of paths) {
    await product.open(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(face(page)).toBeVisible();
    await expectNoMoney(path);
  }
  await face(page).click();
  await expect(page.locator('#account-card')).toContainText(visit.user.nickName);
  await expectNoMoney('the account card');

  await product.open('/editor/photoFilter');
  await pick(page, [photos.womanRed]);
  await page.getByText(lookNames.noir[language], { exact: true }).click();
  await page
    .getByRole('button', { name: fill(filterWords[language].runOne, { look: lookNames.noir[language] }) })
    .click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  await expect(page.getByRole('button', { name: product.work.downloadOne })).toBeVisible();
  await expectNoMoney('a result');

  for (const path of ['/membership', '/coins', '/privilege', '/refund', '/userCenter/recharge', '/sandbox/cashier']) {
    await product.open(path);
    await expect(page).toHaveURL(/#\/404/);
  }
  const painted = await (await page.request.get(`${address}/?lang=${language}`)).text();
  // Without the settings and HTML comments, only the page's own text and file names remain.
  expect(
    moneyWords.exec(painted.replace(/<script type="application\/json".*?<\/script>|<!--.*?-->/g, ''))?.[0],
  ).toBeUndefined();
  expect(moneyWords.exec(await (await page.request.get(`${address}/robots.txt`)).text())).toBeNull();
});
