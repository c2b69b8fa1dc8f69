// `npm run dev`: the server, started again when its sources change, and the page through Vite, which replaces changed modules in the browser.
// Ctrl-C stops both, and the embedded database with the server.
import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import installFfmpeg from './install-ffmpeg.ts';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folders = ['server', 'engines', 'tools', 'contract', 'content', 'web'];
/** Saving several files, or one in steps, is one change. */
const settleMs = 300;

const port = process.env.PORT ?? '8080';
const pagePort = process.env.PAGE_PORT ?? '5173';

/** Whether a program has to start again after a change of this file: it holds the file itself, or what it read from it. */
const isCode = (file: string) =>
  /\.(ts|mjs|sql|md|txt|sh)$/.test(file) &&
  !/\.test\.ts$|(^|\/)(test-|testing\/|screen)|(^|\/)node_modules\//.test(file);
const isOfServer = (file: string) => isCode(file) && !file.startsWith('web/');
/** The catalogue of the tools is read once, when Vite starts; everything else is replaced in the browser. */
const isOfVite = (file: string) =>
  /^tools\/([^/]+\/(contract|words|help)|index)\.ts$|^contract\/|^web\/(build\/|vite\.config)/.test(file) &&
  isCode(file);

interface Program {
  readonly restart: () => void;
  /** Resolves when it has ended; a second call hurries it. */
  readonly stop: () => Promise<unknown>;
}

function keepProgram(name: string, args: readonly string[], { cwd = root, env = {} }): Program {
  let isStopping = false;
  let isRestarting = false;
  let child = start();
  function start(): ChildProcess {
    // A group of its own: Ctrl-C reaches only this script, which then stops each program once.
    const started = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    started.once('exit', code => {
      if (isRestarting && !isStopping) child = start();
      else if (!isStopping) console.error(`${name} ended with ${code}; it starts again after the next change.`);
      isRestarting = false;
    });
    return started;
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    restart() {
      if (isStopping || isRestarting) return;
      if (hasEnded()) {
        child = start();
        return;
      }
      isRestarting = true;
      child.kill('SIGTERM');
    },
    stop() {
      isStopping = true;
      if (hasEnded()) return Promise.resolve();
      child.kill('SIGTERM');
      return new Promise(resolve => child.once('exit', resolve));
    },
  };
}

await installFfmpeg();
const server = keepProgram(
  'The server',
  ['--disable-warning=ExperimentalWarning', 'server/src/main.ts', '--ends-with-parent'],
  { env: { PORT: port } },
);
const vite = keepProgram(
  'Vite',
  [path.join(root, 'node_modules/vite/bin/vite.js'), '--port', pagePort, '--strictPort', '--clearScreen', 'false'],
  { cwd: path.join(root, 'web'), env: { DEVELOP_SERVER: `http://127.0.0.1:${port}` } },
);

const changed = new Set<string>();
let timer: NodeJS.Timeout | undefined;
function restartChanged(): void {
  const files = [...changed];
  changed.clear();
  const ofServer = files.find(isOfServer);
  if (ofServer) console.log(`${ofServer} changed: the server starts again.`);
  if (ofServer) server.restart();
  if (files.some(isOfVite)) vite.restart();
}
for (const folder of folders)
  watch(path.join(root, folder), { recursive: true }, (_event, name) => {
    if (!name) return;
    changed.add(`${folder}/${name}`);
    clearTimeout(timer);
    timer = setTimeout(restartChanged, settleMs);
  });

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, async () => {
    clearTimeout(timer);
    await Promise.all([server.stop(), vite.stop()]);
    process.exit(0);
  });
