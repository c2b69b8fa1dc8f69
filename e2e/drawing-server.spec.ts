// AI drawing by a drawing server in a real browser: its progress, the unfinished picture, what it was sent, a size that differs, and a drawing that is cancelled.

import type { Locator } from '@playwright/test';
import { warningWords } from 'contract/warnings.ts';
import sharp from 'sharp';
import { type StandInWebui, startStandInWebui } from '../server/testing/stand-in-webui.ts';
import { words } from '../tools/text-to-image/words.ts';
import { findFaults } from './axe.ts';
import { test as base, expect } from './product.ts';

const size = { width: 768, height: 512 };

const test = base.extend<object, { standIn: StandInWebui }>({
  standIn: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that one needs from the pattern.
    async ({}, use) => {
      const picture = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#20a040' } })
        .png()
        .toBuffer();
      const standIn = await startStandInWebui({ size, steps: 50, stepMs: 150, unfinished: () => picture });
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

/** Red, green and blue of a picture with one colour, to the nearest multiple of 32, since a JPEG is not exact. */
async function colourOf(picture: Locator): Promise<number[]> {
  const [, body = ''] = ((await picture.getAttribute('src')) ?? '').split(',');
  const data = await sharp(Buffer.from(body, 'base64')).raw().toBuffer();
  return [...data.subarray(0, 3)].map(value => Math.round(value / 32) * 32);
}

test('a drawing shows its progress, how it looks unfinished and what was sent, and one that is cancelled is stopped on the server', async ({
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
  const preview = card.getByAltText(t.unfinished);
  await expect(preview).toBeVisible();
  expect(await colourOf(preview)).toEqual([32, 160, 64]);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('data:image/jpeg');
  expect(await findFaults(page)).toEqual([]);
  const place = (await preview.locator('../..').boundingBox())!;

  await expect(card).toHaveAttribute('data-phase', 'done');
  await expect(preview).toHaveCount(0);
  // The picture has another shape here, and else lies where the preview was.
  const { x, y, width } = (await card.getByRole('listitem').first().boundingBox())!;
  expect([x, y, width]).toEqual([place.x, place.y, place.width]);
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
