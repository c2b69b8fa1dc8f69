// Serves the built page. Hashed files are cached indefinitely and compressed at build time; index pages get this server's settings,
// language and title, and are compressed when they are first asked for.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { AppError } from 'contract/errors.ts';
import type { Settings } from 'contract/routes/content.ts';
import type { Language } from 'contract/words.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tools } from 'tools/index.ts';
import type { Config } from '../config.ts';
import { sendFailure } from '../http/errors.ts';
import { hasVersion } from '../http/etag.ts';
import type { Parts } from '../parts.ts';
import { makeManifest } from './app-manifest.ts';
import { settingsOf } from './settings.ts';

const webFolder = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

interface Page {
  readonly plain: Buffer;
  readonly br: () => Buffer;
  readonly gzip: () => Buffer;
  readonly etag: string;
}

/**
 * Security headers that browsers heed for documents alone. A page loads dozens of hashed files, most of them small, and these took a quarter of a
 * kilobyte of each. The content security policy stays, since a script may be a worker's.
 */
const ofDocuments = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`);

/** JSON for a script element: it must neither end the element nor start a comment. */
const escapeJson = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c');

/** A page takes four hundredths of a second of CPU to compress, in each language, and many a server is never asked for one. */
const once = (compress: () => Buffer) => {
  let made: Buffer | undefined;
  return () => (made ??= compress());
};

/** Fills the placeholders of one language's page: `<!--settings-->`, the brand's name, and the retention hours. */
function makePage(template: string, settings: Settings, language: Language): Page {
  const name = language === 'en' ? settings.brand.nameEn : settings.brand.nameZh;
  const plain = Buffer.from(
    template
      .replaceAll('%BRAND%', () => escapeHtml(name))
      .replaceAll('%RETENTION_HOURS%', String(settings.retentionHours))
      .replace(
        '<!--settings-->',
        () => `<script type="application/json" id="settings">${escapeJson(settings)}</script>`,
      ),
  );
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { plain, etag, br: once(() => brotliCompressSync(plain)), gzip: once(() => gzipSync(plain)) };
}

function chooseLanguage(request: FastifyRequest, config: Config): Language {
  if (config.englishHost && request.hostname === config.englishHost) return 'en';
  return (request.query as { lang?: string }).lang === 'en' ? 'en' : 'zh';
}

function sendPage(page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag: page.etag,
  });
  if (hasVersion(request.headers, page.etag)) return reply.status(304).send();
  const accepts = request.headers['accept-encoding'] ?? '';
  if (/\bbr\b/.test(accepts)) return reply.header('content-encoding', 'br').send(page.br());
  if (/\bgzip\b/.test(accepts)) return reply.header('content-encoding', 'gzip').send(page.gzip());
  return reply.send(page.plain);
}

/** Registers the page if it was built; an API-only server has none. */
export async function serveWeb(
  app: FastifyInstance,
  parts: Pick<Parts, 'config' | 'ffmpeg' | 'speech'>,
): Promise<void> {
  const templateOf = (language: Language) =>
    path.join(webFolder, `index.${language}${parts.config.membership ? '.sold' : ''}.html`);
  const pages = new Map<Language, Page>();
  for (const language of ['zh', 'en'] as const) {
    if (existsSync(templateOf(language)))
      pages.set(language, makePage(readFileSync(templateOf(language), 'utf8'), settingsOf(parts), language));
  }
  const pageFor = (request: FastifyRequest) => pages.get(chooseLanguage(request, parts.config));

  if (pages.size > 0) {
    await app.register(fastifyStatic, {
      root: webFolder,
      preCompressed: true,
      index: false,
      wildcard: false,
      globIgnore: ['**/index.*.html*', '**/*.br', '**/*.gz'],
      setHeaders: (reply, file) => {
        const isHashed = file.includes(`${path.sep}assets${path.sep}`);
        if (isHashed) for (const name of ofDocuments) reply.removeHeader(name);
        // A new version of the page has a new service worker, which browsers must find immediately.
        const isWorker = path.basename(file) === 'service-worker.js';
        reply.header(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : isWorker ? 'no-cache' : 'public, max-age=3600',
        );
      },
    });
    // The path that operators type; the page itself uses the hash route.
    app.get('/admin', { schema: { hide: true } }, (_request, reply) => reply.redirect('/#/admin'));
    app.get('/app.webmanifest', { schema: { hide: true } }, (request, reply) =>
      reply
        .headers({ 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': 'no-cache' })
        .send(JSON.stringify(makeManifest(settingsOf(parts), tools, chooseLanguage(request, parts.config)))),
    );
    // The service worker receives what is shared with the app. Without one, for example after the site's data were cleared, the body is not
    // read.
    const refuseShared = async (_request: FastifyRequest, reply: FastifyReply) =>
      reply.redirect('/#/shared?failed', 303);
    app.post('/shared', { schema: { hide: true }, onRequest: refuseShared }, refuseShared);
    app.get('/', { schema: { hide: true } }, (request, reply) => sendPage(pageFor(request) as Page, request, reply));
  }

  function refuseUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const page = pageFor(request);
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (page && wantsPage) return sendPage(page, request, reply.status(404));
    sendFailure(new AppError('NOT_FOUND'), request, reply);
    return reply;
  }
  // Refused before a body is read, since nothing would use it.
  app.addHook('onRequest', async (request, reply) => (request.is404 ? refuseUnknown(request, reply) : undefined));
  app.setNotFoundHandler(refuseUnknown);
}
