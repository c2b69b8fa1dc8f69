// Node's compile cache for children: the code of child.ts and of every run, stripped of its types and compiled once. A trusted process
// fills it before any child sees a file; children only read it (docs/decisions/compile-cache.md).
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { readMessages, sendMessage, usualNiceness } from './messages.ts';

export const ownChildFile = fileURLToPath(new URL('./child.ts', import.meta.url));
/** V8 takes compiled code only from a process with the same flags. */
export const nodeOfChildren = [
  realpathSync(process.execPath),
  '--max-old-space-size=1024',
  '--disable-warning=ExperimentalWarning',
] as const;

const checkout = fileURLToPath(new URL('../../..', import.meta.url));
/** Workspaces whose code children load. */
const workspaces = ['contract', 'engines', 'tools', 'server/src'];
const maxFillingMs = 120_000;
const readableByAll = { folder: 0o755, file: 0o644 };

export interface CompileCache {
  /** The value of NODE_COMPILE_CACHE. */
  readonly folder: string;
  /** Folders above and in it; a child that could write to one of them could replace code that others run. */
  readonly folders: readonly string[];
  /** Lets processes of that user id read the cache. */
  readonly openTo: (uid: number) => void;
}

interface Options {
  readonly log: Logger;
  /** Holds a folder for each version of the code; only the current one is kept. */
  readonly root?: string;
  /** The modules compiled in addition to child.ts. */
  readonly modules?: readonly string[];
}

const listSources = (folder: string) =>
  readdirSync(path.join(checkout, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map(name => path.join(checkout, folder, name))
    .sort();

/** Modules that assignments make children load: the tools' runs, and the runs of the server itself. */
const listRuns = () =>
  ['tools', 'server/src'].flatMap(listSources).filter(file => /\/(run|.*-run)\.ts$/.test(file) && exportsRuns(file));

const exportsRuns = (file: string) => readFileSync(file, 'utf8').includes('export const runs');

/** Changes with Node, with the packages and with any file of our own: code that was compiled from others is never even looked at. */
function identify(modules: readonly string[]): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([process.version, process.arch, checkout, nodeOfChildren, modules]));
  for (const file of [path.join(checkout, 'package-lock.json'), ...workspaces.flatMap(listSources)])
    hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 32);
}

/** Loads the modules in an unconfined child and has it write down what it compiled. No visitor's file is involved. */
async function compileInto(folder: string, modules: readonly string[]): Promise<void> {
  const [program, ...flags] = nodeOfChildren;
  const child = spawn(program, [...flags, ownChildFile], {
    cwd: '/',
    env: { LANG: 'C.UTF-8', NODE_COMPILE_CACHE: folder },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const pipe = child.stdio[3] as Duplex;
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error('the compiler did not end')), maxFillingMs);
  child.once('error', reject);
  child.once('exit', (code, signal) => reject(new Error(`the compiler ended with ${signal ?? code}`)));
  pipe.on('error', reject);
  readMessages(pipe, ({ kind }) => (kind === 'ready' ? resolve() : undefined), reject);
  sendMessage(pipe, { kind: 'warm-up', modules, niceness: usualNiceness, keepsCompiled: true });
  try {
    await ready;
  } finally {
    clearTimeout(timer);
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
  }
}

/** Node makes its files readable by their owner alone. */
function letAllRead(folder: string): void {
  chmodSync(folder, readableByAll.folder);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? readableByAll.folder : readableByAll.file);
}

/** Fills a temporary folder and then renames it, so that no child ever sees half of it; of two servers that do so at once, one wins. */
async function fill(root: string, name: string, modules: readonly string[]): Promise<void> {
  mkdirSync(root, { recursive: true });
  for (const folder of [path.dirname(root), root]) chmodSync(folder, readableByAll.folder);
  for (const other of readdirSync(root))
    if (!other.startsWith(name)) rmSync(path.join(root, other), { recursive: true, force: true });
  const aside = path.join(root, `${name}~${process.pid}`);
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside);
  try {
    await compileInto(aside, modules);
    letAllRead(aside);
    renameSync(aside, path.join(root, name));
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!existsSync(path.join(root, name))) throw error;
  }
}

/** Undefined where there is none, such as in a checkout that the server cannot write to: children then compile for themselves. */
export async function openCompileCache(options: Options): Promise<CompileCache | undefined> {
  const { log, root = path.join(checkout, '.cache/compiled'), modules = listRuns() } = options;
  const name = identify(modules);
  const folder = path.join(root, name);
  try {
    if (!existsSync(folder)) await fill(root, name, modules);
    // Node names a folder after its version, the processor and the user id.
    const own = readdirSync(folder).find(entry => lstatSync(path.join(folder, entry)).isDirectory());
    if (own === undefined) throw new Error('nothing was compiled');
    const openTo = (uid: number) => {
      const link = path.join(folder, own.replace(/\d+$/, String(uid)));
      try {
        if (!existsSync(link)) symlinkSync(own, link);
      } catch (error) {
        // Another server was faster or has newer code, or the disk is full: the child works without the cache.
        log.debug({ err: error }, 'a child compiles its code itself');
      }
    };
    return { folder, folders: [path.dirname(root), root, folder, path.join(folder, own)], openTo };
  } catch (error) {
    log.info({ err: error }, 'children compile their code themselves');
    return undefined;
  }
}
