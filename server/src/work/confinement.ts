// The sandbox of child processes, chosen once when the server starts: the strongest that this system allows. Its parts, and the gaps on
// each system: docs/decisions/children.md.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModelFiles } from 'contract/run.ts';
import type { Logger } from 'pino';
import { type ChildAccounts, claimAccounts } from './accounts.ts';
import { type CompileCache, openCompileCache } from './compile-cache.ts';
import { type Account, makeScratch } from './scratch.ts';

const checkout = realpathSync(fileURLToPath(new URL('../../..', import.meta.url)));
const script = fileURLToPath(new URL('./confine.sh', import.meta.url));

/** Folders that a decoder has no reason to read. */
const alwaysHidden = ['/root', '/home', '/run', '/tmp', '/var/tmp', '/dev/shm', '/var/lib/pixwright', '/mnt', '/media'];
const mebibyte = 1024 * 1024;
/** Address space that V8, thread stacks and allocators reserve without filling it. */
const unfilledBytes = 1024 * mebibyte;
const maxFileBytes = 8192 * mebibyte;
const maxOpenFiles = 4096;
/** Threads count as processes. The heaviest child has some forty. */
const maxProcesses = 512;

/** A command line that runs a program inside the sandbox. */
interface Cell {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The account it runs as, when that is not the server's own account. */
  readonly account?: Account;
  /** The account's user id, where nothing else on this machine runs as it. */
  readonly ownUid?: number;
  /** Called once the process has ended. Kills everything that still runs under an account of its own. */
  readonly release: () => void;
}

export interface Confinement {
  /** The only folder in which a child can be given a writable folder. */
  readonly scratch: string;
  /** For the log: how this system is protected from its children, and which protection is missing. */
  readonly on: readonly string[];
  readonly off: readonly string[];
  /** The process must lead a process group if it is given a lifeline: a descriptor whose closing by the server ends the whole group. */
  readonly enclose: (command: readonly string[], maxBytes: number, lifeline?: number) => Cell;
}

interface Options {
  readonly scratch: string;
  /** The folder with the store and the database. */
  readonly dataFolder: string;
  /** Files outside the checkout that children read. */
  readonly readable: readonly string[];
  readonly searchPath: string;
  readonly accounts: ChildAccounts;
  readonly compileCache?: CompileCache | undefined;
  /** For servers of tests, of which a process starts hundreds: a choice that is known is not tried again. */
  readonly known?: KnownChoices | undefined;
}

/**
 * `own`: an account for each child. `bare`: the server's account, without capabilities. `none`: the server's account with all its rights.
 */
type Identity = 'own' | 'bare' | 'none';

interface Plan {
  readonly identity: Identity;
  /** Flags of `unshare`; empty where the system allows no namespaces. */
  readonly namespaces: readonly string[];
}

/** What was tried and found: the plan, undefined where none is possible, and whether it keeps children from changing compiled code. */
interface Choice {
  readonly plan: Plan | undefined;
  readonly isCodeSafe: boolean;
}

/** What servers of one process have found, by what decides it. */
export type KnownChoices = Map<string, Choice>;

/** What the sandboxes of one server share. */
interface Place {
  /** Arguments of `confine.sh`. */
  readonly walls: readonly string[];
  readonly accounts: ChildAccounts;
  readonly searchPath: string;
  readonly compileCache?: CompileCache;
}

const isRoot = process.getuid?.() === 0;

function listPlans(): Plan[] {
  // An ordinary user may make namespaces only inside a user namespace, and only where the system allows those.
  const door = isRoot ? [] : ['--user', '--map-root-user'];
  const spaces = [[...door, '--mount', '--net', '--ipc'], [...door, '--net', '--ipc'], []];
  const identities: Identity[] = isRoot ? ['own', 'bare', 'none'] : ['bare', 'none'];
  return identities.flatMap(identity => spaces.map(namespaces => ({ identity, namespaces })));
}

const isInside = (folder: string, file: string) => file === folder || file.startsWith(`${folder}${path.sep}`);

/** The outermost folder above `file` that only its owner and group may enter. */
function findClosedFolder(file: string): string | undefined {
  const parts = path.dirname(file).split(path.sep);
  const above = parts.map((_, index) => parts.slice(0, index + 1).join(path.sep) || '/');
  return above.find(folder => (statSync(folder).mode & 0o001) === 0);
}

