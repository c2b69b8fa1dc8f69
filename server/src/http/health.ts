// Whether this process lives, and whether it can do its work: for load balancers and people.

import type { FastifyInstance } from 'fastify';
import { ping } from '../adapters/postgres.ts';
import type { Parts } from '../parts.ts';

export function addHealthRoutes(app: FastifyInstance, parts: Parts, isStopping: () => boolean): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    const checks: Record<string, () => Promise<unknown>> = {
      database: () => ping(parts.database),
      store: () => parts.objects.check(),
      running: async () => {
        if (isStopping()) throw new Error('the server is stopping');
      },
    };
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await check();
          return [name, 'ok'];
        } catch (error) {
          request.log.warn({ err: error, check: name }, 'not ready');
          return [name, 'failed'];
        }
      }),
    );
    const isReady = results.every(([, result]) => result === 'ok');
    return reply
      .header('cache-control', 'no-store')
      .status(isReady ? 200 : 503)
      .send({ status: isReady ? 'ok' : 'unavailable', checks: Object.fromEntries(results) });
  });
}
