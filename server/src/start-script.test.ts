// `npm start` by an account that may not write to the checkout.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test.each(['web', 'node_modules'])(
  'if the page is missing and %s is read-only, one sentence says what to do',
  closed => {
    const root = mkdtempSync(path.join(tmpdir(), 'pixwright-checkout-'));
    onTestFinished(() => {
      chmodSync(path.join(root, closed), 0o755);
      rmSync(root, { recursive: true });
    });
    for (const folder of ['scripts', 'web', 'ui', 'tools', 'contract', 'node_modules'])
      mkdirSync(path.join(root, folder));
    writeFileSync(path.join(root, 'package-lock.json'), '{}');
    for (const script of ['start.mjs', 'build-page.mjs'])
      cpSync(new URL(`../../scripts/${script}`, import.meta.url), path.join(root, 'scripts', script));
    chmodSync(root, 0o755);
    for (const folder of ['web', 'node_modules']) chmodSync(path.join(root, folder), folder === closed ? 0o555 : 0o777);
    const isRoot = process.getuid?.() === 0;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs'], {
      cwd: root,
      encoding: 'utf8',
      // Root may write everywhere.
      ...(isRoot && { uid: 65_534, gid: 65_534 }),
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringContaining(`this account may not write to ${path.join(root, closed)}: run "npm start" once`),
    ]);
  },
);