/** The folders that `confine.sh` hides and those it leaves visible, outer folders first. */
function listWalls({ scratch, dataFolder, readable }: Options): string[] {
  const resolve = (files: readonly string[]) => [
    ...new Set(files.filter(file => existsSync(file)).map(file => realpathSync(file))),
  ];
  const seen = resolve([checkout, process.execPath, ...readable]).filter(
    (file, _, all) => !all.some(other => other !== file && isInside(other, file)),
  );
  const closed = [...seen, scratch].flatMap(file => findClosedFolder(file) ?? []);
  const hidden = resolve([...alwaysHidden, dataFolder, ...closed]);
  const isHidden = (file: string) => hidden.some(folder => isInside(folder, file));
  const walls = [
    ...hidden.map(file => ({ kind: 'hide', file })),
    // Without an account of its own, a child owns the server's files: the read-only mount is the only protection.
    ...seen.filter(file => !isRoot || isHidden(file)).map(file => ({ kind: 'show', file })),
    { kind: 'work', file: scratch },
  ].sort((a, b) => a.file.length - b.file.length);
  // A folder below a hidden one is hidden with it, unless a visible one lies between them.
  const isNeeded = ({ kind, file }: { kind: string; file: string }, at: number) =>
    kind !== 'hide' || walls.slice(0, at).findLast(outer => isInside(outer.file, file))?.kind !== 'hide';
  return walls.filter(isNeeded).map(({ kind, file }) => `${kind}:${file}`);
}

const withoutRights = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];

/** The beginning of a command line that runs the rest as this account. */
const runAs = ({ uid, gid }: Account) => ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];

/**
 * Kills all processes of an account. The kernel signals all of them at once, so none can escape by forking. Resolves once they have been
 * signalled.
 */
function endAll(account: Account, searchPath: string): Promise<void> {
  const [program = '', ...args] = [...runAs(account), 'sh', '-c', 'kill -s KILL -- -1'];
  return new Promise((resolve, reject) =>
    spawn(program, args, { env: { PATH: searchPath }, stdio: 'ignore', cwd: '/' })
      .once('exit', () => resolve())
      .once('error', reject),
  );
}

function encloseBy(
  plan: Plan,
  { walls, accounts, searchPath, compileCache }: Place,
  command: readonly string[],
  maxBytes: number,
  lifeline?: number,
): Cell {
  const { identity, namespaces } = plan;
  const account = identity === 'own' ? accounts.take() : undefined;
  // Where another server may use the same ids, processes of an account may belong to one of its children.
  const isOwn = account !== undefined && accounts.isClaimed;
  const kibibytes = (bytes: number) => String(Math.ceil(bytes / 1024));
  const limits = [kibibytes(maxBytes + unfilledBytes), kibibytes(maxFileBytes), String(maxOpenFiles)];
  const line = [
    ...(namespaces.length > 0 ? ['unshare', ...namespaces, '--'] : []),
    'sh',
    script,
    lifeline === undefined ? '-' : String(lifeline),
    isOwn ? String(account?.uid) : '-',
    ...limits,
    ...(namespaces.includes('--mount') ? walls : []),
    '--',
    // The limit counts per account, so it is set only for accounts that run nothing else.
    ...(account ? ['prlimit', `--nproc=${maxProcesses}`] : []),
    ...(account ? [...runAs(account), ...withoutRights] : []),
    ...(identity === 'bare'
      ? ['setpriv', ...(isRoot || namespaces.length > 0 ? withoutRights : ['--no-new-privs'])]
      : []),
    ...command,
  ];
  const [program = '', ...args] = line;
  // Inside a user namespace of its own, a child's user id is 0.
  compileCache?.openTo(account?.uid ?? (namespaces.includes('--user') ? 0 : (process.getuid?.() ?? 0)));
  return {
    program,
    args,
    environment: compileCache ? { NODE_COMPILE_CACHE: compileCache.folder } : {},
    ...(account && { account }),
    ...(isOwn && { ownUid: account.uid }),
    release: async () => {
      // Fails if there is no memory for another process. What was left is then killed after the next child with this account.
      if (isOwn) await endAll(account, searchPath).catch(() => undefined);
      if (account) accounts.giveBack(account);
    },
  };
}

/** Whether a program in this sandbox can read the files and write to the folders that children need. */
function isPossible(plan: Plan, place: Place, { scratch, readable, searchPath }: Options): boolean {
  const needed = [script, path.join(checkout, 'node_modules/sharp/package.json'), ...readable];
  const folder = path.join(scratch, 'probe');
  const test = ['set -e', ...needed.map((_, index) => `test -r "$${index + 3}"`), ': >"$1/file"', '"$2" --version'];
  const command = ['sh', '-c', test.join('\n'), 'sh', folder, process.execPath, ...needed];
  const { program, args, account, release } = encloseBy(plan, place, command, 1024 * mebibyte);
  mkdirSync(folder, { recursive: true });
  if (account) chownSync(folder, account.uid, account.gid);
  const { status } = spawnSync(program, args, { env: { PATH: searchPath }, stdio: 'ignore', cwd: '/' });
  release();
  rmSync(folder, { recursive: true, force: true });
  return status === 0;
}

/**
 * Whether a program in this sandbox can read the compiled code and is unable to change it. A child with all rights of the server could
 * undo its sandbox.
 */
