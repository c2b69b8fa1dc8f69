// GET /metrics, for Prometheus. It tells how much a service is used, so it is open to this machine alone, or to holders of METRICS_TOKEN.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../config-providers.ts';
import type { Parts } from '../parts.ts';
import { openMetrics } from './metrics.ts';

const hash = (text: string) => createHash('sha256').update(text).digest();

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const [, sent] = /^bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
  return sent !== undefined && timingSafeEqual(hash(sent), hash(token));
}

/** Whether requests can only come from this machine or straight from others: a proxy on this machine would make all of them look local. */
const hasNoProxy = ({ trustedProxies, publicUrl }: Parts['config']): boolean =>
  trustedProxies === 0 && (publicUrl === null || isLoopbackHost(new URL(publicUrl).hostname));

/** Whether a program on this machine asks, and not a proxy on behalf of others. */
function isLocal({ headers, socket }: FastifyRequest, config: Parts['config']): boolean {
  const isForwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some(name => headers[name] !== undefined);
  return hasNoProxy(config) && !isForwarded && isLoopbackHost(socket.remoteAddress ?? '');
}

const refusal = 'Set METRICS_TOKEN, and send it as "Authorization: Bearer <token>".\n';

export function addMetricsRoutes(app: FastifyInstance, parts: Parts): void {
  const { config } = parts;
  const metrics = openMetrics(parts);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.recordRequest({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { metricsToken } = config;
    const isAllowed = metricsToken === null ? isLocal(request, config) : hasToken(request, metricsToken);
    if (isAllowed) return reply.type(metrics.contentType).send(await metrics.render());
    return reply.status(401).header('www-authenticate', 'Bearer').type('text/plain; charset=utf-8').send(refusal);
  });
}
