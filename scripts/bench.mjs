// `npm run bench [names]`: installs the packages that the benches compare with (bench/package.json, a few hundred megabytes), once and
// again when their lock file changes, then runs bench/run.ts.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const lock = path.join(root, 'bench/package-lock.json');
const installed = path.join(root, 'bench/node_modules/.package-lock.json');

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
  console.log('Installing the rivals of the benches (once) …');
  run('npm', ['ci', '--prefix', 'bench', '--no-fund', '--no-audit']);
}
run(process.execPath, ['bench/run.ts', ...process.argv.slice(2)]);
