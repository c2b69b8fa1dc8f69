// HTTP of uploads.

import * as routes from 'contract/routes/uploads.ts';
import type { FastifyInstance } from 'fastify';
import { baseUrlOf } from '../http/base-url.ts';
import { addRoute } from '../http/routes.ts';
import type { Parts } from '../parts.ts';
import { abortUpload, completeUpload, listParts, signPart, signUpload } from './uploads.ts';

export function addUploadRoutes(app: FastifyInstance, parts: Parts): void {
  addRoute(app, routes.signUpload, ({ body, request }) => signUpload(parts, body, baseUrlOf(request, parts.config)), {
    group: 'costly',
  });
  addRoute(app, routes.signPart, ({ body, request }) => signPart(parts, body, baseUrlOf(request, parts.config)));
  addRoute(app, routes.listParts, ({ query }) => listParts(parts, query));
  addRoute(app, routes.completeUpload, ({ body }) => completeUpload(parts, body.key));
  addRoute(app, routes.abortUpload, async ({ body }) => {
    await abortUpload(parts, body.key);
    return null;
  });
}
