// `npm start`: builds the page when it is missing or older than its sources, then runs the server. Plain JavaScript, so that
// an old Node can read it far enough to say that it is too old.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `Node 24 is needed and this is ${process.version}: run "npm ci" and then "npm start", which brings its own.`,
  );
  process.exit(1);
}

const sources = ['web', 'ui', 'tools', 'contract', 'package-lock.json'];
const skipped = new Set(['dist', 'node_modules']);

/** @returns {number} the latest change below a path, in ms */
function latestChange(file) {
  const facts = statSync(file);
  if (!facts.isDirectory()) return facts.mtimeMs;
  const names = readdirSync(file).filter(name => !skipped.has(name));
  return Math.max(0, ...names.map(name => latestChange(path.join(file, name))));
}

/** @returns {boolean} whether this account may write to a folder */
function mayWrite(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const built = path.join(root, 'web', 'dist', 'index.zh.html');
const isFresh =
  existsSync(built) && statSync(built).mtimeMs > Math.max(...sources.map(name => latestChange(path.join(root, name))));
const needsPage = process.env.ROLE !== 'worker';
if (needsPage && !isFresh) {
  const dist = path.dirname(built);
  const modules = path.join(root, 'node_modules');
  // The build keeps intermediate files in node_modules.
  const closed = [existsSync(dist) ? dist : path.dirname(dist), modules].find(
    folder => existsSync(folder) && !mayWrite(folder),
  );
  if (closed) {
    const state = existsSync(built) ? 'older than its sources' : 'not built yet';
    console.error(
      `The page is ${state}, and this account may not write to ${closed}: run "npm start" once as the owner of that folder, then again as this account.`,
    );
    process.exit(1);
  }
  console.log('Building the page (once) …');
  const build = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: path.join(root, 'web'),
      stdio: 'inherit',
    },
  );
  if (build.status !== 0) process.exit(build.status ?? 1);
}

// Small nurseries and two malloc arenas keep the server's memory flat: 139 MB after 500 pictures instead of 320
// (docs/decisions/memory.md). Marking in one step halves the processor time of an upload (docs/decisions/cost-of-a-task.md).
// All of these can only be set when a process begins, so this one turns into the server.
const flags = [
  '--max-semi-space-size=4',
  '--max-old-space-size=512',
  '--no-incremental-marking',
  '--disable-warning=ExperimentalWarning',
];
const main = path.join(root, 'server/src/main.ts');
process.chdir(root);
process.removeAllListeners('warning');
process.execve(process.execPath, [process.execPath, ...flags, main], { MALLOC_ARENA_MAX: '2', ...process.env });
