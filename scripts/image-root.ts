// Follows the steps of the Dockerfile in folders, for a machine without a container engine: each stage becomes a root file system in which its
// commands run by chroot. Needs root, debootstrap, and Debian's mirror as apt knows it.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { environmentOf, type Stage, type Step, stepsOf } from './dockerfile.ts';

const checkout = path.dirname(import.meta.dirname);

const run = (program: string, args: readonly string[], options: { input?: string } = {}) =>
  execFileSync(program, args, {
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'inherit', 'inherit'],
    ...options,
  });

/** Settings of this machine that commands in a build may need, and that stay out of the image. */
const borrowed = [
  '/etc/resolv.conf',
  '/etc/hosts',
  '/etc/ssl/certs',
  '/etc/apt/sources.list.d',
  '/etc/apt/apt.conf.d',
  '/usr/share/keyrings',
  '/root/.npmrc',
];
const passedOn = /^(https?_proxy|no_proxy|npm_config_.*|NODE_EXTRA_CA_CERTS|MODELS_MIRROR)$/i;

/** What `node:24-bookworm-slim` is, made of Debian's packages, this checkout's Node and this machine's npm. */
function makeBase(root: string): void {
  if (existsSync(path.join(root, 'made'))) return;
  rmSync(root, { recursive: true, force: true });
  mkdirSync(path.dirname(root), { recursive: true });
  run('debootstrap', ['--variant=minbase', 'bookworm', root]);
  for (const name of ['doc', 'man', 'locale', 'info'])
    rmSync(path.join(root, 'usr/share', name), { recursive: true, force: true });
  for (const name of ['var/cache/apt', 'var/lib/apt/lists'])
    rmSync(path.join(root, name), { recursive: true, force: true });
  cpSync(path.join(checkout, 'node_modules/node/bin/node'), path.join(root, 'usr/local/bin/node'), {
    dereference: true,
  });
  const npm = path.dirname(
    path.dirname(execFileSync('sh', ['-c', 'readlink -f "$(command -v npm)"'], { encoding: 'utf8' }).trim()),
  );
  mkdirSync(path.join(root, 'usr/local/lib/node_modules'), { recursive: true });
  run('cp', ['-a', npm, path.join(root, 'usr/local/lib/node_modules/npm')]);
  run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', path.join(root, 'usr/local/bin/npm')]);
  run('chroot', [root, 'useradd', '--uid', '1000', '--create-home', 'node']);
  writeFileSync(path.join(root, 'made'), '');
}

export interface Inside {
  readonly root: string;
  readonly folder: string;
  readonly user: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The words of a program that runs in a root file system with /proc and /dev, which end with it. */
export function enter(
  { root, folder, user, environment }: Inside,
  words: readonly string[],
  borrows: readonly string[] = [],
): string[] {
  const settings = Object.entries({ PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...environment });
  const script = [
    'set -e',
    'mount --bind "$1" "$1"',
    'mount -t proc proc "$1/proc"',
    'mount --rbind /dev "$1/dev"',
    'mount -t tmpfs tmpfs "$1/tmp" && chmod 1777 "$1/tmp"',
    ...borrows.map(file => `[ ! -e ${file} ] || [ ! -e "$1${file}" ] || mount --bind ${file} "$1${file}"`),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell reads it, not this program.
    'exec chroot --userspec="$2" "$1" env -i -C "$3" "${@:4}"',
  ].join('\n');
  const own = settings.map(([name, value]) => `${name}=${value}`);
  return [
    'unshare',
    '--mount',
    '--propagation=private',
    'bash',
    '-c',
    script,
    'bash',
    root,
    user,
    folder,
    ...own,
    ...words,
  ];
}

/** Whether a .dockerignore leaves a file out. */
export function ignoresOf(text: string): (file: string) => boolean {
  const patterns = text.split('\n').filter(line => line && !line.startsWith('#'));
  return file => patterns.some(pattern => path.matchesGlob(file, pattern) || path.matchesGlob(file, `${pattern}/**`));
}

/** Files that a step copies from the checkout: what git knows, without what .dockerignore names. */
function listContext(): string[] {
  const isIgnored = ignoresOf(readFileSync(path.join(checkout, '.dockerignore'), 'utf8'));
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', words, { cwd: checkout, encoding: 'utf8', maxBuffer: 1 << 26 });
  return listed.split('\0').filter(file => file && !isIgnored(file) && existsSync(path.join(checkout, file)));
}

class Builder {
  readonly #stages: readonly Stage[];
  readonly #work: string;
  readonly #context = listContext();

