// The API description generated from the schemas that validate the calls: /openapi.json and /docs.
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Config } from '../config.ts';

/** Must be registered before the routes. */
export async function describeCalls(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${config.brand.nameEn} API`,
        version: '1',
        description:
          'Every reply is `{code, msg, data}`; a failure adds `error`, `details` and `requestId`. A visitor keeps a random `clientUid` header.',
      },
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'token', description: 'The login of a person' },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'pxk_…',
            description:
              'An API key of an account, in place of a login; the names beside it are the scopes a call needs',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
  });
  // The page of /docs reads the description from here.
  app.addHook('onRoute', route => {
    if (route.url === '/docs/json' || route.url === '/docs/yaml')
      route.config = { ...route.config, rateGroup: 'read', keyScope: 'any' };
  });
  await app.register(fastifySwaggerUi, { routePrefix: '/docs', staticCSP: true });
  // Large, so it counts against the rate limit.
  app.get(
    '/openapi.json',
    { schema: { hide: true }, config: { rateGroup: 'read', keyScope: 'any' } },
    async (_request, reply) => reply.header('cache-control', 'no-cache').send(app.swagger()),
  );
}
