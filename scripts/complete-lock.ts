// Adds to package-lock.json the packages for other platforms that npm omitted because it could not read them, so that `npm ci` accepts the
// lock file everywhere. Such a package is only fetched on the platform in its entry.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LockEntry, type LockPackages, listMissing } from '../checks/lock.ts';

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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = path.join(path.dirname(path.dirname(process.argv[1])), 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const packages = completePackages(lock.packages);
  const count = Object.keys(packages).length - Object.keys(lock.packages).length;
  if (count > 0) writeFileSync(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  console.log(`${count} packages for other platforms were added to package-lock.json.`);
}