  constructor(stages: readonly Stage[], work: string) {
    this.#stages = stages;
    this.#work = work;
  }

  rootOf(name: string): string {
    return path.join(this.#work, name.replaceAll(/[:/]/g, '-'));
  }

  build(name: string): string {
    const root = this.rootOf(name);
    const stage = this.#stages.find(each => each.name === name);
    if (!stage) {
      makeBase(root);
      return root;
    }
    if (existsSync(root)) return root;
    const base = this.build(stage.base);
    for (const step of stage.steps) if (step.kind === 'COPY' && step.from) this.build(step.from);
    console.log(`\n== ${name}, on ${stage.base}`);
    const aside = `${root}.partial`;
    rmSync(aside, { recursive: true, force: true });
    run('cp', ['-a', base, aside]);
    const before = stepsOf(this.#stages, stage.base);
    for (const [at, step] of stage.steps.entries()) this.#do(step, aside, [...before, ...stage.steps.slice(0, at)]);
    run('mv', [aside, root]);
    return root;
  }

  #do(step: Step, root: string, before: readonly Step[]): void {
    const { folder, user } = placeOf(before);
    if (step.kind === 'WORKDIR') mkdirSync(path.join(root, step.value), { recursive: true });
    if (step.kind === 'COPY')
      this.#copy(step, path.join(root, path.resolve('/', folder, step.target)), step.target.endsWith('/'));
    if (step.kind !== 'RUN') return;
    console.log(`   ${step.command}`);
    const borrowedValues = Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name)));
    const environment = {
      HOME: user === '0:0' ? '/root' : '/tmp',
      DEBIAN_FRONTEND: 'noninteractive',
      ...borrowedValues,
      ...environmentOf(before),
    };
    for (const file of borrowed) lay(root, file);
    const [program = '', ...args] = enter(
      { root, folder, user, environment } as Inside,
      ['sh', '-c', step.command],
      borrowed,
    );
    run(program, args);
  }

  #copy({ from, sources }: Extract<Step, { kind: 'COPY' }>, target: string, isFolder: boolean): void {
    if (isFolder || sources.length > 1) mkdirSync(target, { recursive: true });
    for (const source of sources) {
      if (from)
        run('sh', [
          '-c',
          'if [ -d "$1" ]; then cp -a "$1/." "$2"; else cp -a "$1" "$2"; fi; chown -R 0:0 "$2"',
          'sh',
          path.join(this.rootOf(from), source),
          target,
        ]);
      else this.#copyContext(source, target);
    }
  }

  #copyContext(source: string, target: string): void {
    const prefix = source === '.' ? '' : source;
    const files = this.#context.filter(file =>
      prefix === '' || prefix.endsWith('/') ? file.startsWith(prefix) : file === prefix,
    );
    if (files.length === 0) throw new Error(`COPY ${source}: there is no such file`);
    for (const file of files) {
      const name = prefix === '' || prefix.endsWith('/') ? file.slice(prefix.length) : path.basename(file);
      cpSync(path.join(checkout, file), path.join(target, name), { preserveTimestamps: true });
    }
  }
}

/** A file or folder to mount over must be there; it stays empty in the image. */
function lay(root: string, file: string): void {
  const place = path.join(root, file);
  if (existsSync(place) || !existsSync(file)) return;
  mkdirSync(path.dirname(place), { recursive: true });
  run('sh', ['-c', 'if [ -d "$1" ]; then mkdir -p "$2"; else : > "$2"; fi', 'sh', file, place]);
}

/** Where and as whom the next command runs. */
export function placeOf(steps: readonly Step[]): Pick<Inside, 'folder' | 'user'> {
  const last = (kind: Step['kind']) =>
    steps.findLast((step): step is Extract<Step, { value: string }> => step.kind === kind)?.value;
  return { folder: last('WORKDIR') ?? '/', user: last('USER') ?? '0:0' };
}

/** Makes a stage, and those that it needs, in a folder; those that are there are kept. Returns its root. */
export const buildStage = (stages: readonly Stage[], name: string, work: string): string =>
  new Builder(stages, work).build(name);
