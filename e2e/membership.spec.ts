// Money in a browser, on a separate server with MEMBERSHIP=on: a trial that runs out, a purchase at the sandbox's cashier, and the full download;
// coins, an expired order, another payment method, two tabs. Without membership no page mentions money.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { errorSentence } from 'contract/errors.ts';
import { lookNames } from 'contract/looks.ts';
import { payWays } from 'contract/routes/orders.ts';
import { fill, formatCount } from 'contract/words.ts';
import sharp from 'sharp';
import { photos } from '../bench/photos.ts';
import { words as photoWords } from '../tools/certified/words.ts';
import { words as cutoutWords } from '../tools/cutout-image/words.ts';
import { words as filterWords } from '../tools/photo-filter/words.ts';
import { membershipWords } from '../web/src/membership/words.ts';
import { payWords } from '../web/src/pay/words.ts';
import { cashierWords } from '../web/src/sandbox/cashier-words.ts';
import { moneyWords } from '../web/src/user-center/money-words.ts';
import { findFaults } from './axe.ts';
import { unexpected } from './center-visit.ts';
import { holdCalls } from './hold-calls.ts';
import { password, test, withMembership } from './login-people.ts';
import { expect, type Product, phasesOf, pick } from './product.ts';

test.use({ switches: withMembership });

const path = '/editor/photoFilter';
const recommended = (page: Page) => page.locator('article[data-recommended]').getByRole('button');

/** Accepts the agreement, orders, and pays at the cashier, which opens in another tab. */
async function payAtCashier(page: Page, language: 'zh' | 'en'): Promise<void> {
  const t = payWords[language];
  const dialog = page.getByRole('dialog');
  const order = dialog.locator('button[type=submit]');
  await order.click();
  await expect(dialog.getByText(t.acceptFirst)).toBeVisible();
  await dialog.getByRole('checkbox').check();
  await order.click();
  await expect(dialog.getByText(t.playedTitle)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  const link = dialog.getByRole('link', { name: language === 'zh' ? t.openHere : t.openPaypal });
  const [cashier] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await expect(cashier.getByText(cashierWords[language].plain)).toBeVisible();
  await cashier.locator('[data-payment=open]').first().getByRole('button').click();
  await expect(cashier.locator('[data-payment=paid]')).toBeVisible();
  await cashier.close();
  await expect(dialog.getByText(t.paidTitle).first()).toBeVisible();
}

/** The prices fail to load until the user tries again. */
async function tryPricesAgain(page: Page, language: 'zh' | 'en', open: () => Promise<void>): Promise<void> {
  const t = payWords[language];
  await page.route(`**${payWays.path}*`, route => route.fulfill({ status: 503, body: '' }));
  await open();
  const callout = page.getByRole('dialog').getByRole('alert').filter({ hasText: t.pricesFailed });
  await expect(callout).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.unroute(`**${payWays.path}*`);
  await callout.getByRole('button', { name: t.tryAgain }).click();
  await expect(callout).toHaveCount(0);
}

/** A visitor asks for the full file of a locked result, logs in, becomes a member at the cashier, and downloads it. */
async function unlock(page: Page, mobile: string, language: 'zh' | 'en', work: Product['work']): Promise<Buffer> {
  await tryPricesAgain(page, language, () => page.getByRole('button', { name: work.unlock }).click());
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: payWords[language].offerTitle })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: payWords[language].offerMember }).click();
  // A visitor logs in, and the purchase continues by itself.
  await page.locator('input[name=username]').fill(mobile);
  await page.locator('input[name=password]').fill(password);
  await tryPricesAgain(page, language, () => page.keyboard.press('Enter'));
  await expect(dialog.getByRole('heading', { name: payWords[language].confirmTitle })).toBeVisible();
  await payAtCashier(page, language);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: work.downloadOne }).click(),
  ]);
  return readFile(await download.path());
}

test('a trial shows a preview; bought in the sandbox, its full file is downloaded and the next one costs a use', {
  tag: '@desk',
}, async ({ page, product, people, language }) => {
  const { mobile } = await people.register();
  const work = product.work;
  await product.open(path);
  await pick(page, [photos.womanRed]);
  await page.getByText(lookNames.noir[language], { exact: true }).click();
  await page
    .getByRole('button', { name: fill(filterWords[language].runOne, { look: lookNames.noir[language] }) })
    .click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  await expect(page.getByText(fill(work.lockedMissing, { amount: 10 }))).toBeVisible();

  const bytes = await unlock(page, mobile, language, work);
  const { width, height } = await sharp(bytes).metadata();
  expect([width, height]).toEqual([500, 500]);
  await expect(page.getByRole('button', { name: work.downloadOne })).toBeVisible();
  expect(unexpected(product.complaints).filter(line => !/status of (402|503)/.test(line))).toEqual([]);
});

