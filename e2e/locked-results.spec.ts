// Results that are not paid yet: what their preview shows and lets be done, one price for one download, and what is there afterwards.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { fill } from 'contract/words.ts';
import { drawPage } from 'engines/text/test-page.ts';
import { bookGrant } from '../server/src/points/ledger.ts';
import { words as textWords } from '../tools/image-to-text/words.ts';
import { unexpected } from './center-visit.ts';
import { expect, test as peopleTest } from './login-people.ts';
import { phasesOf, pick } from './product.ts';

/** The visitor has logged in as someone with a hundred coins; tells how many are left. */
const test = peopleTest.extend<{ coinsLeft: () => Promise<number> }>({
  coinsLeft: async ({ page, people, product }, use) => {
    const { token, user } = await people.register();
    const { database } = people;
    const grant = { accountId: user.id, unit: 'coin', amount: 100, reference: `grant of ${user.id}` } as const;
    await database.transaction().execute(trx => bookGrant(trx, grant));
    await product.open('/help');
    await page.evaluate(value => localStorage.setItem('pixwright.token', value), token);
    await use(async () => {
      const wallet = database.selectFrom('wallet').select('coins').where('account_id', '=', user.id);
      return Number((await wallet.executeTakeFirstOrThrow()).coins);
    });
  },
});

test.use({ switches: ['MEMBERSHIP=on'] });

async function save(page: Page, name: string): Promise<Buffer> {
  const button = page.getByRole('button', { name, exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFile(await download.path());
}

test('of a text that is not paid its first lines are shown; once it is, all of it, to be edited at no further price', async ({
  page,
  product,
  language,
  coinsLeft,
}) => {
  const t = textWords[language];
  const lines = ['Opening hours', 'Tuesday to Sunday', 'nine to eight', 'closed on holidays', 'bring your card'];
  const buffer = await drawPage(
    { width: 700, height: 520 },
    lines.map((text, at) => ({ text, x: 60, y: 40 + 90 * at, size: 36 })),
  );
  await product.open('/editor/imageToText');
  await pick(page, [{ name: 'notice.png', mimeType: 'image/png', buffer }]);
  await page.getByRole('button', { name: t.runOne, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const pane = page.getByRole('region', { name: t.textPane });
  await expect(pane).toContainText(lines[2]!);
  await expect(pane).not.toContainText(lines[3]!);
  await expect(page.getByText(t.partHint)).toBeVisible();
  await expect(page.getByRole('button', { name: t.copy })).toHaveCount(0);
  const field = page.getByRole('textbox', { name: t.editing });
  await pane.getByText(lines[0]!).click();
  await expect(field).toHaveCount(0);

  const txt = fill(t.download, { kind: 'TXT' });
  expect((await save(page, txt)).toString()).toContain(lines[4]);
  await expect(pane).toContainText(lines[4]!);
  await expect(page.getByRole('button', { name: t.copy })).toBeVisible();
  expect(await coinsLeft()).toBe(90);
  await pane.getByText(lines[0]!).click();
  await field.fill('Closing hours');
  await field.press('Escape');
  const edited = (await save(page, txt)).toString();
  expect(edited).toContain('Closing hours');
  expect(edited).toContain(lines[4]);
  expect(await coinsLeft()).toBe(90);
  expect(unexpected(product.complaints)).toEqual([]);
});
