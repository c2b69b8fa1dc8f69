// Callbacks that no provider has sent, whatever is in them: each is refused, changes nothing, and is one line of the log without a stack.
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInAs } from '../../testing/accounts.ts';
import { type StandIns, startProviders } from '../../testing/pay/providers.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let providers: Awaited<ReturnType<typeof startProviders>>;
const lines: { level: number; msg: string; reason?: string; error?: string; outcome?: string }[] = [];
beforeAll(async () => {
  providers = await startProviders();
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  server = await startTestServer({ works: false, environment: { ...providers.environment, TRUST_PROXY: '1' }, log });
});
afterAll(async () => {
  await server.stop();
  await providers.stop();
});

type Way = keyof StandIns;
interface Forged {
  readonly body: string | Buffer;
  readonly headers: Record<string, string>;
}

let address = 0;
/** Sends a callback from a new address and answers its status and the lines that it wrote. */
async function send(way: Way, { body, headers }: Forged) {
  lines.length = 0;
  const asked = { method: 'POST', headers: { ...headers, 'x-forwarded-for': `203.0.113.${++address % 250}` }, body };
  const { status } = await fetch(`${server.url}/pay/notify/${way}`, asked);
  return { status, lines: [...lines] };
}

async function orderOf(way: Way): Promise<string> {
  const person = await logInAs(server, '13644400001');
  const { list } = (
    await server.client.get<{ list: { id: string }[] }>(
      `/web/paySettings/coinEditions?currency=${way === 'paypal' ? 'USD' : 'CNY'}`,
    )
  ).body.data;
  const { data } = (
    await person.client.post<{ orderNo: string }>('/web/createPreOrder', { editionId: list[0]!.id, payType: way })
  ).body;
  return data.orderNo;
}

/** A genuine callback, changed in one way at a time. */
function forge({ body, headers }: Forged): [string, Forged][] {
  const texts: [string, string | Buffer][] = [
    ['no body', ''],
    ['JSON of another shape', 'null'],
    ['a list', '[]'],
    ['half a JSON', '{"id":'],
    ['a number', '1e999'],
    ['NUL bytes', `${body}\0`],
    ['NUL bytes in fields', String(body).replaceAll(/P\d{14}/g, 'P\\u0000')],
    ['a line feed that looks like a line of the log', 'x\n{"level":60,"msg":"all is lost"}'],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a])],
    ['deeply nested', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['a prototype', '{"__proto__":{"id":"x"},"constructor":1}'],
    ['a form without values', '&&=&sign&sign_type=RSA2'],
    ['a signature that is no base64', 'sign_type=RSA2&sign=%00%ff!!&out_trade_no=%00'],
    ['a percent sign without digits', 'a=%E0%A4%A&sign_type=RSA2&sign=%'],
  ];
  const values = [
    '',
    'x',
    '!!!',
    'A'.repeat(3000),
    'ÿ'.repeat(80),
    '=='.repeat(40),
    'Zm9yZ2Vk'.repeat(50),
    '-1',
    'NaN',
  ];
  return [
    ...texts.map(([name, text]): [string, Forged] => [name, { headers, body: text }]),
    ...Object.keys(headers).flatMap(name =>
      values.map((value): [string, Forged] => [`${name}: ${value}`, { body, headers: { ...headers, [name]: value } }]),
    ),
    ['no headers', { body, headers: {} }],
  ];
}

test.each<Way>(['wechat', 'alipay', 'paypal'])('%s: no forged callback prints a stack', async way => {
  const orderNo = await orderOf(way);
  const genuine = providers.standIns[way].makeNotice(orderNo, { isForged: true });
  const forged: Forged = { body: genuine.body, headers: genuine.headers as Record<string, string> };
  for (const [name, callback] of forge(forged)) {
    const { status, lines: written } = await send(way, callback);
    expect([name, status < 500]).toEqual([name, true]);
    expect([name, written.length <= 1, JSON.stringify(written).includes('stack')]).toEqual([name, true, false]);
    // One about an order that does not exist is answered like a genuine one.
    const isRefused = status !== 200;
    // A header that no server can read is refused before the callback is looked at, with a code in place of a reason.
    const [early, looked] = [written.filter(({ error }) => error), written.filter(({ error }) => !error)];
    for (const line of early)
      expect([name, line.level, line.error]).toEqual([name, 30, expect.stringMatching(/^[A-Z_]+$/)]);
    for (const line of looked)
      expect([name, line.level, line.reason, line.outcome]).toEqual([
        name,
        isRefused ? 40 : 30,
        isRefused ? expect.stringMatching(/^[ -~]{3,200}$/) : undefined,
        isRefused ? undefined : 'unknown order',
      ]);
  }
  const { rows } = await server.postgres.pool.query('select state, fault from purchase_order where order_no = $1', [
    orderNo,
  ]);
  expect(rows).toEqual([{ state: 'open', fault: null }]);
});

test.each<Way>(['wechat', 'paypal'])('%s: neither does one that comes while its provider is down', async way => {
  const orderNo = await orderOf(way);
  const { body, headers } = providers.standIns[way].makeNotice(orderNo, { isForged: true });
  providers.standIns[way].fail(true);
  // A certificate that was not seen before has to be fetched.
  const unknown = { ...(headers as Record<string, string>), 'wechatpay-serial': 'F00D' };
  const { status, lines: written } = await send(way, { body, headers: unknown });
  providers.standIns[way].fail(false);
  expect([status >= 400, written.length, JSON.stringify(written).includes('stack')]).toEqual([true, 1, false]);
});
