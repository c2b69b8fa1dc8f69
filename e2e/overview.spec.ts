// An operator opens on what needs them and on the latest backup, and freezes and releases an account; its person is told and logged out.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fill } from 'contract/words.ts';
import { needsWords } from '../web/src/admin/needs-words.ts';
import { adminWords } from '../web/src/admin/words.ts';
import { findFaults } from './axe.ts';
import { expect, operatorsMobiles, test, withMembership } from './login-people.ts';

const operatorsMobile = operatorsMobiles[1];
const backups = mkdtempSync(path.join(tmpdir(), 'pixwright-e2e-backups-'));
test.afterAll(() => rmSync(backups, { recursive: true, force: true }));
test.use({
  switches: [...withMembership, `BACKUP_TO=${backups}`],
  timezoneId: 'UTC',
});

test('the overview comes first, and a frozen account is logged out until it is released', { tag: '@desk' }, async ({
  page,
  product,
  people,
  language,
}) => {
  const [words, needs] = [adminWords[language], needsWords[language]];
  const person = await people.register();
  const operator = await people.enterAsOperator(operatorsMobile);
  const become = (token: string) => page.evaluate(text => localStorage.setItem('pixwright.token', text), token);
  await product.open('/');
  await become(operator.token);
  await product.open('/admin');
  await page.locator('input[name=code]').fill(operator.factorCode);
  await page.getByRole('button', { name: words.enter }).click();
  await expect(page.getByRole('heading', { level: 1, name: words.overview })).toBeVisible();
  await expect(page.getByText('GB')).toBeVisible();
  // The first one is made at the start, and the page looks again by itself.
  await expect(page.getByText(needs.backupLast.split('{')[0] ?? '')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await product.open(`/admin/people?id=${person.user.id}`);
  await page.getByRole('button', { name: needs.freeze, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: fill(needs.freezeOf, { name: person.user.nickName }) });
  await dialog.locator('input[name=reason]').fill('spam');
  await dialog.getByRole('button', { name: needs.freeze, exact: true }).click();
  await expect(page.getByText(fill(needs.frozenFor, { reason: 'spam' }))).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: needs.unfreeze, exact: true }).click();
  await page.getByRole('dialog').locator('input[name=reason]').fill('a mistake');
  await page.getByRole('dialog').getByRole('button', { name: needs.unfreeze, exact: true }).click();
  await expect(page.getByRole('button', { name: needs.freeze, exact: true })).toBeVisible();
});
