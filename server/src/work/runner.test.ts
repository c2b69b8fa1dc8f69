// One suite for every kind of runner: a child, a program that a child starts, and a model server end in the same ways.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlOf, openCells } from '../../testing/cells.ts';
import { tinyPng } from '../../testing/pictures.ts';
import type { Pool } from './pool.ts';
import { createRemote } from './remote.ts';
import { type RunControl, RunFault, type Runner, Stopped } from './runner.ts';

const module = new URL('../../testing/naughty-runs.ts', import.meta.url).href;
const kinds = ['child', 'program', 'remote'] as const;

let cells: Awaited<ReturnType<typeof openCells>>;
let runners: Record<(typeof kinds)[number], Runner>;
let pool: Pool;
let modelServer: Server;
let asked: { authorization: string | undefined; body: string }[] = [];

/** A model server that streams its answer as events. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += chunk;
  asked.push({ authorization: request.headers.authorization, body });
  const mode = request.url?.slice(1);
  if (mode === 'refuse') return void response.writeHead(422).end('{"error":"no"}');
  if (mode === 'fail') return void response.writeHead(302, { location: '/work' }).end();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('event: progress\ndata: {"fraction":0.5}\n\n');
  if (mode === 'crash') return void setImmediate(() => response.destroy());
  if (mode === 'flood') {
    const more = () => void (response.destroyed || response.write('x'.repeat(1024 * 1024), more));
    return more();
  }
  if (mode === 'work') {
    response.write('data: {"partial":"a "}\n\ndata: {"partial":"house"}\n\n');
    response.end(`data: ${JSON.stringify({ file: tinyPng.toString('base64') })}\n\ndata: [DONE]\n\n`);
  }
}

beforeAll(async () => {
  cells = await openCells();
  modelServer = createServer((request, response) => void answer(request, response));
  await new Promise<void>(resolve => modelServer.listen(0, '127.0.0.1', resolve));
  const { port } = modelServer.address() as AddressInfo;
  pool = cells.openPool({}, null);
  const remote = createRemote({ test: { url: `http://127.0.0.1:${port}`, key: 'the key' } });
  runners = { child: pool, program: pool, remote };
});
afterAll(async () => {
  await pool.close();
  cells.close();
  modelServer.closeAllConnections();
  modelServer.close();
});

describe.each(kinds)('a run of the kind %s', kind => {
  const run = (mode: string, control: Partial<RunControl> = {}) =>
    runners[kind].run(cells.assign({ module, call: kind, options: { mode } }), controlOf(control));

  test('reports its progress and returns files in its folder', async () => {
    const heard: number[] = [];
    const assignment = cells.assign({ module, call: kind, options: { mode: 'work' } });
    const output = await runners[kind].run(assignment, controlOf({ onProgress: percent => heard.push(percent) }));
    expect(heard).toEqual([50]);
    expect(output.files).toMatchObject([{ name: 'result.png', type: 'png' }]);
    expect(output.files[0]?.path.startsWith(assignment.folder)).toBe(true);
    expect(readFileSync(output.files[0]?.path ?? '')).toEqual(tinyPng);
  });

  test('is stopped while it works', async () => {
    const stop = new AbortController();
    const ended = run('hang', { signal: stop.signal, onProgress: () => stop.abort() });
    await expect(ended).rejects.toBeInstanceOf(Stopped);
  });

  test('does not start when it was stopped before', async () => {
    await expect(run('work', { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(Stopped);
  });

  test('ends at its deadline', async () => {
    await expect(run('hang', { deadlineMs: 1000 })).rejects.toMatchObject({ code: 'DEADLINE' });
  });

  test.each(['crash', 'fail'])('is a fault when it fails (%s)', async mode => {
    await expect(run(mode)).rejects.toBeInstanceOf(RunFault);
  });

  test('refuses with a code and details', async () => {
    await expect(run('refuse')).rejects.toMatchObject({ code: 'FILE_CORRUPT', details: { why: 'refused' } });
  });

  test.runIf(kind !== 'child')('is a fault when its output never ends', async () => {
    await expect(run('flood')).rejects.toBeInstanceOf(RunFault);
  });
});

test('a model server receives the key, and its pieces are joined', async () => {
  asked = [];
  const output = await runners.remote.run(
    cells.assign({ module, call: 'remote', options: { mode: 'work' } }),
    controlOf(),
  );
  expect(output.text).toBe('a house');
  expect(asked).toEqual([{ authorization: 'Bearer the key', body: '{"prompt":"a house"}' }]);
});
