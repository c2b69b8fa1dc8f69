// HTTP of accounts, put together.
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.ts';
import { addDeviceRoutes } from './device-routes.ts';
import { addEntranceRoutes } from './entrance-routes.ts';
import { addPersonRoutes } from './person-routes.ts';
import { openSeal } from './seal.ts';
import { openTurnstile } from './turnstile.ts';

export function addAccountRoutes(app: FastifyInstance, parts: Parts): void {
  const service = { parts, seal: openSeal(parts.database), turnstile: openTurnstile({ width: 2, most: 400 }) };
  addEntranceRoutes(app, service);
  addPersonRoutes(app, service);
  addDeviceRoutes(app, service);
}
