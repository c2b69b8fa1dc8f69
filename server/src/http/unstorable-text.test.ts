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

/** Each of the texts by turns: a place that takes one of a kind takes the others, so each place is sent one of each kind. */
function takeTurns(texts: readonly string[]): () => string {
  let taken = 0;
  return () => texts[taken++ % texts.length]!;
}

/** As they arrive in an address: NUL, and then bytes that are no UTF-8, among them half of a surrogate pair as CESU-8. */
const nulsInAddress = ['%00', 'a%00b'];
const garbledInAddress = ['%ED%A0%80', '%FF', '%'];
const escapes = [...nulsInAddress, ...garbledInAddress];

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

/** Thousands of calls, which take minutes beside other work. */
const manyCallsMs = 360_000;

test('in every parameter of every address', { timeout: manyCallsMs }, async () => {
  const faults: string[] = [];
  let count = 0;
  const nextNul = takeTurns(nulsInAddress);
  const nextGarbled = takeTurns(garbledInAddress);
  for (const { path, method, parameters = [] } of calls()) {
    // Operators have a limit of calls a minute.
    await server.postgres.pool.query('delete from allowance');
    const names = parameters.filter(one => one.in === 'query').map(({ name }) => name);
    const places: ((sent: string) => string)[] = [
      ...[...names, 'unknown'].map(name => (sent: string) => `${fill(path, 'x')}?${name}=${sent}`),
      sent => `${fill(path, 'x')}?${sent}=1`,
      ...(path.includes('{') ? [(sent: string) => fill(path, sent)] : []),
      // All other fields are valid, so that the text reaches the query.
      ...names.map(
        name => (sent: string) =>
          `${fill(path, 'x')}?page=1&size=10&${names
            .filter(one => one !== name && one !== 'page' && one !== 'size')
            .map(one => `${one}=1`)
            .join('&')}&${name}=${sent}`,
      ),
    ];
    for (const address of places.flatMap(at => [at(nextNul()), at(nextGarbled())])) {
      count += 1;
      for (const status of await statusesOf(method, address))
        if (isFault(status)) faults.push(`${method} ${address}: ${status}`);
    }
  }
  expect(count).toBeGreaterThan(1000);
  expect(faults).toEqual([]);
});

const nuls = ['"\\u0000"', '"a\\u0000b"'];
const halves = ['"\\ud800"', '"\\udc00a"'];
/** With a NUL that JSON does not allow. */
const unstorable = [...nuls, ...halves, '"\u0000"'];

const fieldsOf = (schema: Schema | undefined): string[] => [
  ...Object.keys(schema?.properties ?? {}),
  ...(schema?.anyOf ?? []).flatMap(fieldsOf),
];

test('in every field of every body, as its value, inside it and as its name', { timeout: manyCallsMs }, async () => {
  const faults: string[] = [];
  let count = 0;
  const nextNul = takeTurns(nuls);
  const nextHalf = takeTurns(halves);
  const nextInside = takeTurns([...nuls, ...halves]);
  for (const { path, method, requestBody } of calls()) {
    if (method !== 'POST') continue;
    await server.postgres.pool.query('delete from allowance');
    const fields = fieldsOf(requestBody?.content['application/json']?.schema);
    const bodies = [
      ...unstorable.map(text => `{${text}:1}`),
      ...[...fields, 'unknown'].flatMap(name => [
        `{"${name}":${nextNul()}}`,
        `{"${name}":${nextHalf()}}`,
        `{"${name}":[{"x":${nextInside()}}]}`,
      ]),
    ];
    for (const body of bodies) {
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
  expect(count).toBeGreaterThan(3000);
  expect(faults).toEqual([]);
});

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
