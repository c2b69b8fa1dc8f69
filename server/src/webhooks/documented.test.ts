// The receiver's code in docs/webhooks.md is run as it stands there.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { makeSecret, readSecret, sign } from './secrets.ts';

type IsGenuine = (headers: Record<string, string | undefined>, body: string, secret: string) => boolean;

async function loadExample(): Promise<IsGenuine> {
  const page = readFileSync(fileURLToPath(new URL('../../../docs/webhooks.md', import.meta.url)), 'utf8');
  const [, code = ''] = /```ts\n([\s\S]*?)\n```/.exec(page) ?? [];
  const folder = mkdtempSync(path.join(tmpdir(), 'webhook-example-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'example.ts');
  writeFileSync(file, code);
  return ((await import(/* @vite-ignore */ pathToFileURL(file).href)) as { isGenuine: IsGenuine }).isGenuine;
}

test('it accepts what is sent and refuses what was changed, is old, or was signed with another secret', async () => {
  const isGenuine = await loadExample();
  const parts = { secret: randomBytes(32) };
  const [one, other] = [makeSecret(parts, 'a'), makeSecret(parts, 'a')];
  const keys = [one, other].map(({ sealed }) => readSecret(parts, 'a', sealed)!);
  const body = '{"type":"task.done","data":{"text":"图"}}';
  const headersOf = (timestamp: number, secrets = keys.slice(0, 1)) => ({
    'webhook-id': 'one',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': sign({ id: 'one', timestamp, body }, secrets),
  });
  const now = Math.floor(Date.now() / 1000);
  expect(isGenuine(headersOf(now), body, one.shown)).toBe(true);
  expect(isGenuine(headersOf(now, keys), body, other.shown)).toBe(true);
  expect(isGenuine(headersOf(now), body, other.shown)).toBe(false);
  expect(isGenuine(headersOf(now), `${body} `, one.shown)).toBe(false);
  expect(isGenuine({ ...headersOf(now), 'webhook-id': 'two' }, body, one.shown)).toBe(false);
  expect(isGenuine({ ...headersOf(now), 'webhook-timestamp': String(now + 1) }, body, one.shown)).toBe(false);
  expect(isGenuine(headersOf(now - 400), body, one.shown)).toBe(false);
  expect(isGenuine({}, body, one.shown)).toBe(false);
});
