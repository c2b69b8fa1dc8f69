// Bytes that are not an HTTP request are refused in the envelope, and the rest of the connection is not read.
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false });
});
afterAll(() => server.stop());

async function send(bytes: string): Promise<{ head: string; body: Record<string, unknown> }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head, body: JSON.parse(body) };
}

const post = 'POST /web/udUser/userLogin HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const hidden = '0\r\n\r\nGET /readyz HTTP/1.1\r\nHost: x\r\n\r\n';

test.each([
  ['a length beside chunks', `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${hidden}`, 400],
  ['two lengths', `${post}Content-Length: 5\r\nContent-Length: 2\r\n\r\n{}`, 400],
  ['a length that is none', `${post}Content-Length: +2\r\n\r\n{}`, 400],
  ['chunks that are none', `${post}Transfer-Encoding: xchunked\r\n\r\n${hidden}`, 400],
  ['a name with a space', `${post}Content-Length : 2\r\n\r\n{}`, 400],
  ['bytes that are not HTTP', '\u0016\u0003\u0001\u0002', 400],
  ['a header without end', `GET /readyz HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
])('%s', async (_name, bytes, status) => {
  const { head, body } = await send(bytes);
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head.toLowerCase()).toContain('connection: close');
  expect(head.toLowerCase()).toContain('x-content-type-options: nosniff');
  expect(body).toMatchObject({ code: status, data: null, error: 'BAD_REQUEST', details: null });
  expect([typeof body.msg, typeof body.requestId]).toEqual(['string', 'string']);
});
