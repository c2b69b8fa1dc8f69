// Spans at a collector: one trace from a request to its webhook over two real servers, and collectors that are down or never answer.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from 'contract/errors.ts';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../testing/client.ts';
import { makeOpenFolder } from '../testing/folders.ts';
import { makeDatabase } from '../testing/fresh-database.ts';
import { collectLog } from '../testing/log.ts';
import { makeBmp } from '../testing/pictures.ts';
import { startProcess } from '../testing/process.ts';
import { startReceiver } from '../testing/receiver.ts';
import { makeLogin } from '../testing/row-login.ts';
import { makeWebhook } from '../testing/webhooks.ts';
import { openSpans } from './adapters/otlp-spans.ts';
import { inSpan, inTrace, startTrace } from './adapters/trace.ts';
import { readConfig } from './config.ts';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly role: unknown;
  readonly status: { readonly message?: string };
  readonly attributes: readonly Attribute[];
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string };
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<SentSpan, 'role'>[] }[];
  }[];
}

/** A collector of OTLP over HTTP with JSON, which answers as the test says. */
async function startCollector(answer: (response: ServerResponse) => void) {
  const spans: SentSpan[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as Sent;
    for (const { resource, scopeSpans } of resourceSpans) {
      const role = resource.attributes.find(({ key }) => key === 'pixwright.role')?.value.stringValue;
      for (const scope of scopeSpans) spans.push(...scope.spans.map(span => ({ ...span, role })));
    }
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { spans, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('a call, its wait, its run, its child, its files and its webhook are one trace over two servers, with the id of the request', async () => {
  const collector = await startCollector(response => response.writeHead(200).end('{}'));
  const { url, drop } = await makeDatabase();
  const folder = makeOpenFolder('pixwright-traces-');
  const shared = {
    ...{ DATA_DIR: folder, DATABASE_URL: url, LANES: 'image:1', FETCH_ALLOW: '127.0.0.1/32' },
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '50' },
  };
  const api = await startProcess({ ...shared, ROLE: 'api' });
  const worker = await startProcess({ ...shared, ROLE: 'worker' });
  onTestFinished(async () => {
    await Promise.all([api.kill('SIGTERM'), worker.kill('SIGTERM')]);
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const client = createClient(api.url);
  client.headers.token = await makeLogin(url);
  const receiver = await startReceiver();
  await makeWebhook({ client }, receiver.url);
  const uploaded = await client.upload(makeBmp(30, 20), 'p.bmp');
  const { headers } = await client.convert(uploaded);
  const of = () => collector.spans.filter(({ traceId }) => traceId === headers.get('x-request-id'));
  const find = (name: string) => of().find(span => span.name === name);
  const ends = ['send a webhook', 'run a task', 'POST /web/picture/format/newPicFormat'];
  while (!ends.every(find)) await sleep(20);
  const names = new Map(of().map(({ spanId, name }) => [spanId, name]));
  const parentOf = (name: string) => {
    const { parentSpanId, role } = find(name)!;
    return [role, parentSpanId ? names.get(parentSpanId) : null];
  };
  expect(parentOf('POST /web/picture/format/newPicFormat')).toEqual(['api', null]);
  expect(parentOf('accept a task')).toEqual(['api', 'POST /web/picture/format/newPicFormat']);
  expect(parentOf('wait in the queue')).toEqual(['worker', 'accept a task']);
  expect(parentOf('run a task')).toEqual(['worker', 'accept a task']);
  expect(parentOf('read from the store')).toEqual(['worker', 'run a task']);
  expect(parentOf('work in a child')).toEqual(['worker', 'run a task']);
  const steps = of().filter(({ name }) => name.startsWith('step '));
  expect(steps.length).toBeGreaterThan(0);
  for (const { name } of steps) expect(parentOf(name)).toEqual(['worker', 'work in a child']);
  expect(parentOf('write to the store')).toEqual(['worker', 'run a task']);
  expect(parentOf('record the result')).toEqual(['worker', 'run a task']);
  expect(parentOf('send a webhook')).toEqual(['api', 'accept a task']);
  for (const span of of()) expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
});

const open = (endpoint: string, environment: Record<string, string> = {}) => {
  const { log, lines } = collectLog('warn');
  const { traces } = readConfig({
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: '10', OTEL_EXPORTER_OTLP_TIMEOUT: '200' },
    ...environment,
  });
  const spans = openSpans(traces!, log);
  const work = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, nth) =>
        inTrace({ ...startTrace(), isSampled: true, spans }, () => inSpan('work', {}, async () => nth)),
      ),
    );
  return { spans, lines, work };
};
const countLost = (lines: readonly Readonly<Record<string, unknown>>[]) =>
  lines.reduce((sum, line) => sum + Number(line.spans ?? 0), 0);

test('before a collector that never answers the work goes on, what does not fit is dropped, and all that is lost is counted', async () => {
  const collector = await startCollector(() => undefined);
  const { spans, lines, work } = open(collector.url, { OTEL_BSP_MAX_QUEUE_SIZE: '20' });
  expect(await work(100)).toHaveLength(100);
  await spans.close();
  expect(collector.spans.length).toBeLessThanOrEqual(20);
  expect(countLost(lines)).toBe(100);
});

test('a collector that is down costs the work nothing, and the loss is told', async () => {
  const { spans, lines, work } = open('http://127.0.0.1:9');
  expect(await work(5)).toEqual([0, 1, 2, 3, 4]);
  await spans.close();
  expect(countLost(lines)).toBe(5);
});

test('a span that failed tells the kind of failure, and nothing that its message names', async () => {
  const collector = await startCollector(response => response.writeHead(200).end('{}'));
  const { spans } = open(collector.url);
  const failures = [
    new AppError('FILE_CORRUPT'),
    Object.assign(new Error('connect to 203.0.113.9 of anna@example.org'), { code: 'ECONNREFUSED' }),
    new TypeError('/srv/files/passport.jpg is none'),
    '503',
  ];
  for (const failure of failures) {
    const trace = { ...startTrace(), isSampled: true, spans };
    await inTrace(trace, () => inSpan('work', {}, () => Promise.reject(failure))).catch(() => undefined);
  }
  await spans.close();
  const typeOf = ({ attributes }: SentSpan) => attributes.find(({ key }) => key === 'error.type')?.value.stringValue;
  expect(collector.spans.map(typeOf)).toEqual(['FILE_CORRUPT', 'ECONNREFUSED', 'TypeError', '503']);
  expect(JSON.stringify(collector.spans)).not.toMatch(/203\.0|anna|passport/);
});
