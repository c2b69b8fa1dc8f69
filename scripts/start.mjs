// `npm start`: judges the settings, builds the page if it is missing or older than its sources, and runs the server. Plain JavaScript, so that
// an old Node can parse it far enough to report that it is too old.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import buildPage from './build-page.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `Node 24 is needed and this is ${process.version}: run "npm ci" and then "npm start", which brings its own.`,
  );
  process.exit(1);
}

// TypeScript is loaded only after the version of Node was checked.
const { ConfigError, readConfig } = await import('../server/src/config.ts');
try {
  // The server reads the settings itself; here they are judged before the page is built, which takes a while.
  readConfig();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}

if (process.env.ROLE !== 'worker') buildPage();
await (await import('./install-ffmpeg.ts')).default();

// Small nurseries and two malloc arenas limit the server's memory: 139 MB after 500 pictures instead of 320 (docs/decisions/memory.md).
// Non-incremental marking halves the processor time of an upload (docs/decisions/cost-of-a-task.md). All of these can only be set when a
// process starts, so this process replaces itself with the server.
const flags = [
  '--max-semi-space-size=4',
  '--max-old-space-size=512',
  '--no-incremental-marking',
  '--disable-warning=ExperimentalWarning',
];
const main = path.join(root, 'server/src/main.ts');
process.chdir(root);
process.removeAllListeners('warning');
// npm passes signals on to the server; without npm, nothing could stop it any more.
const byNpm = process.env.npm_lifecycle_event === 'start' ? ['--ends-with-parent'] : [];
process.execve(process.execPath, [process.execPath, ...flags, main, ...byNpm], {
  MALLOC_ARENA_MAX: '2',
  ...process.env,
});
