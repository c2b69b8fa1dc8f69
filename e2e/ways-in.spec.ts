// Other ways to add a file: a link, a sample, a paste; and a file that the browser could not keep over a reload.
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorSentence } from 'contract/errors.ts';
import { fill } from 'contract/words.ts';
import { drawBitmap, drawJpeg } from './pictures.ts';
import { converterPath, expect, phasesOf, pick, readKept, test } from './product.ts';

test('a link is fetched and converted, and text that is no link is refused', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  const { work, converter } = product;
  const { buffer } = await drawJpeg('linked.jpg', 500, 333);
  const server = createServer((_, reply) => reply.writeHead(200, { 'content-type': 'image/jpeg' }).end(buffer));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await product.open(converterPath);
    await page.getByRole('button', { name: work.linkOpen }).click();
    await page.getByRole('button', { name: work.linkAdd, exact: true }).click();
    await expect(page.getByText(errorSentence('LINK_EMPTY', language))).toBeVisible();
    await page.getByLabel(work.linkLabel).fill('ftp://somewhere/a.jpg');
    await page.getByRole('button', { name: work.linkAdd, exact: true }).click();
    await expect(page.getByText(errorSentence('LINK_BAD', language))).toBeVisible();
    await page.getByLabel(work.linkLabel).fill(`http://127.0.0.1:${port}/holiday/linked.jpg`);
    await page.getByRole('button', { name: work.linkAdd, exact: true }).click();
    await page.getByRole('button', { name: fill(converter.runOne, { format: 'WebP' }) }).click();
    await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
    await expect(page.locator('[data-stage=result] img').first()).toBeVisible();
  } finally {
    server.close();
  }
});

test('a sample is added with one click, and its result is smaller', { tag: '@desk' }, async ({ page, product }) => {
  const { work, converter } = product;
  await product.open(converterPath);
  await page.getByRole('button', { name: work.samplePhoto }).click();
  await page.getByRole('button', { name: fill(converter.runOne, { format: 'WebP' }) }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  await expect(phasesOf(page)).toContainText(fill(work.smaller, { percent: '' }).replace('%', '').trim());
});

test('a tool that joins its files takes all samples with one click', { tag: '@phone' }, async ({ page, product }) => {
  const { work } = product;
  await product.open('/editor/collage');
  await expect(page.getByText(work.samplesTitleJoined)).toBeVisible();
  await page.getByRole('button', { name: work.samplePhoto }).click();
  await expect(phasesOf(page)).toHaveCount(3);
});

test('a pasted picture is taken', { tag: '@desk' }, async ({ page, product }) => {
  await product.open(converterPath);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { buffer } = await drawJpeg('pasted.jpg');
  await page.evaluate(
    `(bytes => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], 'pasted.jpg', { type: 'image/jpeg' }));
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }));
    })(${JSON.stringify([...buffer])})`,
  );
  await expect(page.getByText('pasted.jpg').first()).toBeVisible();
});

test(
  'a file that was lost in a reload is requested again, and its upload continues',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    const { work } = product;
    // Refuses to store the file, like a browser without free space.
    await page.addInitScript(`
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given) {
      if (this.transaction.db.name === 'work-files') throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, given);
    };
  `);
    await product.open(converterPath);
    let isLineDead = true;
    await page.route(
      url => url.pathname.startsWith('/store/input/'),
      async route => {
        if (!isLineDead) await route.continue();
      },
    );
    const path = info.outputPath('large.bmp');
    await writeFile(path, drawBitmap('large.bmp', 17).buffer);
    await pick(page, path);
    await expect(phasesOf(page)).toHaveAttribute('data-phase', 'uploading');
    await expect.poll(() => readKept(page)).toMatchObject([{ upload: 'sending' }]);
    isLineDead = false;
    await page.reload();
    await expect(phasesOf(page)).toHaveAttribute('data-phase', 'lost');
    await pick(page, path);
    await expect(phasesOf(page)).toHaveAttribute('data-phase', 'ready');
    await expect(page.getByText(fill(work.lostTitle, { count: 1 }))).toHaveCount(0);
  },
);
