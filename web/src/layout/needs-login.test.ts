// Compares the short list of guarded pages with the route table.
import { expect, test } from 'vitest';
import { buildRoutes } from '../routes.tsx';
import { needsLogin } from './needs-login.ts';

test('exactly the routes that require a login are listed', () => {
  const routes = buildRoutes([], () => null);
  for (const { path, requireAuth } of routes) {
    expect([path, needsLogin(path.replace(/:\w+/g, 'x'))]).toEqual([path, requireAuth !== false]);
  }
});
