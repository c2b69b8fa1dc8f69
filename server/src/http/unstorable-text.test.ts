// NUL and half surrogate pairs, which PostgreSQL stores in no text, in every string of every call: refused or not found, never a fault.
import * as operatorRoutes from 'contract/routes/operators.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { equip, letIn } from '../../testing/operators.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly in: 'query' | 'path' }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
}

let server: TestServer;
let headers: readonly (readonly [who: string, headers: Record<string, string>])[];
let paths: Record<string, Record<string, Described>>;
beforeAll(async () => {
  const mobile = '13800000001';
  server = await startTestServer({
    works: false,
    environment: { MEMBERSHIP: 'on', ADMINS: mobile, RATE_PER_MINUTE: '1000000' },
  });
  const operator = await equip(server, mobile);
  expect((await letIn(operator, operator.codeOf())).status).toBe(200);
  headers = [
    ['visitor', server.client.headers],
    ['operator', operator.client.headers],
  ];
  ({ paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: typeof paths });
  // The description of calls omits those of operators.
  for (const route of Object.values(operatorRoutes)) {
    if (typeof route !== 'object' || !('path' in route)) continue;
    const { method, path } = route;
    const { properties = {} } = 'query' in route ? (z.toJSONSchema(route.query, { io: 'input' }) as Schema) : {};
    const parameters = Object.keys(properties).map(name => ({ name, in: 'query' as const }));
    const content = 'body' in route && {
      'application/json': { schema: z.toJSONSchema(route.body, { io: 'input' }) as Schema },
    };
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: { parameters, ...(content && { requestBody: { content } }) },
    };
  }
});
afterAll(() => server.stop());

/** As they arrive in an address: NUL, bytes that are no UTF-8, and half of a surrogate pair as CESU-8. */
const escapes = ['%00', 'a%00b', '%ED%A0%80', '%FF', '%'];

async function statusesOf(method: string, address: string, body?: string) {
  const statuses: string[] = [];
  for (const [who, own] of headers) {
    const reply = await fetch(`${server.url}${address}`, {
      method,
      headers: { ...own, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(60_000),
    });
    await reply.body?.cancel();
    statuses.push(`${who} ${reply.status}`);
  }
  return statuses;
}

const isFault = (status: string) => / 5(?!0[13])/.test(status);

const calls = () =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method: method.toUpperCase(), ...described })),
  );

const fill = (path: string, value: string) => path.replace(/\{[^}]+\}/g, value);

test('in every parameter of every address', async () => {
  const faults: string[] = [];
  let count = 0;
  for (const { path, method, parameters = [] } of calls()) {
    // Operators have a limit of calls a minute.
    await server.postgres.pool.query('delete from allowance');
    const names = parameters.filter(one => one.in === 'query').map(({ name }) => name);
    const addresses = escapes.flatMap(sent => [
      ...[...names, 'unknown'].map(name => `${fill(path, 'x')}?${name}=${sent}`),
      `${fill(path, 'x')}?${sent}=1`,
      ...(path.includes('{') ? [fill(path, sent)] : []),
      // All other fields are valid, so that the text reaches the query.
      ...names.map(
        name =>
          `${fill(path, 'x')}?page=1&size=10&${names
            .filter(one => one !== name && one !== 'page' && one !== 'size')
            .map(one => `${one}=1`)
            .join('&')}&${name}=${sent}`,
      ),
    ]);
    for (const address of addresses) {
      count += 1;
      for (const status of await statusesOf(method, address))
        if (isFault(status)) faults.push(`${method} ${address}: ${status}`);
    }
  }
  expect(count).toBeGreaterThan(500);
  expect(faults).toEqual([]);
});

const unstorable = ['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00a"', '"\u0000"'];

const fieldsOf = (schema: Schema | undefined): string[] => [
  ...Object.keys(schema?.properties ?? {}),
  ...(schema?.anyOf ?? []).flatMap(fieldsOf),
];

/** Some 2,000 calls, which take minutes beside other work. */
const manyCallsMs = 360_000;

test(
  'in every field of every body, as its value, inside it and as its name',
  async () => {
    const faults: string[] = [];
    let count = 0;
    for (const { path, method, requestBody } of calls()) {
      if (method !== 'POST') continue;
      await server.postgres.pool.query('delete from allowance');
      const fields = fieldsOf(requestBody?.content['application/json']?.schema);
      for (const text of unstorable)
        for (const body of [
          `{${text}:1}`,
          ...[...fields, 'unknown'].flatMap(name => [`{"${name}":${text}}`, `{"${name}":[{"x":${text}}]}`]),
        ]) {
          count += 1;
          const reply = await fetch(`${server.url}${fill(path, 'x')}`, {
            method,
            headers: { ...headers[1]![1], 'content-type': 'application/json' },
            body,
          });
          await reply.body?.cancel();
          if (reply.status >= 500 && reply.status !== 503) faults.push(`${path} ${body}: ${reply.status}`);
        }
    }
    expect(count).toBeGreaterThan(1000);
    expect(faults).toEqual([]);
  },
  manyCallsMs,
);

test('in calls that the description leaves out', async () => {
  const faults: string[] = [];
  for (const path of ['/store/{x}', '/assets/{x}', '/{x}', '/pay/notify/wechat', '/mp/callback', '/pages/{x}'])
    for (const sent of escapes)
      for (const method of ['GET', 'POST']) {
        const address = `${fill(path, sent)}?q=${sent}`;
        for (const status of await statusesOf(method, address, method === 'POST' ? '"\u0000"' : undefined))
          if (isFault(status)) faults.push(`${method} ${address}: ${status}`);
      }
  expect(faults).toEqual([]);
});
