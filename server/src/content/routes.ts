// HTTP routes of lookups, which clients load once.
import { AppError, errorSentence } from 'contract/errors.ts';
import { keyCodeNames, keyCodes } from 'contract/key-codes.ts';
import { getWxMessage } from 'contract/routes/bulletins.ts';
import * as routes from 'contract/routes/content.ts';
import { getGuide, getPage } from 'contract/routes/pages.ts';
import { stages } from 'contract/stages.ts';
import type { FastifyInstance } from 'fastify';
import { tools } from 'tools/index.ts';
import { readBulletins } from '../bulletins/bulletins.ts';
import { findDictionary } from '../dictionaries/dictionaries.ts';
import { languageOf } from '../http/language.ts';
import { addRoute } from '../http/routes.ts';
import type { Parts } from '../parts.ts';
import { callEntries } from '../tasks/catalogue.ts';
import { allowCaching, answerByEtag } from './caching.ts';
import { addDrawingRoutes } from './drawing-routes.ts';
import { readGuide } from './guides.ts';
import { pageOf } from './page-of.ts';
import { readPage } from './pages.ts';
import { listPrices } from './prices.ts';
import { readTools } from './read-tools.ts';
import { settingsOf } from './settings.ts';

/** Maximum per request. */
const maxDictionaries = 20;

export function addContentRoutes(app: FastifyInstance, parts: Parts): void {
  app.addHook('onSend', answerByEtag);
  addRoute(app, routes.getSettings, ({ reply }) => {
    allowCaching(reply);
    return settingsOf(parts);
  });
  addRoute(app, routes.progressSettings, ({ query, request, reply }) => {
    allowCaching(reply);
    const language = languageOf(request);
    const list = keyCodes.flatMap(keyCode => {
      const entry = callEntries.find(({ call }) => call.keyCode === keyCode);
      if (!entry) return [];
      const name = keyCodeNames[keyCode][language];
      const returnMessage = errorSentence('UNEXPECTED', language);
      return [{ name, keyCode, returnMessage, progress: entry.call.startPercent, taskMsg: stages.working[language] }];
    });
    return pageOf(list, query);
  });
  addRoute(app, routes.coinFunctions, async ({ query, request, reply }) => {
    allowCaching(reply);
    return pageOf(await listPrices(parts.config, languageOf(request)), query);
  });
  addRoute(app, routes.dictionary, async ({ query, reply }) => {
    allowCaching(reply);
    const all = await findDictionary(parts.database, query.dictName);
    const start = query.page * query.size;
    return { content: all.slice(start, start + query.size), totalElements: all.length };
  });
  addRoute(app, routes.dictionaryMap, async ({ query, reply }) => {
    allowCaching(reply);
    const names = query.dictName
      .split(',')
      .map(name => name.trim())
      .filter(Boolean)
      .slice(0, maxDictionaries);
    const found = names.map(async name => [name, await findDictionary(parts.database, name)] as const);
    return Object.fromEntries(await Promise.all(found));
  });
  addRoute(app, getPage, async ({ params, request, reply }) => {
    allowCaching(reply);
    const { markdown } = await readPage(parts.config, params.name, languageOf(request));
    return { name: params.name, markdown };
  });
  addRoute(app, getGuide, async ({ params, request, reply }) => {
    const known = (await readTools(tools)).find(({ tool }) => tool.name === params.tool);
    if (!known) throw new AppError('NOT_FOUND');
    allowCaching(reply);
    const { markdown } = await readGuide(parts.config, known, languageOf(request));
    return { tool: params.tool, markdown };
  });
  addDrawingRoutes(app, parts);
  addRoute(app, getWxMessage, async ({ query, request, reply }) => {
    allowCaching(reply);
    return pageOf(await readBulletins(parts.database, languageOf(request)), query);
  });
}
