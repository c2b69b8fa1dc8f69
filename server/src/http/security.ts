// Security headers, cross-origin access, and the rate limit per address.
import fastifyCors from '@fastify/cors';
import fastifyHelmet from '@fastify/helmet';
import fastifyRateLimit from '@fastify/rate-limit';
import { AppError } from 'contract/errors.ts';
import type { RouteScope } from 'contract/key-scopes.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { addressOf } from './address.ts';
import { requestIdHeader } from './request-trace.ts';
import type { RateGroup } from './routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    rateGroup?: RateGroup;
    /** What the route asks of an API key; absent: closed to keys. */
    keyScope?: RouteScope | undefined;
    /** More than usual in a body. */
    maxBodyValues?: number;
  }
}

/** The requests per minute of each group, as a multiple of RATE_PER_MINUTE: lower for more expensive requests. */
const shareOfRate: Readonly<Record<RateGroup, number>> = { read: 4, costly: 1, bulk: 1 / 4 };

/** Only `retry-after` is sent, with a refusal. */
const hidden = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false } as const;

/** Origins of the operator's own pictures. */
function brandOrigins({ brand }: Config): string[] {
  const links = [brand.logoUrl, brand.socialQrUrl].filter(link => link !== null && URL.canParse(link));
  return links.map(link => new URL(String(link)).origin);
}

/** Origins of an S3-compatible store, which the page loads from and sends to. */
function storeOrigins(config: Config): string[] {
  if (config.storage.kind !== 's3') return [];
  const { endpoint, publicBaseUrl, region, bucket } = config.storage;
  const links = [endpoint, publicBaseUrl].filter(link => link !== undefined);
  if (!endpoint) links.push(`https://s3.${region}.amazonaws.com`, `https://${bucket}.s3.${region}.amazonaws.com`);
  return [...new Set(links.map(link => new URL(link).origin))];
}

export async function secure(app: FastifyInstance, config: Config): Promise<void> {
  const stores = storeOrigins(config);
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...stores, ...brandOrigins(config)],
        mediaSrc: ["'self'", 'blob:', ...stores],
        connectSrc: ["'self'", ...stores],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    // Only with an https PUBLIC_URL; on a plain http host in a local network it would lock people out. Never for subdomains: a toolbox at
    // example.org must not decide how browsers reach the other hosts of that domain.
    strictTransportSecurity: config.publicUrl?.startsWith('https:') ? { includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  if (config.corsOrigins.length > 0) {
    await app.register(fastifyCors, {
      origin: config.corsOrigins,
      exposedHeaders: [
        ...['clientUid', requestIdHeader, 'retry-after'],
        ...['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'],
      ],
      maxAge: 600,
    });
  }
  await app.register(fastifyRateLimit, {
    global: true,
    timeWindow: 60_000,
    max: request => Math.ceil(config.ratePerMinute * shareOfRate[request.routeOptions.config.rateGroup ?? 'read']),
    keyGenerator: request => `${request.routeOptions.config.rateGroup ?? 'read'} ${addressOf(request)}`,
    // Browsers cache stored objects and the page's files, and serving them costs next to nothing.
    allowList: request => request.routeOptions.config.rateGroup === undefined,
    addHeaders: hidden,
    addHeadersOnExceeding: hidden,
    errorResponseBuilder: (_request, context) =>
      new AppError('RATE_LIMITED', { retryAfterSeconds: Math.ceil(context.ttl / 1000) }),
  });
}
