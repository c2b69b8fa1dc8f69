// The version of the product before its newest migration of tasks, in a folder of its own with the dependencies of this checkout.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { checkout } from './place.ts';

export interface OldVersion {
  readonly folder: string;
  readonly commit: string;
  /** Its newest migration, and that which it lacks. */
  readonly last: string;
  readonly next: string;
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: checkout, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** Links the packages, and copies the links to workspaces, which then lead into `folder`. */
function linkPackages(from: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(from)) {
    const source = path.join(from, name);
    const isScope = name.startsWith('@') && lstatSync(source).isDirectory();
    if (lstatSync(source).isSymbolicLink()) symlinkSync(readlinkSync(source), path.join(folder, name));
    else if (isScope) linkPackages(source, path.join(folder, name));
    else symlinkSync(source, path.join(folder, name));
  }
}

/** Undefined where the history of the checkout is missing. */
export function checkOutOld(folder: string): OldVersion | undefined {
  const migrations = readdirSync(path.join(checkout, 'server/migrations')).sort();
  const place = migrations.findLastIndex(name =>
    /alter table task\b/.test(readFileSync(path.join(checkout, 'server/migrations', name), 'utf8')),
  );
  const [last = '', next = ''] = migrations.slice(place - 1, place + 1);
  let commit: string;
  try {
    commit = git('rev-parse', `${git('log', '--diff-filter=A', '--format=%H', '--', `server/migrations/${next}`)}^`);
    mkdirSync(folder);
    const archive = path.join(folder, 'old.tar');
    git('archive', '--output', archive, commit);
    execFileSync('tar', ['-xf', archive], { cwd: folder });
    rmSync(archive);
  } catch {
    return undefined;
  }
  for (const workspace of ['.', 'server', 'cli']) {
    const modules = path.join(checkout, workspace, 'node_modules');
    if (existsSync(modules)) linkPackages(modules, path.join(folder, workspace, 'node_modules'));
  }
  return { folder, commit, last, next };
}
