// Links in responses use the request's Host header if it is a valid address.
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false });
});
afterAll(() => server.stop());

/** The URL of the sandbox's WeChat page, for a request with this Host header. */
const askAs = (host: string) =>
  new Promise<{ error?: string; data: { url: string } | null }>((resolve, reject) => {
    const asked = request(`${server.url}/web/ucenter/wx/tologin`, { headers: { host } }, reply =>
      json(reply).then(body => resolve(body as never), reject),
    );
    asked.on('error', reject).end();
  });

test.each(['pictures.example', 'pictures.example:8080', '[::1]:8080', '192.168.1.9:80', 'my_container'])(
  '%s',
  async host => {
    expect((await askAs(host)).data?.url).toContain(new URL(`http://${host}`).origin);
  },
);

test.each(['x:99999', '1.2.3.4.5', '256.256.256.256', '"><script>', 'user:pw@x', 'x/../y', '[zz]'])(
  'not an address: %s',
  async host => {
    const { error, data } = await askAs(host);
    expect([error, data?.url.startsWith('http://localhost:')]).toEqual([undefined, true]);
  },
);
