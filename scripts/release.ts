// `npm run release <version>`: gives the product a version, dates its section of CHANGELOG.md, commits, tags, and writes an archive of the source.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../checks/tree.ts';
import { datedChanges, withChartVersion, withMigrations, withVersion } from './release-files.ts';

const usage = 'npm run release <version>, such as 1.0.0 or 1.0.0-rc.1, in a clean checkout on its main branch';
const [version] = process.argv.slice(2);

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

function refuse(reason: string): never {
  console.error(`${reason}\n${usage}`);
  process.exit(1);
}

function rewrite(file: string, change: (text: string) => string): void {
  const place = path.join(root, file);
  writeFileSync(place, change(readFileSync(place, 'utf8')));
}

if (!version || !/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version)) refuse('A version is missing.');
if (run('git', 'status', '--porcelain')) refuse('The checkout has changes that are not committed.');
if (run('git', 'tag', '--list', `v${version}`)) refuse(`v${version} exists already.`);

const workspaces = ['contract', 'client', 'cli', 'engines', 'ui', 'tools', 'server', 'web'].map(
  name => `${name}/package.json`,
);
for (const file of ['package.json', 'bench/package.json', ...workspaces])
  rewrite(file, text => withVersion(text, version));
rewrite('deploy/helm/pixwright/Chart.yaml', text => withChartVersion(text, version));
rewrite('docs/backups.md', text => withMigrations(text, version));
rewrite('CHANGELOG.md', text => datedChanges(text, version, new Date()));
run('npm', 'install', '--package-lock-only', '--ignore-scripts');
run('npm', 'run', 'notice');
run('git', 'commit', '--all', '--message', `release: ${version}`);
run('git', 'tag', '--annotate', `v${version}`, '--message', `Pixwright ${version}`);
mkdirSync(path.join(root, 'dist'), { recursive: true });
const archive = `dist/pixwright-${version}.tar.gz`;
run('git', 'archive', '--format=tar.gz', `--prefix=pixwright-${version}/`, '--output', archive, `v${version}`);
console.log(
  `v${version} is committed and tagged here; its source is in ${archive}. Push the tag when .ci/run has passed.`,
);
