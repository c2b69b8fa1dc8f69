// HTTP routes of design templates: lists, single templates, and external templates. Their covers are drawn when the page is built.

import { randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DesignCategory, designCategories, designCategoryIds } from 'contract/artwork/designs.ts';
import { maxTemplateBytes, readTemplate } from 'contract/artwork/template-file.ts';
import { AppError } from 'contract/errors.ts';
import { mulberry32 } from 'contract/random.ts';
import * as routes from 'contract/routes/designs.ts';
import type { Language } from 'contract/words.ts';
import type { FastifyInstance } from 'fastify';
import { designTemplates } from 'tools/design/contract.ts';
import { addressOf } from '../http/address.ts';
import { languageOf } from '../http/language.ts';
import { addRoute } from '../http/routes.ts';
import { countTry, hideWho } from '../limits/limits.ts';
import { fetchLink } from '../links/fetch-link.ts';
import type { Parts } from '../parts.ts';
import { allowCaching, answerByEtag, markLookup } from './caching.ts';
import { pageOf } from './page-of.ts';

type Template = (typeof designTemplates)[number];

const fetchTimeoutMs = 15_000;
/** Maximum number of links per address: each may wait for its host until the time-out. */
const linksPerMinute = 30;

/** Shuffles deterministically by seed (Fisher and Yates). */
function shuffle<T>(entries: readonly T[], seed: number): T[] {
  const shuffled = [...entries];
  const random = mulberry32(seed);
  for (let index = shuffled.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [shuffled[index], shuffled[other]] = [shuffled[other]!, shuffled[index]!];
  }
  return shuffled;
}

const isCategory = (id: string): id is DesignCategory => Object.hasOwn(designCategories, id);

export function addDesignRoutes(app: FastifyInstance, parts: Parts): void {
  app.addHook('onSend', answerByEtag);
  // Never from the Host header: a response in shared caches must not contain what one client sent.
  const baseUrl = parts.config.publicUrl ?? '';
  const coverOf = (id: string, language: Language) => `${baseUrl}/designs/${id}.${language}.webp`;
  const ofType = (id: DesignCategory) => designTemplates.filter(({ category }) => category === id);
  const describeType = (id: DesignCategory, language: Language) => ({
    id,
    name: designCategories[id][language],
    cover: coverOf(ofType(id)[0]?.id ?? '', language),
    total: ofType(id).length,
  });
  const describe = ({ id, title, width, height, category, tags }: Template, language: Language) => ({
    id,
    title: title[language],
    cover: coverOf(id, language),
    width,
    height,
    typeId: category,
    keywords: [title.zh, title.en, tags.zh, tags.en].join(' '),
  });

  addRoute(app, routes.designTypes, ({ query, request, reply }) => {
    allowCaching(reply);
    return pageOf(
      designCategoryIds.map(id => describeType(id, languageOf(request))),
      query,
    );
  });
  addRoute(app, routes.designType, ({ query, request, reply }) => {
    if (!isCategory(query.id)) throw new AppError('NOT_FOUND');
    allowCaching(reply);
    return describeType(query.id, languageOf(request));
  });
  addRoute(app, routes.designList, ({ query, request, reply }) => {
    const { typeId, seed } = query;
    // Without a seed the order is different each time, so it must not be cached.
    if (seed === undefined) markLookup(reply);
    else allowCaching(reply);
    const chosen = typeId ? designTemplates.filter(({ category }) => category === typeId) : designTemplates;
    const shuffled = shuffle(chosen, seed ?? randomInt(2 ** 31));
    return pageOf(
      shuffled.map(template => describe(template, languageOf(request))),
      query,
    );
  });
  addRoute(app, routes.designDetail, ({ query, request, reply }) => {
    const template = designTemplates.find(({ id }) => id === query.id);
    if (!template) throw new AppError('NOT_FOUND');
    allowCaching(reply);
    const language = languageOf(request);
    return { ...describe(template, language), json: { ...template.render(language) } };
  });
  const open = async ({ body, request }: Parameters<Parameters<typeof addRoute<typeof routes.openDesign>>[2]>[0]) => {
    const data = 'url' in body ? await fetchJson(body.url, addressOf(request), parts) : body.json;
    const found = readTemplate(data, languageOf(request));
    if (typeof found === 'string') throw new AppError(found);
    return { title: found.title, json: { ...found.artwork } };
  };
  const max = { maxBodyBytes: maxTemplateBytes, maxBodyValues: maxTemplateBytes };
  addRoute(app, routes.openDesign, open, { group: 'costly', ...max });
}

/** The JSON behind a link. Throws the errors of the guarded fetch, and DESIGN_BAD if it is not JSON. */
async function fetchJson(url: string, sender: string, parts: Parts): Promise<unknown> {
  const { config, scratch, database, secret, now } = parts;
  const key = `design-link ${hideWho(secret, sender)}`;
  await countTry(database, { key, max: linksPerMinute, perSeconds: 60 }, now());
  const folder = await mkdtemp(join(scratch, 'design-'));
  try {
    const { path } = await fetchLink(url, {
      folder,
      sender,
      allow: config.fetchAllow,
      maxBytes: maxTemplateBytes,
      wholeMs: fetchTimeoutMs,
    });
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new AppError('DESIGN_BAD');
    throw cause;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
