// The program with an API key: where the key comes from, what costs something, and refusals with their exit codes.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type LoggedIn, logInAs } from 'server/testing/accounts.ts';
import { makeApiKey } from 'server/testing/api-keys.ts';
import { give, ownedBy } from 'server/testing/money.ts';
import { makeBmp } from 'server/testing/pictures.ts';
import { startTestServer, type TestServer } from 'server/testing/server.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runProgram } from '../testing/run-program.ts';

let server: TestServer;
let cwd: string;
let person: LoggedIn;
let key: string;
let lastMobile = 13_900_000_000;
beforeAll(async () => {
  server = await startTestServer({ environment: { MEMBERSHIP: 'on' } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  cwd = mkdtempSync(path.join(tmpdir(), 'pixwright-cli-'));
  person = await logInAs(server, String(++lastMobile));
  await give(server, person, { uses: 5, term: { days: 30 } });
  ({ key } = await makeApiKey(server, person, { perMinute: 6000 }));
  return () => rmSync(cwd, { recursive: true });
});

const run = (args: readonly string[], env: Record<string, string> = {}, stdin = '') =>
  runProgram(args, { cwd, env: { PIXWRIGHT_SERVER: server.url, PIXWRIGHT_KEY: key, ...env }, stdin });
const write = (name: string, bytes: Uint8Array) => writeFileSync(path.join(cwd, name), bytes);
const tasksOf = async ({ user }: LoggedIn) =>
  Number(
    (await server.postgres.pool.query('select count(*) from task where owner = $1', [`account:${user.id}`])).rows[0]
      .count,
  );
const negative = ['filter', 'a.bmp', 'b.bmp', '--filter-type', 'negative', '--format', 'png', '-o', 'out'];

test('a run with a price is told and refused without --yes, and paid once with it', async () => {
  write('a.bmp', makeBmp(16, 16));
  write('b.bmp', makeBmp(17, 16));
  const refused = await run(negative);
  expect([refused.code, refused.err]).toEqual([4, expect.stringContaining('2 files will cost up to 2 uses')]);
  expect([await tasksOf(person), await ownedBy(server, person)]).toEqual([0, [5, 0, 0, 0]]);
  const agreed = await run([...negative, '--yes']);
  expect(agreed.code).toBe(0);
  expect(await ownedBy(server, person)).toEqual([3, 0, 0, 0]);
  const names = readdirSync(path.join(cwd, 'out')).sort();
  expect(names).toEqual([expect.stringMatching(/^a.*\.png$/), expect.stringMatching(/^b.*\.png$/)]);
  // Paid results have their size, and the looks of the filter.
  const { data, info } = await sharp(path.join(cwd, 'out', names[0]!))
    .removeAlpha()
    .raw()
    .toBuffer({
      resolveWithObject: true,
    });
  expect([info.width, info.height]).toEqual([16, 16]);
  // The top left pixel of the picture is nearly black.
  expect(Math.min(...data.subarray(0, 2))).toBeGreaterThan(150);
});

test('a price that depends on the file is told after it was sent', async () => {
  write(
    'a.png',
    await sharp({ create: { width: 32, height: 32, channels: 3, background: '#808080' } })
      .png()
      .toBuffer(),
  );
  const { code, err } = await run(['enlarge', 'a.png', '--upscale', '2']);
  expect([code, err]).toEqual([4, expect.stringMatching(/1 file will cost up to \d+ uses?/)]);
  expect(await tasksOf(person)).toBe(0);
});

test('who cannot pay learns it before anything is run', async () => {
  const poor = await logInAs(server, String(++lastMobile));
  const { key: poorKey } = await makeApiKey(server, poor);
  write('a.bmp', makeBmp(16, 16));
  write('b.bmp', makeBmp(17, 16));
  const { code, err } = await run([...negative, '--yes'], { PIXWRIGHT_KEY: poorKey });
  expect([code, err]).toEqual([4, expect.stringContaining('preview')]);
  expect(await tasksOf(poor)).toBe(0);
});

test.each([
  ['unknown', {}, 'KEY_INVALID'],
  ['too narrow', { scopes: ['tools:compress', 'tasks:read'] }, 'KEY_SCOPE'],
  ['without tasks:read', { scopes: ['tools:*'] }, 'KEY_SCOPE'],
])('a key that is %s: exit code 3', async (kind, fields, error) => {
  write('a.bmp', makeBmp(8, 8));
  const own = kind === 'unknown' ? `pxk_${'A'.repeat(43)}` : (await makeApiKey(server, person, fields)).key;
  const { code, err } = await run(['convert', 'a.bmp', '--format', 'png'], { PIXWRIGHT_KEY: own });
  expect([code, err]).toEqual([3, expect.stringContaining(error)]);
});

test('a server that is not there: exit code 5', async () => {
  write('a.bmp', makeBmp(8, 8));
  const env = { PIXWRIGHT_SERVER: 'http://127.0.0.1:1' };
  const { code } = await run(['convert', 'a.bmp', '--format', 'png', '--timeout', '1'], env);
  expect(code).toBe(5);
});

test('login checks the key and keeps it for the owner alone; it is sent to no other server', async () => {
  write('a.bmp', makeBmp(8, 8));
  const env = { PIXWRIGHT_KEY: '', PIXWRIGHT_SERVER: '' };
  const wrong = await run(['login', '--server', server.url], env, `pxk_${'A'.repeat(43)}\n`);
  expect(wrong.code).toBe(3);
  expect((await run(['login', '--server', server.url], env, 'password\n')).code).toBe(2);
  const right = await run(['login', '--server', server.url], env, `${key}\n`);
  expect([right.code, right.out]).toEqual([0, '']);
  const file = path.join(cwd, '.config/pixwright/config.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain(key);
  expect((await run(['convert', 'a.bmp', '--format', 'png'], env)).code).toBe(0);
  expect(await tasksOf(person)).toBe(1);
  // The same server by another name is another server.
  const other = server.url.replace('127.0.0.1', 'localhost');
  expect((await run(['convert', 'a.bmp', '--format', 'png', '--server', other], env)).code).toBe(0);
  expect(await tasksOf(person)).toBe(1);
  expect((await run(['logout'], env)).code).toBe(0);
  expect((await run(['convert', 'a.bmp', '--format', 'png'], env)).code).toBe(2);
});
