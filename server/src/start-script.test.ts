// `npm start`: what it says before it builds the page, in a checkout with little more than its scripts.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Makes a checkout without a built page, whose settings are judged by `readConfig`. */
function makeCheckout(readConfig: string): string {
  const root = mkdtempSync(path.join(tmpdir(), 'pixwright-checkout-'));
  onTestFinished(() => {
    for (const folder of ['web', 'node_modules']) chmodSync(path.join(root, folder), 0o755);
    rmSync(root, { recursive: true });
  });
  for (const folder of ['scripts', 'web', 'ui', 'tools', 'client', 'contract', 'node_modules', 'server/src'])
    mkdirSync(path.join(root, folder), { recursive: true });
  writeFileSync(path.join(root, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(root, 'package-lock.json'), '{}');
  const config = `export class ConfigError extends Error {}\nexport function readConfig() { ${readConfig} }\n`;
  writeFileSync(path.join(root, 'server/src/config.ts'), config);
  for (const script of ['start.mjs', 'build-page.mjs'])
    cpSync(new URL(`../../scripts/${script}`, import.meta.url), path.join(root, 'scripts', script));
  chmodSync(root, 0o755);
  return root;
}

const start = (root: string, account: { readonly uid?: number; readonly gid?: number } = {}) =>
  spawnSync(process.execPath, ['scripts/start.mjs'], { cwd: root, encoding: 'utf8', ...account });

test.each(['web', 'node_modules'])(
  'if the page is missing and %s is read-only, one sentence says what to do',
  closed => {
    const root = makeCheckout('return {};');
    for (const folder of ['web', 'node_modules']) chmodSync(path.join(root, folder), folder === closed ? 0o555 : 0o777);
    const isRoot = process.getuid?.() === 0;
    // Root may write everywhere.
    const { status, stdout, stderr } = start(root, isRoot ? { uid: 65_534, gid: 65_534 } : {});
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringContaining(`this account may not write to ${path.join(root, closed)}: run "npm start" once`),
    ]);
  },
);

test('wrong settings are told before the page is built', () => {
  const { status, stdout, stderr } = start(makeCheckout("throw new ConfigError('  PORT: wrong');"));
  expect([status, stdout, stderr]).toEqual([1, '', '  PORT: wrong\n']);
});
