// HTTP routes of uploads.

import * as routes from 'contract/routes/uploads.ts';
import type { FastifyInstance } from 'fastify';
import { addressOf } from '../http/address.ts';
import { baseUrlOf } from '../http/base-url.ts';
import { clientSignal } from '../http/client-signal.ts';
import { ownerOf } from '../http/owner.ts';
import { addRoute, addStream } from '../http/routes.ts';
import { hideWho } from '../limits/limits.ts';
import { expectSize } from '../objects/sizes.ts';
import { showView } from '../objects/views.ts';
import {
  abortUpload,
  completeUpload,
  listParts,
  readFacts,
  signPart,
  signUpload,
  type UploadParts,
} from './uploads.ts';

export function addUploadRoutes(app: FastifyInstance, parts: UploadParts): void {
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
  addRoute(app, routes.readFacts, ({ query, reply }) => readFacts(parts, query.key, clientSignal(reply)), {
    group: 'costly',
  });
  for (const [route, kind] of [[routes.showPoster, 'poster'] as const, [routes.showFilm, 'film'] as const])
    addStream(
      app,
      route,
      async ({ query, reply }) => {
        const picture = await showView(parts, query.key, kind, clientSignal(reply));
        return reply.header('cache-control', 'private, max-age=3600').send(picture);
      },
      { group: 'costly' },
    );
  addRoute(
    app,
    routes.readPeaks,
    async ({ query, reply }) => {
      const written = await showView(parts, query.key, 'peaks', clientSignal(reply));
      // Written by a child process, so it is validated like anything from outside.
      return routes.readPeaks.data.parse({ peaks: JSON.parse(written.toString('utf8')) });
    },
    { group: 'costly' },
  );
  addRoute(
    app,
    routes.expectSize,
    async ({ body: { key, ...wish }, reply }) => ({
      bytes: await expectSize(parts, key, wish, clientSignal(reply)),
    }),
    { group: 'costly' },
  );
}
