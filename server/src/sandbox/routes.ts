// HTTP of the sandbox; none of it exists where nothing is played.
import * as routes from 'contract/routes/sandbox.ts';
import type { FastifyInstance } from 'fastify';
import { addRoute } from '../http/routes.ts';
import type { Parts } from '../parts.ts';
import { authorizeAs, isSandboxOn, readSandbox, scanAs } from './sandbox.ts';

export function addSandboxRoutes(app: FastifyInstance, parts: Parts): void {
  if (!isSandboxOn(parts.config)) return;
  app.addHook('preHandler', async (request, reply) => {
    const isBrowser = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    // The same address answers a program with data, so no cache may keep either for the other.
    if (isBrowser) return reply.header('cache-control', 'no-store').redirect('/#/sandbox');
  });
  addRoute(app, routes.sandbox, () => readSandbox(parts));
  addRoute(app, routes.sandboxScan, ({ body }) => scanAs(parts, body.scene, body));
  addRoute(app, routes.sandboxAuthorize, ({ body }) => authorizeAs(parts, body));
}
