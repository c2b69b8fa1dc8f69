// AI drawing by a drawing server in a real browser: its progress, what it was sent, a size that differs, and a drawing that is cancelled.

import { warningWords } from 'contract/warnings.ts';
import { type StandInWebui, startStandInWebui } from '../server/testing/stand-in-webui.ts';
import { words } from '../tools/text-to-image/words.ts';
import { findFaults } from './axe.ts';
import { test as base, expect } from './product.ts';

const size = { width: 768, height: 512 };

const test = base.extend<object, { standIn: StandInWebui }>({
  standIn: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that one needs from the pattern.
    async ({}, use) => {
      const standIn = await startStandInWebui({ size, steps: 40, stepMs: 150 });
      await use(standIn);
      await standIn.close();
    },
    { scope: 'worker' },
  ],
  switches: [
    async ({ standIn }, use) => use(['MEMBERSHIP=off', 'DRAW_API=sdwebui', `DRAW_URL=${standIn.url}`]),
    { scope: 'worker' },
  ],
});

test('a drawing shows its progress and what was sent, and one that is cancelled is stopped on the server', async ({
  page,
  product,
  language,
  standIn,
}) => {
  const t = words[language];
  await product.open('/editor/textToImage');
  await page.getByRole('textbox', { name: t.prompt }).fill('火锅旁边的红色小狗，水彩');
  await page.locator('form').getByText('1', { exact: true }).click();
  await page.locator('form button[type=submit]').click();
  const card = page.locator('[data-phase]').first();
  await expect(card).toHaveAttribute('data-phase', 'running');
  const percent = async () => Number(/(\d+)%/.exec((await card.getByRole('status').textContent()) ?? '')?.[1] ?? 0);
  await expect.poll(percent).toBeGreaterThan(30);

  await expect(card).toHaveAttribute('data-phase', 'done');
  const sent = standIn.wishes[0]!.prompt;
  expect(sent).toBe('火锅 red puppy, watercolour');
  await expect(card).toContainText(`${t.sent}${sent}`);
  const told = { sizes: { wanted: { width: 1024, height: 1024 }, drawn: size }, sent: { unknown: ['火锅'] } };
  for (const code of ['drawn-in-other-size', 'prompt-partly-translated'] as const)
    await expect(card).toContainText(warningWords(code, language, told).sentence);
  expect(await findFaults(page)).toEqual([]);

  await page.locator('form button[type=submit]').click();
  await expect.poll(percent).toBeGreaterThan(20);
  await card.getByRole('button', { name: t.cancel }).click();
  await expect(card).toHaveAttribute('data-phase', 'cancelled');
  await expect.poll(() => standIn.interrupted.length).toBe(1);
  expect(product.complaints).toEqual([]);
});