test('a visitor’s cutout gets another background at once and without a further trial; the paid one has no watermark', {
  tag: '@desk',
}, async ({ page, product, people, language }) => {
  const { mobile } = await people.register();
  const t = cutoutWords[language];
  await product.open('/editor/cutoutImage');
  await pick(page, [photos.womanRed]);
  // Where a run uses up a try, the price is shown and the person starts it.
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'ready');
  await expect(page.getByText(/\b10\b/).first()).toBeVisible();
  await page.getByRole('button', { name: t.runOne, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const unlockButton = page.getByRole('button', { name: product.work.unlock });
  await expect(unlockButton).toBeVisible();
  const second = page.waitForResponse(answer => answer.url().endsWith('/web/cutImage/newCutImage'));
  await page.getByText(t['kind-color'], { exact: true }).first().click();
  await second;
  // The price stays on the button while the picture is drawn anew.
  await expect(unlockButton).toBeVisible();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const tries = await people.database
    .selectFrom('trial_run')
    .select('kind')
    .where('tool', '=', 'cutout-image')
    .orderBy('kind')
    .execute();
  expect(tries.map(({ kind }) => kind)).toEqual(['look', 'trial']);

  const bytes = await unlock(page, mobile, language, product.work);
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  // The watermark of the preview runs across the corners, which are white in the paid file.
  const isWhite = (x: number, y: number) => {
    const at = (y * info.width + x) * 3;
    return data.subarray(at, at + 3).every(v => v > 250);
  };
  const corner = Array.from({ length: 150 * 60 }, (_, at) => isWhite(at % 150, Math.floor(at / 150)));
  expect([info.width, info.height, corner.every(Boolean)]).toEqual([500, 500, true]);
});

test('a visitor’s ID photo changes colour at once, shows its guides, and can be corrected', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  const t = photoWords[language];
  await product.open('/editor/certified');
  await pick(page, [photos.womanRed]);
  await page.getByRole('button', { name: t.runOne }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  await expect(page.getByText(t.guideEyes, { exact: true })).toBeVisible();
  const calls = await holdCalls(page, '**/web/cutImage/**');
  await page.getByTitle(t.red, { exact: true }).click();
  const sketch = page.locator('canvas[data-sketch=true]');
  await expect(sketch).toBeVisible();
  const seen = await sketch.evaluate(canvas => (canvas as unknown as { toDataURL: () => string }).toDataURL());
  const [red, green] = await sharp(Buffer.from(seen.split(',')[1]!, 'base64'))
    .raw()
    .toBuffer();
  expect([red! > 200, green! < 20]).toEqual([true, true]);
  await expect(page.getByRole('button', { name: product.work.unlock })).toBeVisible();
  calls();
  await expect(page.locator('canvas[data-sketch]')).toHaveAttribute('data-sketch', 'false');
  await page.getByRole('button', { name: product.work.editAgain }).click();
  await expect(page.getByText(t.erase, { exact: true }).first()).toBeVisible();
});

test('coins are bought by keyboard alone, and a second tab shows them', { tag: '@desk' }, async ({
  page,
  product,
  people,
  language,
  context,
}) => {
  const { token } = await people.register();
  const t = membershipWords[language];
  await product.open('/coins');
  await page.evaluate(value => localStorage.setItem('pixwright.token', value), token);
  await page.reload();
  const buy = recommended(page);
  await expect(buy).toBeEnabled();
  expect(await findFaults(page)).toEqual([]);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(recommended(second)).toBeVisible();
  await buy.focus();
  await page.keyboard.press('Enter');
  await payAtCashier(page, language);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: t.yours })).toContainText('550');
  await expect(second.getByRole('region', { name: t.yours })).toContainText('550');
});

test('the best coupon is taken off the price, and can be left out', { tag: '@desk' }, async ({
  page,
  product,
  people,
  language,
  address,
}) => {
  const { token } = await people.register();
  const t = payWords[language];
  const ask = async (path: string) =>
    (await page.request.get(`${address}${path}`, { headers: { token, lang: language } })).json();
  const offered = (await ask('/web/coupon/getList')).data.list as { id: string; planKind: string | null }[];
  const ofCoins = offered.find(({ planKind }) => planKind === 'coins')!;
  await ask(`/web/coupon/receiveCoupon?couponId=${ofCoins.id}`);
  await product.open('/coins');
  await page.evaluate(value => localStorage.setItem('pixwright.token', value), token);
  await page.reload();
  await recommended(page).click();
  const dialog = page.getByRole('dialog');
  const [full, less] = language === 'zh' ? ['¥49.00', '¥44.10'] : ['$9.99', '$8.99'];
  const submit = dialog.locator('button[type=submit]');
  await expect(submit).toHaveText(fill(t.payNow, { price: less }));
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByLabel(t.coupon).selectOption({ label: t.noCoupon });
  await expect(submit).toHaveText(fill(t.payNow, { price: full }));
  await dialog.getByLabel(t.coupon).selectOption({ index: 0 });
  await dialog.getByRole('checkbox').check();
  await submit.click();
  await expect(dialog.getByText(t.playedTitle)).toBeVisible();
  await expect(dialog.getByText(less, { exact: true })).toBeVisible();
  await expect(dialog.getByText(t.priceChanged)).toHaveCount(0);
});

