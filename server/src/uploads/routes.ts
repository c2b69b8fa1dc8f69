// HTTP of uploads.

import * as routes from 'contract/routes/uploads.ts';
import type { FastifyInstance } from 'fastify';
import { addressOf } from '../http/address.ts';
import { baseUrlOf } from '../http/base-url.ts';
import { ownerOf } from '../http/owner.ts';
import { addRoute, addStream } from '../http/routes.ts';
import { hideWho } from '../limits/limits.ts';
import { makePoster } from '../objects/facts.ts';
import type { Parts } from '../parts.ts';
import { abortUpload, completeUpload, listParts, readFacts, signPart, signUpload } from './uploads.ts';

export function addUploadRoutes(app: FastifyInstance, parts: Parts): void {
  addRoute(
    app,
    routes.signUpload,
    ({ body, request, reply }) => {
      const uploader = { owner: ownerOf(request, reply), address: hideWho(parts.secret, addressOf(request)) };
      return signUpload(parts, body, uploader, baseUrlOf(request, parts.config));
    },
    { group: 'costly' },
  );
  addRoute(app, routes.signPart, ({ body, request }) => signPart(parts, body, baseUrlOf(request, parts.config)));
  addRoute(app, routes.listParts, ({ query }) => listParts(parts, query));
  addRoute(app, routes.completeUpload, ({ body }) => completeUpload(parts, body));
  addRoute(app, routes.abortUpload, async ({ body }) => {
    await abortUpload(parts, body);
    return null;
  });
  addRoute(app, routes.readFacts, ({ query }) => readFacts(parts, query.key), { group: 'costly' });
  addStream(
    app,
    routes.showPoster,
    async ({ query, reply }) => {
      const poster = await makePoster(parts, query.key);
      return reply.header('cache-control', 'private, max-age=3600').send(poster);
    },
    { group: 'costly' },
  );
}
