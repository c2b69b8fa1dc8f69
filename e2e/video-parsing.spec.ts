// Links in a real browser: pasted share texts, several at once, a gallery as a zip, a playlist saved as MP4, refusals, and a reload.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill } from 'contract/words.ts';
import { makeClip, whyNoClips } from '../engines/video/test-clips.ts';
import { words } from '../tools/video-parsing/words.ts';
import { findFaults } from './axe.ts';
import { drawJpegs } from './pictures.ts';
import { expect, test } from './product.ts';

test.skip(whyNoClips !== undefined, whyNoClips);

const route = '/editor/videoParsing';
const folder = mkdtempSync(join(tmpdir(), 'journey-links-'));
const files = new Map<string, { type: string; body: Buffer | string }>();
let site: Server;
let base: string;

test.beforeAll(async () => {
  const clip = { folder, seconds: 2, picture: 'testsrc2=s=320x180:r=25:d=2' };
  makeClip({ ...clip, name: 'a.mp4' });
  makeClip({
    ...clip,
    name: 'list.m3u8',
    args: ['-c:v', 'libx264', '-g', '25', '-c:a', 'aac', '-hls_time', '1', '-hls_list_size', '0'],
  });
  for (const name of readdirSync(folder)) files.set(`/${name}`, { type: '', body: readFileSync(join(folder, name)) });
  const pictures = await drawJpegs(4);
  for (const [index, { buffer }] of pictures.entries()) files.set(`/p${index}.jpg`, { type: '', body: buffer });
  const page = (body: string) => ({ type: 'text/html; charset=utf-8', body });
  const card = (title: string, author: string) =>
    `<meta property="og:title" content="${title}"><meta name="author" content="${author}"><meta property="og:site_name" content="海边影像">`;
  files.set(
    '/post',
    page(
      `${card('今天的日落：风很大，云走得很快', '小王的镜头')}<meta property="og:image" content="/p0.jpg"><video><source src="/a.mp4" label="720p"><source src="/a.mp4?360" label="360p"></video>`,
    ),
  );
  files.set(
    '/gallery',
    page(`${card('周末去爬山', '阿青')}${[0, 1, 2, 3].map(n => `<img src="/p${n}.jpg" alt="${n}">`).join('')}`),
  );
  files.set('/stream', page(`${card('A slow river', 'Ana')}<video src="/list.m3u8" poster="/p1.jpg"></video>`));
  site = createServer((request, response) => {
    const found = files.get(new URL(request.url ?? '/', 'http://x').pathname);
    if (!found) return response.writeHead(404).end('gone');
    return response
      .writeHead(200, { 'content-type': found.type, 'content-length': Buffer.byteLength(found.body) })
      .end(found.body);
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => site.once('listening', resolve));
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  site.closeAllConnections();
  site.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a share text becomes a card with every quality; one is downloaded, and a reload keeps it', async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = words[language];
  await product.open(route);
  const field = page.getByLabel(t.field);
  const start = page.getByRole('button', { name: t.parse, exact: true });
  await start.click();
  await expect(page.getByRole('alert')).toHaveText(language === 'zh' ? '请输入链接' : 'Please Enter Url');
  await field.fill('看看这个作品');
  await start.click();
  await expect(page.getByRole('alert')).toHaveText(language === 'zh' ? '链接格式不正确' : 'Url Error');
  await field.fill(`7.43 复制打开，看看【今天的日落】🌇 ${base}/post，快来看！`);
  expect(await findFaults(page)).toEqual([]);
  await start.click();
  const card = page.locator('[data-phase]');
  await expect(card).toHaveAttribute('data-phase', 'done');
  await expect(card.getByRole('heading')).toHaveText('今天的日落：风很大，云走得很快');
  await expect(card).toContainText('小王的镜头 · 海边影像');
  await expect(card.getByText('720p')).toBeVisible();
  const cover = card.getByRole('img', { name: t.cover });
  await expect
    .poll(() => cover.evaluate(picture => (picture as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0);
  expect(await findFaults(page)).toEqual([]);
  if (!hasTouch) {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await card.getByRole('button', { name: t.copyTitle, exact: true }).click();
    await expect(card.getByRole('button', { name: t.titleCopied, exact: true })).toBeVisible();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('今天的日落：风很大，云走得很快');
  }
  const button = card.getByRole('button', { name: /720p\.mp4/ }).first();
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toBe('今天的日落：风很大，云走得很快 720p.mp4');
  expect(readFileSync((await download.path())!).equals(files.get('/a.mp4')!.body as Buffer)).toBe(true);
  await page.reload();
  await expect(page.locator('[data-phase=done]').getByRole('heading')).toHaveText('今天的日落：风很大，云走得很快');
  await page.getByRole('button', { name: t.remove, exact: true }).click();
  await expect(page.locator('[data-phase]')).toHaveCount(0);
  // The link stays among the recent ones.
  await page.getByRole('button', { name: '今天的日落：风很大，云走得很快' }).click();
  await expect(page.locator('[data-phase=done]')).toHaveCount(1);
  expect(product.complaints).toEqual([]);
});

test('of several links, a gallery is saved as a zip, a playlist as MP4, and a dead link is reported', {
  tag: '@desk',
}, async ({ page, product, language }) => {
  const t = words[language];
  await product.open(route);
  await page.getByLabel(t.field).fill(`${base}/gallery\n${base}/stream\n${base}/nothing`);
  await page.getByRole('button', { name: fill(t.parseMany, { count: 3 }), exact: true }).click();
  await expect(page.locator('[data-phase=done]')).toHaveCount(2);
  await expect(page.locator('[data-phase=failed]')).toContainText(language === 'zh' ? '已删除' : 'was deleted');
  expect(await findFaults(page)).toEqual([]);
  // The best quality of each link with one click.
  const saved: string[] = [];
  page.on('download', file => saved.push(file.suggestedFilename()));
  await page.getByRole('button', { name: t.downloadBest, exact: true }).click();
  await expect.poll(() => saved.length, { timeout: 30_000 }).toBe(2);
  expect(saved.toSorted()).toEqual(['A slow river.mp4', expect.stringMatching(/^周末去爬山.*\.zip$/)]);
  const gallery = page.locator('[data-phase=done]').filter({ hasText: '周末去爬山' });
  await expect(gallery.getByRole('img')).toHaveCount(5);
  const zip = gallery.getByRole('button', { name: t.downloadAll, exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), zip.click()]);
  expect(download.suggestedFilename()).toMatch(/^周末去爬山.*\.zip$/);
  const stream = page.locator('[data-phase=done]').filter({ hasText: 'A slow river' });
  const save = stream.getByRole('button', { name: fill(t.saveAsOf, { name: 'A slow river.m3u8', format: 'MP4' }) });
  const [clip] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(clip.suggestedFilename()).toBe('A slow river.mp4');
  expect(product.complaints).toEqual([]);
});

test('a found clip is opened in the converter', { tag: '@phone' }, async ({ page, product, language }) => {
  const t = words[language];
  await product.open(route);
  await page.getByLabel(t.field).fill(`${base}/post`);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: t.handOn }).click();
  const converter = language === 'zh' ? '视频格式转换' : 'Video Converter';
  await page
    .getByRole('dialog')
    .or(page.getByRole('menu'))
    .or(page.locator('body'))
    .getByRole('button', { name: converter })
    .last()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: converter })).toBeVisible();
  await expect(page.locator('[data-phase]').first()).toBeVisible();
});
