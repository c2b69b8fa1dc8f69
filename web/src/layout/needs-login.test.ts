// The short list of guarded pages against the table of routes.
import { expect, test } from 'vitest';
import { buildRoutes } from '../routes.tsx';
import { needsLogin } from './needs-login.ts';

test('exactly the routes that ask for a login need one', () => {
  const routes = buildRoutes([], () => null);
  for (const { path, requireAuth } of routes) {
    expect([path, needsLogin(path.replace(/:\w+/g, 'x'))]).toEqual([path, requireAuth !== false]);
  }
});
