// Requests to model servers on behalf of children: which files may leave the machine, and how stalled or flooding servers are handled.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ServerQuestion } from 'contract/run.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AskedServers, askServer } from './ask-server.ts';

const root = mkdtempSync(path.join(tmpdir(), 'ask-'));
const folder = path.join(root, 'out');
let server: Server;
let servers: AskedServers;
let asked = 0;
let mode: 'echo' | 'stall' | 'flood' = 'echo';

beforeAll(async () => {
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'piece.wav'), 'sound');
  writeFileSync(path.join(root, 'secret'), 'not yours');
  symlinkSync(path.join(root, 'secret'), path.join(folder, 'link.wav'));
  writeFileSync(path.join(folder, 'huge.wav'), '');
  truncateSync(path.join(folder, 'huge.wav'), 64 * 1024 * 1024);
  server = createServer((request, response) => {
    asked++;
    request.resume();
    if (mode === 'echo') response.end('{"text":"hi"}');
    if (mode === 'flood') {
      const more = () => void (response.destroyed || response.write('x'.repeat(1024 * 1024), more));
      more();
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/audio/transcriptions`;
  servers = { speech: { url, key: 'k', fields: { model: 'm' } } };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(root, { recursive: true });
});

const ask = (name: string, { limitMs = 60_000, ...changes }: Partial<ServerQuestion> & { limitMs?: number } = {}) => {
  const file = { field: 'file', path: path.join(folder, name), name: 'a.wav', contentType: 'audio/wav' };
  const asker = { folder, account: undefined, signal: new AbortController().signal };
  return askServer(servers, { server: 'speech', fields: [], file, ...changes }, asker, limitMs);
};

describe('a file to be sent', () => {
  test('is sent when it is a regular file of the run', async () => {
    mode = 'echo';
    expect(await ask('piece.wav')).toEqual({ status: 200, body: '{"text":"hi"}' });
  });

  test.each(['link.wav', '../secret', 'huge.wav', 'missing.wav', '.'])('%s stays here', async name => {
    const before = asked;
    await expect(ask(name)).rejects.toThrow();
    expect(asked).toBe(before);
  });

  test('is not sent when no such server is configured', async () => {
    await expect(askServer({}, { server: 'speech', fields: [], file: {} as never }, {} as never)).rejects.toThrow(
      'no model server is called speech',
    );
  });
});

describe('a server', () => {
  test.each(['stall', 'flood'] as const)('that is to %s counts as not reached', async how => {
    mode = how;
    expect(await ask('piece.wav', { limitMs: how === 'stall' ? 300 : 60_000 })).toMatchObject({ status: 0 });
  });
});
