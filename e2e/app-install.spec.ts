// The installed app: its manifest, its service worker, opening it offline, files shared with it, and new versions.
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { words as compressWords } from '../tools/compress/words.ts';
import { words as parsingWords } from '../tools/video-parsing/words.ts';
import { barWords, installWords, offlineWords, sharedWords } from '../web/src/app-install/words.ts';
import { findFaults } from './axe.ts';
import { drawJpeg } from './pictures.ts';
import { converterPath, expect, phasesOf, pick, test } from './product.ts';

test.use({ serviceWorkers: 'allow' });

/** Waits until the worker has cached its files and handles this page's requests. */
const untilInCharge = (page: Page) =>
  page.evaluate(`navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller
    ?? new Promise(done => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true })))
    .then(() => undefined)`);

/** Returns the paths in all caches, by the name of the cache. */
const readCaches = (page: Page) =>
  page.evaluate<Record<string, string[]>>(`caches.keys().then(async names => Object.fromEntries(await Promise.all(
    names.map(async name => [name, (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)]))))`);

/** Sends a form as an operating system does that shares something with the app. */
async function share(page: Page, file: { name: string; buffer: Buffer } | undefined, text = ''): Promise<void> {
  const bytes = file ? [...file.buffer] : [];
  await page.evaluate(
    `(() => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '/shared', enctype: 'multipart/form-data' });
      const add = (name, type) => form.appendChild(Object.assign(document.createElement('input'), { name, type }));
      add('text', 'text').value = ${JSON.stringify(text)};
      const transfer = new DataTransfer();
      const bytes = new Uint8Array(${JSON.stringify(bytes)});
      if (bytes.length > 0) transfer.items.add(new File([bytes], ${JSON.stringify(file?.name ?? '')}, { type: 'image/jpeg' }));
      add('files', 'file').files = transfer.files;
      document.body.append(form);
      form.submit();
    })()`,
  );
}

