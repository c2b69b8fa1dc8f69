// Adds to package-lock.json the packages for other platforms that npm omitted because it could not read them, so that `npm ci` accepts the
// lock file everywhere. Such a package is only fetched on the platform in its entry. Takes out the marks of install scripts that allowScripts
// in package.json does not allow: `npm ci` runs no script without one, whatever its version. Takes out demands for a newer Node of packages of which only
// data is read.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type AllowedScripts,
  type LockEntry,
  type LockPackages,
  listForbiddenScripts,
  listMissing,
  listNeedlessDemands,
} from '../checks/lock.ts';

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** The platform in a package's name, e.g. `binding-linux-x64-musl`; undefined if the name contains none. */
export function readPlatform(name: string): LockEntry | undefined {
  const words = name.split(/[/-]/);
  const os = systems.find(system => words.includes(system));
  const cpu = processors.find(processor => words.includes(processor));
  // WebAssembly runs on every system.
  if (!cpu || (!os && cpu !== 'wasm32')) return undefined;
  const isMusl = words.some(word => word.startsWith('musl'));
  const isGlibc = words.some(word => word.startsWith('gnu'));
  return {
    cpu: [cpu],
    ...(isMusl && { libc: ['musl'] }),
    ...(isGlibc && { libc: ['glibc'] }),
    ...(os && { os: [os] }),
  };
}

/** The packages with an entry for each missing one. Throws if a version is a range or a name contains no platform. */
export function completePackages(packages: LockPackages): LockPackages {
  const added = [...listMissing(packages)].map(([name, version]): [string, LockEntry] => {
    const platform = readPlatform(name);
    if (!platform || !/^\d+\.\d+\.\d+[\w.-]*$/.test(version))
      throw new Error(`${name}@${version} is missing, and what it is for cannot be told: install it by hand`);
    return [`node_modules/${name}`, { version, ...platform, optional: true }];
  });
  const [root, ...others] = Object.entries(packages);
  const sorted = [...others, ...added].sort(([a], [b]) => a.localeCompare(b, 'en'));
  return Object.fromEntries(root ? [root, ...sorted] : sorted);
}

export function forbidScripts(packages: LockPackages, allowed: AllowedScripts): LockPackages {
  const forbidden = new Set(listForbiddenScripts(packages, allowed));
  const withoutMark = ({ hasInstallScript: _, ...entry }: LockEntry): LockEntry => entry;
  return Object.fromEntries(
    Object.entries(packages).map(([folder, entry]) => [folder, forbidden.has(folder) ? withoutMark(entry) : entry]),
  );
}

/** Takes the version of Node out of the entries of packages of which only data is read. */
export function dropDemands(packages: LockPackages): LockPackages {
  const demanding = new Set(listNeedlessDemands(packages));
  const withoutDemand = ({ engines: _, ...entry }: LockEntry): LockEntry => entry;
  return Object.fromEntries(
    Object.entries(packages).map(([folder, entry]) => [folder, demanding.has(folder) ? withoutDemand(entry) : entry]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.dirname(path.dirname(process.argv[1]));
  const file = path.join(root, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const { allowScripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const complete = completePackages(lock.packages);
  const count = Object.keys(complete).length - Object.keys(lock.packages).length;
  const forbidden = listForbiddenScripts(complete, allowScripts);
  const demands = listNeedlessDemands(complete).length;
  const packages = dropDemands(forbidScripts(complete, allowScripts));
  if (count + forbidden.length + demands > 0)
    writeFileSync(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  console.log(
    `${count} packages for other platforms were added to package-lock.json, ${forbidden.length} scripts forbidden.`,
  );
}
