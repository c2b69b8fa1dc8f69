// The sandbox in a browser: its page scans waiting QR codes, its replacement of WeChat's page returns with a code, and every page says that a sandbox
// is on.
import { wechatToLogin } from 'contract/routes/wechat.ts';
import { fill } from 'contract/words.ts';
import { sandboxWords } from '../web/src/sandbox/words.ts';
import { shellWords } from '../web/src/words/shell.ts';
import { findFaults } from './axe.ts';
import { expect, test } from './product.ts';

const headers = { clientUid: 'sandbox-journey' };
interface Answer {
  data: { uuid: string; qrText: string; url: string; state: string };
}
const ask = async (address: string, path: string) =>
  ((await (await fetch(address + path, { headers })).json()) as Answer).data;
const askForQr = (address: string) => ask(address, '/mp/qrcode/get-login-qrcode');

test('the sandbox page names itself as one and scans waiting QR codes', { tag: '@phone' }, async ({
  page,
  product,
  address,
  language,
}) => {
  const words = sandboxWords[language];
  const { uuid } = await askForQr(address);
  await page.goto(`${address}/sandbox`);
  await expect(page).toHaveURL(/#\/sandbox$/);
  await product.open('/sandbox');
  await expect(page.getByText(words.plain)).toBeVisible();
  await expect(page.getByText(words.inboxEmpty)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: words.confirm }).first().click();
  await expect(page.getByText(words.confirmed)).toBeVisible();
  expect(await ask(address, `/mp/qrcode/check-login?uuid=${uuid}`)).toMatchObject({ type: 'TO_BIND_PHONE' });
  // The page refreshes its list automatically.
  await expect(page.getByText(words.waitingEmpty)).toBeVisible();
  const { qrText } = await askForQr(address);
  const button = page.getByRole('button', { name: words.confirm });
  await expect(button).toHaveCount(1);
  // The address in the QR code, which a phone's camera opens: its scan comes first in the list.
  await page.goto('about:blank');
  await page.goto(qrText);
  await expect(page.getByText(words.scanned)).toBeVisible();
  await page.getByText(fill(words.personaName, { letter: 'B' })).click();
  await button.first().click();
  await expect(page.getByText(words.confirmed)).toBeVisible();
  expect(product.complaints).toEqual([]);
});

test("the stand-in for WeChat's page goes back with a code, and only to this site", { tag: '@desk' }, async ({
  page,
  product,
  address,
  language,
}) => {
  const words = sandboxWords[language];
  await product.open('/help');
  const { url, state } = await ask(
    address,
    `${wechatToLogin.path}?redirectUri=${encodeURIComponent(`${address}/?lang=${language}`)}`,
  );
  await page.goto(url);
  await expect(page.getByRole('heading', { name: words.pageTitle })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  // Answered here, so that the page does not spend the code that is tested below. The test waits for its arrival: the next address must not be opened
  // while the redirect is still loading.
  const isReturn = ({ searchParams }: URL) => searchParams.has('code');
  await page.route(isReturn, route => route.fulfill({ contentType: 'text/html', body: '<h1>arrived</h1>' }));
  await page.getByRole('button', { name: fill(words.confirmAs, { name: words.somebodyNew }) }).click();
  await expect(page.getByRole('heading', { name: 'arrived' })).toBeVisible();
  const back = new URL(page.url());
  expect([back.origin, back.searchParams.get('state')]).toEqual([address, state]);
  const query = new URLSearchParams({ code: back.searchParams.get('code') ?? '', state });
  expect(await ask(address, `${wechatToLogin.path}?${query}`)).toMatchObject({ type: 'TO_BIND_PHONE' });

  await product.open(`/sandbox/wechat?${new URLSearchParams({ redirectUri: 'https://other.example/', state })}`);
  await expect(page.getByText(words.badAddress)).toBeVisible();
});

test('every page says that a sandbox is on, in its own space and in both themes', async ({
  page,
  product,
  language,
}) => {
  const words = shellWords[language];
  const banner = page.getByRole('region', { name: words.sandbox });
  for (const path of ['/', '/editor/imageConverter', '/login', '/help', '/sandbox']) {
    await product.open(path);
    await expect(banner).toContainText(words.sandboxOn);
    const [strip, header] = [await banner.boundingBox(), await page.locator('header').first().boundingBox()];
    expect(strip!.x).toBe(0);
    expect(header!.y).toBeGreaterThanOrEqual(strip!.y + strip!.height);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(width).toBeLessThanOrEqual(0);
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await product.open('/help');
    // The page's script may still be loading, and what is shown meanwhile has no heading.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await findFaults(page)).toEqual([]);
  }
  await banner.getByRole('link', { name: words.openSandbox }).click();
  await expect(page.getByRole('heading', { name: sandboxWords[language].title, exact: true })).toBeVisible();
  expect(product.complaints).toEqual([]);
});

test('the home page is painted with the banner in place, so that nothing moves when React takes over', {
  tag: '@desk',
}, async ({ page, address, language }) => {
  await page.addInitScript(`
    globalThis.shift = 0;
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) globalThis.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  await page.goto(`${address}/?lang=${language}`);
  await expect(page.locator('[data-first-paint]')).toHaveCount(0);
  await expect(page.getByRole('region', { name: shellWords[language].sandbox })).toBeVisible();
  expect(await page.evaluate<number>('globalThis.shift')).toBeLessThan(0.02);
});