test('an order that is not paid in time says so, and another way to pay closes the first', { tag: '@phone' }, async ({
  page,
  product,
  people,
  language,
}) => {
  const { token, user } = await people.register();
  const t = payWords[language];
  await product.open('/membership');
  await page.evaluate(value => localStorage.setItem('pixwright.token', value), token);
  await page.reload();
  await recommended(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.locator('button[type=submit]').click();
  await dialog.getByRole('button', { name: t.anotherWay }).click();
  await dialog.locator('button[type=submit]').click();
  await expect(dialog.getByText(t.playedTitle)).toBeVisible();
  const ordersOf = () =>
    people.database
      .selectFrom('purchase_order')
      .select('state')
      .where('account_id', '=', user.id)
      .orderBy('created_at')
      .execute();
  expect((await ordersOf()).map(row => row.state)).toEqual(['closed', 'open']);
  // An order left unpaid is listed among the orders and paid from there.
  await page.keyboard.press('Escape');
  await page.evaluate("location.hash = '#/userCenter/recharge'");
  await page.getByRole('main').getByRole('button', { name: moneyWords[language].payNow }).click();
  await expect(dialog.getByText(t.playedTitle)).toBeVisible();
  await people.database
    .updateTable('purchase_order')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('account_id', '=', user.id)
    .execute();
  await expect(dialog.getByRole('heading', { name: t.overTitle })).toBeVisible();
  await dialog.getByRole('button', { name: t.again }).click();
  await expect(dialog.getByRole('heading', { name: t.confirmTitle })).toBeVisible();
});

test('a membership that ended says so before the click, on the tool and among the plans, and is renewed', {
  tag: '@phone',
}, async ({ page, product, people, language }) => {
  const { token, user } = await people.register();
  const { database } = people;
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  await database
    .insertInto('wallet')
    .values({ account_id: user.id, member_since: daysAgo(31), member_until: daysAgo(1) })
    .execute();
  const sentence = errorSentence('MEMBERSHIP_EXPIRED', language);
  await product.open('/membership');
  await page.evaluate(value => localStorage.setItem('pixwright.token', value), token);
  await page.reload();
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByText(membershipWords[language].expiredText)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);

  const run = page.getByRole('button', {
    name: fill(filterWords[language].runOne, { look: lookNames.noir[language] }),
  });
  const choose = async () => {
    await product.open(path);
    await pick(page, [photos.womanRed]);
    await page.getByText(lookNames.noir[language], { exact: true }).click();
  };
  await choose();
  await run.click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  await page.getByRole('button', { name: product.work.remove }).first().click();
  await choose();
  await expect(page.getByText(sentence)).toBeVisible();
  await page.getByRole('button', { name: product.work.becomeMember }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: payWords[language].offerMember }).click();
  await payAtCashier(page, language);
  await page.keyboard.press('Escape');
  await expect(page.getByText(fill(product.work.priceUse, { amount: 1, left: formatCount(6000) }))).toBeVisible();
});

test.describe('on a phone in Chinese', () => {
  test.use({ viewport: { width: 390, height: 844 }, language: 'zh' });

  test('the headline breaks at its comma, not inside a phrase', { tag: '@desk' }, async ({ page, product }) => {
    await product.open('/membership');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(membershipWords.zh.headline);
    const tops = await page.evaluate<number[]>(`(() => {
      const heading = document.querySelector('h1');
      const walk = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
      const tops = [];
      while (walk.nextNode()) {
        for (let at = 0; at < walk.currentNode.length; at++) {
          const range = document.createRange();
          range.setStart(walk.currentNode, at);
          range.setEnd(walk.currentNode, at + 1);
          tops.push(Math.round(range.getBoundingClientRect().top));
        }
      }
      return tops;
    })()`);
    const comma = membershipWords.zh.headline.indexOf('，');
    const [first, second] = [new Set(tops.slice(0, comma + 1)), new Set(tops.slice(comma + 1))];
    expect([first.size, second.size]).toEqual([1, 1]);
    expect(tops[comma + 1]).toBeGreaterThan(tops[0]!);
  });
});
