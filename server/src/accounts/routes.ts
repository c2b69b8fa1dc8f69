// All HTTP routes of accounts.
import type { FastifyInstance } from 'fastify';
import { addDeviceRoutes } from './device-routes.ts';
import { addLoginRoutes } from './login-routes.ts';
import { addPersonRoutes } from './person-routes.ts';
import type { AccountService } from './service.ts';

export function addAccountRoutes(app: FastifyInstance, service: AccountService): void {
  addLoginRoutes(app, service);
  addPersonRoutes(app, service);
  addDeviceRoutes(app, service);
}
