// Builds the page if it is missing or older than its sources. Plain JavaScript, like `npm start`.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const sources = ['web', 'ui', 'tools', 'client', 'contract', 'package-lock.json'];
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

/** Builds the page unless it is up to date; if that fails, prints the reason and exits. */
export default function buildPage() {
  const dist = path.join(root, 'web', 'dist');
  const built = path.join(dist, 'index.zh.html');
  const isBuilt = existsSync(built);
  const changedAt = Math.max(...sources.map(name => latestChange(path.join(root, name))));
  if (isBuilt && statSync(built).mtimeMs > changedAt) return;
  const modules = path.join(root, 'node_modules');
  // The build keeps intermediate files in node_modules.
  const closed = [existsSync(dist) ? dist : path.dirname(dist), modules].find(
    folder => existsSync(folder) && !mayWrite(folder),
  );
  if (closed) {
    const state = isBuilt ? 'older than its sources' : 'not built yet';
    console.error(
      `The page is ${state}, and this account may not write to ${closed}: run "npm start" once as the owner of that folder, then again as this account.`,
    );
    process.exit(1);
  }
  console.log('Building the page (once) …');
  const vite = path.join(modules, 'vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: path.join(root, 'web'),
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
