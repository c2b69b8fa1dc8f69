// HTTP routes of the tools' lists of choices, with their covers: small pictures in the tool's folder.
import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { media, mediaOfName } from 'contract/media.ts';
import { defineRoute } from 'contract/route.ts';
import { lookupData, lookupQuery } from 'contract/routes/content.ts';
import type { Lookup, ToolContract } from 'contract/tool.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { languageOf } from '../http/language.ts';
import { addRoute } from '../http/routes.ts';
import { allowCaching, answerByEtag } from './caching.ts';
import { pageOf } from './page-of.ts';

const toolsFolder = fileURLToPath(new URL('../../../tools/', import.meta.url));
const coverPath = (tool: string, file: string) => `/covers/${tool}/${file}`;

/** Adds one GET per listed cover; no other file in the folder is reachable. */
function serveCovers(app: FastifyInstance, tool: ToolContract, lookup: Lookup, folder: string): void {
  for (const { cover } of lookup.entries) {
    const file = path.join(folder, tool.name, 'covers', cover);
    const type = mediaOfName(cover);
    if (!type || !existsSync(file)) throw new Error(`tools/${tool.name}/covers/${cover} is missing`);
    app.get(coverPath(tool.name, cover), { schema: { hide: true } }, (_request, reply) =>
      reply
        .headers({ 'content-type': media[type].contentType, 'cache-control': 'public, max-age=86400' })
        .send(createReadStream(file)),
    );
  }
}

function addLookup(app: FastifyInstance, config: Config, tool: ToolContract, lookup: Lookup): void {
  const route = defineRoute({
    method: 'GET',
    path: lookup.path,
    keyScope: 'any',
    summary: `${tool.name}: list of choices`,
    query: lookupQuery,
    data: lookupData,
  });
  const answer = ({ query, request, reply }: Parameters<Parameters<typeof addRoute<typeof route>>[2]>[0]) => {
    allowCaching(reply);
    const language = languageOf(request);
    // Never from the Host header: a response in shared caches must not contain what one client sent.
    const baseUrl = config.publicUrl ?? '';
    const choices = lookup.entries.map(({ id, name, cover }) => ({
      id,
      name: name[language],
      cover: `${baseUrl}${coverPath(tool.name, cover)}`,
    }));
    return pageOf(choices, query);
  };
  addRoute(app, route, answer, { tag: 'tools' });
}

export function addLookupRoutes(
  app: FastifyInstance,
  config: Config,
  tools: readonly ToolContract[],
  folder = toolsFolder,
): void {
  app.addHook('onSend', answerByEtag);
  for (const tool of tools) {
    for (const lookup of tool.lookups ?? []) {
      addLookup(app, config, tool, lookup);
      serveCovers(app, tool, lookup, folder);
    }
  }
}