function protectsCode(plan: Plan, place: Place, { folders }: CompileCache, searchPath: string): boolean {
  if (plan.identity === 'none') return false;
  const test = 'for folder; do test -r "$folder" && test -x "$folder" && ! test -w "$folder" || exit 1; done';
  const { program, args, release } = encloseBy(plan, place, ['sh', '-c', test, 'sh', ...folders], 1024 * mebibyte);
  const { status } = spawnSync(program, args, { env: { PATH: searchPath }, stdio: 'ignore', cwd: '/' });
  release();
  return status === 0;
}

function describePlan({ identity, namespaces }: Plan, accounts: ChildAccounts): Pick<Confinement, 'on' | 'off'> {
  const protections: (readonly [string, boolean])[] = [
    ['limits of memory, file size and open files', true],
    ['ends with the server, whatever it is doing', true],
    ['first to end when memory runs out', process.platform === 'linux'],
    ['an account for each child', identity === 'own'],
    ...(identity === 'own'
      ? [['accounts that no other server of this machine uses', accounts.isClaimed] as const]
      : []),
    ['no capabilities and no new privileges', identity !== 'none'],
    ['no network', namespaces.includes('--net')],
    ['store, database and homes hidden', namespaces.includes('--mount')],
  ];
  return {
    on: protections.filter(([, isOn]) => isOn).map(([name]) => name),
    off: protections.filter(([, isOn]) => !isOn).map(([name]) => name),
  };
}

interface Read {
  readonly models: ModelFiles;
  readonly ffmpegFolder: string | null;
  readonly ytDlpFolder: string | null;
}

/** The files outside the checkout that children read. */
export function listReadable({ models, ffmpegFolder, ytDlpFolder }: Read): string[] {
  // Networks of ncnn have their weights in files beside the one that is named.
  const weights = Object.values(models)
    .filter(file => file !== undefined)
    .map(file => (file.endsWith('.param') ? path.dirname(file) : file));
  return [
    ...weights,
    ...(ffmpegFolder === null ? [] : ['ffmpeg', 'ffprobe'].map(name => path.join(ffmpegFolder, name))),
    ...(ytDlpFolder === null ? [] : [path.join(ytDlpFolder, 'yt-dlp')]),
  ];
}

/**
 * The sandbox of this server's children, with a scratch folder and user ids of its own. `close` removes the folder and frees the ids.
 */
export async function openConfinement(
  config: Read & {
    dataFolder: string;
    searchPath: string;
    log: Logger;
    /** Absent: that of this checkout. */
    compileCache?: CompileCache | undefined;
    known?: KnownChoices;
  },
): Promise<Confinement & { close: () => void }> {
  const { dataFolder, searchPath, log, known } = config;
  const scratch = makeScratch(dataFolder);
  const readable = listReadable(config);
  const accounts = await claimAccounts();
  const compileCache = config.compileCache ?? (await openCompileCache({ log }));
  const confinement = chooseConfinement({ scratch, dataFolder, readable, searchPath, accounts, compileCache, known });
  const { on, off } = confinement;
  log.info(
    { on, off },
    off.length > 0 ? 'children are confined; not possible here is what "off" lists' : 'children are confined',
  );
  return {
    ...confinement,
    close: () => {
      rmSync(scratch, { recursive: true, force: true });
      accounts.close();
    },
  };
}

function choose(place: Place, options: Options): Choice {
  const { readable, searchPath, accounts, compileCache, known } = options;
  const decisive = JSON.stringify([
    path.dirname(options.dataFolder),
    readable,
    searchPath,
    accounts.isClaimed,
    compileCache?.folder,
  ]);
  const before = known?.get(decisive);
  if (before) return before;
  const plan = listPlans().find(candidate => isPossible(candidate, place, options));
  const found: Choice = {
    plan,
    isCodeSafe: plan !== undefined && compileCache !== undefined && protectsCode(plan, place, compileCache, searchPath),
  };
  known?.set(decisive, found);
  return found;
}

/** Tries the sandboxes that this system allows, the strongest first. `options.scratch` must exist, and other accounts must be able to enter it. */
export function chooseConfinement(options: Options): Confinement {
  const scratch = realpathSync(options.scratch);
  const { compileCache, searchPath } = options;
  const readable = [...options.readable, ...(compileCache ? [compileCache.folder] : [])];
  const walls = listWalls({ ...options, scratch, readable });
  const place = { walls, accounts: options.accounts, searchPath };
  const { plan, isCodeSafe } = choose(place, { ...options, scratch });
  if (plan) {
    const inside = { ...place, ...(isCodeSafe && { compileCache }) };
    const enclose: Confinement['enclose'] = (command, maxBytes, lifeline) =>
      encloseBy(plan, inside, command, maxBytes, lifeline);
    return { scratch, ...describePlan(plan, options.accounts), enclose };
  }
  const { on, off } = describePlan({ identity: 'none', namespaces: [] }, options.accounts);
  const enclose: Confinement['enclose'] = ([program = '', ...args]) => ({
    program,
    args,
    environment: {},
    release: () => undefined,
  });
  return { scratch, on: [], off: [...on, ...off], enclose };
}