test('the manifest names the app, its icons and tools in the language of the page', { tag: '@desk' }, async ({
  page,
  product,
  address,
  language,
}) => {
  await product.open('/');
  const link = page.locator('link[rel=manifest]');
  await expect(link).toHaveAttribute('href', `/app.webmanifest?lang=${language}`);
  const reply = await page.request.get(address + (await link.getAttribute('href')));
  expect(reply.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await reply.json();
  expect([manifest.name, manifest.display]).toEqual([language === 'zh' ? '图匠' : 'Pixwright', 'standalone']);
  expect(manifest.icons.map((icon: { sizes: string; purpose: string }) => `${icon.sizes} ${icon.purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, sizes } of manifest.icons) {
    const { width, height, format } = await sharp(await (await page.request.get(address + src)).body()).metadata();
    expect(`${width}x${height} ${format}`).toBe(`${sizes} png`);
  }
  for (const { name, url } of manifest.shortcuts) {
    await product.open(url.slice('/#'.length));
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
});

test('the app opens without a network, says what does not work, and continues by itself', { tag: '@phone' }, async ({
  page,
  product,
  context,
  language,
}) => {
  await product.open('/');
  await untilInCharge(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator('[data-first-paint]')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: barWords[language].offline })).toBeVisible();
  await page.evaluate("location.hash = '#/editor/design'");
  await expect(page.getByRole('heading', { name: offlineWords[language].title })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: barWords[language].offline })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await context.setOffline(false);
  await expect(page.getByText(offlineWords[language].text)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a shared picture is added to the chosen tool, and only files of the page are cached', {
  tag: '@phone',
}, async ({ page, product, language }) => {
  const { title } = compressWords[language];
  await product.open('/');
  await untilInCharge(page);
  await share(page, await drawJpeg('holiday.jpg'));
  await expect(page).toHaveURL(/#\/shared\?at=\d+$/);
  await expect(page.getByText('holiday.jpg')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  // Until a tool has accepted it, a reload brings it back.
  await page.reload();
  await expect(page.getByText('holiday.jpg')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: title, exact: true }).click();
  await expect(page).toHaveURL(/#\/editor\/compress$/);
  await page.getByRole('button', { name: compressWords[language].runOne, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const kept = await readCaches(page);
  expect(Object.keys(kept).filter(name => !/^shell-/.test(name))).toEqual(['shared']);
  expect(kept.shared).toEqual([]);
  const paths = Object.values(kept).flat();
  expect(paths).toContain('/');
  expect(paths.filter(path => !/^\/(assets\/[\w.-]+|icon\.svg)?$/.test(path))).toEqual([]);
  expect(product.complaints).toEqual([]);
});

test('a shared text with a link is parsed', { tag: '@desk' }, async ({ page, product, language }) => {
  await product.open('/');
  await untilInCharge(page);
  await share(page, undefined, 'Look at this! http://127.0.0.1:9/clip/7 Copy it and open the app');
  await page.getByRole('main').getByRole('button', { name: parsingWords[language].title, exact: true }).click();
  await expect(page).toHaveURL(/#\/editor\/videoParsing$/);
  await expect(page.getByText('127.0.0.1:9/clip/7')).toBeVisible();
});

test('a file shared before the service worker is active has to be shared again', { tag: '@desk' }, async ({
  page,
  language,
  address,
}) => {
  const reply = await page.request.post(`${address}/shared`, {
    multipart: { files: { name: 'a.jpg', mimeType: 'image/jpeg', buffer: (await drawJpeg('a.jpg')).buffer } },
    maxRedirects: 0,
  });
  expect([reply.status(), reply.headers().location]).toEqual([303, '/#/shared?failed']);
  await page.goto(`${address}/?lang=${language}#/shared?failed`);
  await expect(page.getByRole('status').filter({ hasText: sharedWords[language].failed })).toBeVisible();
});

test('files that the system opens with the app are added to a tool', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  await page.addInitScript(
    "Object.defineProperty(globalThis, 'launchQueue', { value: { setConsumer: take => { globalThis.launch = take; } } })",
  );
  await product.open('/help');
  await expect.poll(() => page.evaluate('typeof globalThis.launch')).toBe('function');
  const { buffer } = await drawJpeg('opened.jpg');
  await page.evaluate(
    `launch({ files: [{ getFile: async () => new File([new Uint8Array(${JSON.stringify([...buffer])})], 'opened.jpg', { type: 'image/jpeg' }) }] })`,
  );
  await expect(page.getByText('opened.jpg')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: compressWords[language].title, exact: true }).click();
  await expect(phasesOf(page)).toHaveCount(1);
});

test('the product center installs the app where the browser offers it, and says how elsewhere', {
  tag: '@desk',
}, async ({ page, product, language }) => {
  const t = installWords[language];
  await product.open('/products');
  await expect(page.getByRole('heading', { name: t.title })).toBeVisible();
  await expect(page.getByText(t['desktop-menu']).or(page.getByText(t['android-menu']))).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.evaluate(`dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: async () => { globalThis.prompted = true; } }))`);
  await page.getByRole('button', { name: t.install, exact: true }).click();
  await expect.poll(() => page.evaluate('globalThis.prompted')).toBe(true);
  await expect(page.getByRole('button', { name: t.install, exact: true })).toHaveCount(0);
});

/** A proxy in front of the product that serves the worker of another version on request. */
async function playNextVersion(address: string): Promise<{ address: string; release: () => void; server: Server }> {
  let isReleased = false;
  const server = createServer((asked, reply) => {
    const isWorker = asked.url === '/service-worker.js';
    const { 'if-none-match': _, 'if-modified-since': __, ...plain } = asked.headers;
    const headers = isWorker ? { ...plain, 'accept-encoding': 'identity' } : asked.headers;
    const sent = forward(address + asked.url, { method: asked.method, headers }, answer => {
      if (!isWorker) {
        reply.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(reply);
        return;
      }
      const chunks: Buffer[] = [];
      answer.on('data', chunk => chunks.push(chunk));
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const { 'content-length': ___, ...others } = answer.headers;
        reply.writeHead(200, others).end(isReleased ? text.replace(/"build":"[^"]+"/, '"build":"next"') : text);
      });
    });
    asked.pipe(sent);
    sent.on('error', () => reply.destroy());
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const release = () => {
    isReleased = true;
  };
  return { address: `http://127.0.0.1:${port}`, release, server };
}

test('a new version is offered once, and loading it keeps the work', { tag: '@desk' }, async ({
  page,
  language,
  address,
}) => {
  const next = await playNextVersion(address);
  try {
    await page.goto(`${next.address}/?lang=${language}#${converterPath}`);
    await untilInCharge(page);
    await pick(page, [await drawJpeg('before.jpg')]);
    await expect(phasesOf(page)).toHaveCount(1);
    const [first] = Object.keys(await readCaches(page));
    next.release();
    await page.evaluate('navigator.serviceWorker.getRegistration().then(one => one.update()).then(() => undefined)');
    const bar = page.getByText(barWords[language].newVersion);
    await expect(bar).toBeVisible();
    expect(await findFaults(page)).toEqual([]);
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: barWords[language].reload, exact: true }).click(),
    ]);
    await expect(phasesOf(page)).toHaveCount(1);
    await expect(bar).toHaveCount(0);
    // The previous version stays for windows that are still open with it.
    expect(Object.keys(await readCaches(page)).sort()).toEqual([first, 'shell-next'].sort());
    expect(await page.evaluate('navigator.serviceWorker.getRegistration().then(one => one.waiting)')).toBeNull();
  } finally {
    next.server.closeAllConnections();
    next.server.close();
  }
});
