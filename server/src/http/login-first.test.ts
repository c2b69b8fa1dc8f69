// A call that needs a login says so before it judges what was sent, for every such route of the documentation.
import type { RouteContract } from 'contract/route.ts';
import * as accounts from 'contract/routes/accounts.ts';
import * as coupons from 'contract/routes/coupons.ts';
import * as orders from 'contract/routes/orders.ts';
import * as points from 'contract/routes/points.ts';
import * as wechat from 'contract/routes/wechat.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { MEMBERSHIP: 'on', PAYMENTS: 'sandbox' } });
});
afterAll(() => server.stop());

const routes = [accounts, coupons, orders, points, wechat]
  .flatMap(one => Object.values(one) as unknown[])
  .filter(one => typeof one === 'object' && one !== null && 'needsLogin' in one) as RouteContract[];

test.each(routes.map(({ method, path }) => [method, path] as const))('%s %s', async (method, path) => {
  const ask = async (headers: Record<string, string>) => {
    const isPost = method === 'POST';
    const body = isPost ? '{"id":' : null;
    const reply = await fetch(new URL(path, server.url), {
      method,
      body,
      headers: { ...headers, ...(isPost && { 'content-type': 'application/json' }) },
    });
    return [reply.status, ((await reply.json()) as { error: string }).error];
  };
  expect(await ask({})).toEqual([401, 'LOGIN_REQUIRED']);
  expect(await ask({ token: 'x'.repeat(43) })).toEqual([401, 'LOGIN_EXPIRED']);
});
