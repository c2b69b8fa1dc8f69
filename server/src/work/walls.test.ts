// What a program inside the sandbox can read and write: made-up folders of a server, looked at by a shell that runs as a child would.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { type ChildAccounts, claimAccounts } from './accounts.ts';
import { chooseConfinement, listReadable, openConfinement } from './confinement.ts';

const isRootOnLinux = process.getuid?.() === 0 && process.platform === 'linux';
const searchPath = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';
const gibibyte = 1024 ** 3;
const hiding = 'store, database and homes hidden';

function write(file: string, text = 'text'): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** Weights of a model in a folder that only root may enter, beside files that no child needs, and a data folder. */
function makeServer() {
  const folder = makeTestFolder('pixwright-walls-');
  const dataFolder = path.join(folder, 'data');
  const scratch = path.join(dataFolder, 'scratch', 'own');
  mkdirSync(scratch, { recursive: true, mode: 0o711 });
  const closed = path.join(folder, 'closed');
  const weights = write(path.join(closed, 'models', 'weights', 'net.bin'));
  const files = {
    weights,
    besideWeights: write(path.join(closed, 'models', 'others.bin')),
    inClosed: write(path.join(closed, 'letters.txt')),
    inData: write(path.join(dataFolder, 'objects', 'picture.png')),
    code: path.join(import.meta.dirname, 'confine.sh'),
    system: '/etc/passwd',
  };
  chmodSync(closed, 0o700);
  return { folder, dataFolder, scratch, closed, files };
}
type Made = ReturnType<typeof makeServer>;

/** Among all servers of this machine: a test kills what runs under its accounts. */
async function claim(): Promise<ChildAccounts> {
  const accounts = await claimAccounts();
  onTestFinished(() => accounts.close());
  return accounts;
}

async function choose(
  { dataFolder, scratch, files }: Made,
  changes: Partial<Parameters<typeof chooseConfinement>[0]> = {},
) {
  // Named twice, once by its folder, and one that is not there.
  const readable = [files.weights, path.dirname(files.weights)];
  return chooseConfinement({ scratch, dataFolder, readable, searchPath, accounts: await claim(), ...changes });
}

type Confinement = Awaited<ReturnType<typeof choose>>;

/** Runs a shell as a child would run, and returns what it printed. */
function runShell({ enclose }: Confinement, script: string, given: readonly string[] = [], programs = searchPath) {
  const { program, args, release } = enclose(['sh', '-c', script, 'sh', ...given], gibibyte);
  const { stdout, stderr, status } = spawnSync(program, args, { env: { PATH: programs }, encoding: 'utf8', cwd: '/' });
  release();
  expect([stderr, status]).toEqual(['', 0]);
  return stdout;
}

/** Of each file whether a child can write to it, or read it, or sees that it exists. */
const lookScript = `for file; do
  if [ ! -e "$file" ]; then echo hidden
  elif (: >>"$file") 2>/dev/null; then echo written
  elif cat "$file" >/dev/null 2>&1; then echo read
  else echo seen; fi
done`;
const nameAnswers = (files: Readonly<Record<string, string>>, said: string) =>
  Object.fromEntries(Object.keys(files).map((name, at) => [name, said.trim().split('\n')[at]]));
const look = (confinement: Confinement, files: Readonly<Record<string, string>>, programs = searchPath) =>
  nameAnswers(files, runShell(confinement, lookScript, Object.values(files), programs));

const nothingBeside = { besideWeights: 'hidden', inClosed: 'hidden', inData: 'hidden' };
const needed = { weights: 'read', code: 'read', system: 'read' };

test.runIf(isRootOnLinux)(
  'a child reads the files it needs, though they lie in a closed folder, and nothing beside them',
  async () => {
    const made = makeServer();
    const confinement = await choose(made);
    if (!confinement.on.includes(hiding)) return;
    expect(confinement.off).toEqual([]);
    expect(look(confinement, made.files)).toEqual({ ...needed, ...nothingBeside });
    expect(readdirSync(made.scratch)).toEqual([]);
    // The child's account could not change the weights anyway; the account of a server that is not root could.
    const shown = runShell(confinement, 'cat /proc/self/mountinfo').split('\n');
    const modeOf = (folder: string) =>
      shown.flatMap(line => (line.split(' ')[4] === folder ? [line.split(' ')[5]!.slice(0, 2)] : []));
    expect([path.dirname(made.files.weights), made.scratch].map(modeOf)).toEqual([['ro'], ['rw']]);
  },
);

test.runIf(isRootOnLinux)(
  'a data folder inside a folder that children read is hidden, and its scratch folder is not',
  async () => {
    const made = makeServer();
    chmodSync(made.closed, 0o755);
    const confinement = await choose(made, { readable: [made.folder] });
    if (!confinement.on.includes(hiding)) return;
    expect(look(confinement, { ...made.files, scratch: made.scratch })).toMatchObject({
      ...{ weights: 'read', besideWeights: 'read', inData: 'hidden', scratch: 'seen' },
    });
  },
);

/** A folder for PATH in which `unshare` refuses what a system may refuse. */
function refuseNamespaces(folder: string, refused: string): string {
  const own = write(
    path.join(folder, 'bin', 'unshare'),
    `#!/bin/sh\nfor flag; do [ "$flag" != ${refused} ] || exit 1; done\nPATH=${searchPath} exec unshare "$@"\n`,
  );
  chmodSync(own, 0o755);
  return `${path.dirname(own)}:${searchPath}`;
}

test.runIf(isRootOnLinux)(
  'where the system allows no mounts, a child has an account and no network, or without an account no rights',
  async () => {
    const made = makeServer();
    const programs = refuseNamespaces(made.folder, '--mount');
    const open = await choose(made, { searchPath: programs, readable: [] });
    if (!open.on.includes('no network')) return;
    expect(open.off).toEqual([hiding]);
    expect(look(open, made.files, programs)).toEqual({
      ...needed,
      weights: 'hidden',
      ...nothingBeside,
      inData: 'read',
    });
    expect(runShell(open, 'cat /proc/net/dev', [], programs).match(/\w+(?=:)/g)).toEqual(['lo']);
    // No other account may enter the folder of the weights.
    const closed = await choose(made, { searchPath: programs });
    expect(closed.off).toEqual(['an account for each child', hiding]);
    const status = runShell(closed, 'cat /proc/self/status', [], programs);
    for (const line of [/^Uid:\t0\t/m, /^CapEff:\t0+$/m, /^CapBnd:\t0+$/m, /^NoNewPrivs:\t1$/m])
      expect(status).toMatch(line);
  },
);

test.runIf(isRootOnLinux)(
  'the end of a child ends what its account left behind, unless another server may use that account',
  async () => {
    for (const isClaimed of [true, false]) {
      const claimed = await claim();
      const given: unknown[] = [];
      const giveBack: typeof claimed.giveBack = account => void given.push(account);
      const accounts = { ...claimed, giveBack, isClaimed };
      const { enclose, on } = await choose(makeServer(), { accounts });
      expect(on.includes('accounts that no other server of this machine uses')).toBe(isClaimed);
      const { account, ownUid, release } = enclose(['true'], gibibyte);
      expect(ownUid).toBe(isClaimed ? account!.uid : undefined);
      const left = spawn('sleep', ['600'], { ...account, stdio: 'ignore', detached: true });
      onTestFinished(() => void left.kill('SIGKILL'));
      const ended = once(left, 'exit');
      await release();
      if (isClaimed) expect(await ended).toEqual([null, 'SIGKILL']);
      else expect(left.exitCode ?? left.signalCode).toBeNull();
      // And so is that of the program which tried the sandbox.
      await expect.poll(() => given.length, { timeout: 10_000 }).toBe(2);
      expect(given).toContainEqual(account);
    }
  },
);

const nobody = 65_534;

/** What a server that is not root would choose with each of these paths of programs, and what a child then sees of the files. */
function chooseAsNobody({ dataFolder, scratch, files, folder }: Made, paths: readonly string[]) {
  const code = path.join(folder, 'code');
  mkdirSync(code, { recursive: true });
  const options = { scratch, dataFolder, readable: [files.weights] };
  const command = ['sh', '-c', lookScript, 'sh', ...Object.values(files)];
  const source = `
    import { chooseConfinement } from ${JSON.stringify(new URL('./confinement.ts', import.meta.url).href)};
    const choose = searchPath => {
      const opened = [];
      const { on, off, enclose } = chooseConfinement({
        ...${JSON.stringify(options)},
        searchPath,
        accounts: { take: () => { throw new Error('it has no accounts to give'); }, isClaimed: true },
        compileCache: { folder: '${code}', folders: ['${code}'], openTo: uid => opened.push(uid) },
      });
      const { program, args, account, environment } = enclose(${JSON.stringify(command)}, ${gibibyte});
      return { on, off, program, args, account, environment, opened };
    };
    console.log(JSON.stringify(${JSON.stringify(paths)}.map(choose)));`;
  const asNobody = { uid: nobody, gid: nobody, cwd: '/', encoding: 'utf8' } as const;
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval'];
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, source], { ...asNobody, env: {} });
  expect(stderr).toBe('');
  return (JSON.parse(stdout) as Chosen[]).map(({ program, args, environment, ...chosen }, at) => {
    const said = spawnSync(program, args, { ...asNobody, env: { PATH: paths[at] } }).stdout;
    return { ...chosen, sharesCode: 'NODE_COMPILE_CACHE' in environment, seen: nameAnswers(files, said) };
  });
}

type Chosen = Pick<Confinement, 'on' | 'off'> &
  ReturnType<Confinement['enclose']> & { readonly opened: readonly number[] };

test.runIf(isRootOnLinux)(
  'the child of a server that is not root has no rights, and in a namespace neither a network nor its files',
  () => {
    const made = makeServer();
    for (const file of [made.scratch, made.closed, made.files.weights]) chownSync(file, nobody, nobody);
    const [confined, weak] = chooseAsNobody(made, [searchPath, refuseNamespaces(made.folder, '--user')]);
    const withoutAccount = 'an account for each child';
    // A machine may keep user namespaces from its users.
    if (confined!.on.includes(hiding)) {
      expect(confined!.off).toEqual([withoutAccount]);
      // It is the owner of the weights, which only the mount keeps it from changing.
      expect(confined!.seen).toEqual({ ...needed, ...nothingBeside });
      expect([confined!.account, confined!.sharesCode, new Set(confined!.opened)]).toEqual([
        undefined,
        true,
        new Set([0]),
      ]);
    }
    expect(weak!.off).toEqual([withoutAccount, 'no network', hiding]);
    expect(weak!.on).toContain('no capabilities and no new privileges');
    expect(weak!.seen).toMatchObject({ weights: 'written', inData: 'read' });
    expect([weak!.sharesCode, new Set(weak!.opened)]).toEqual([true, new Set([nobody])]);
  },
);

test('children read the weights of models, those of ncnn with what lies beside them, and the programs for clips and links', () => {
  const none = { models: {}, ffmpegFolder: null, ytDlpFolder: null };
  expect(listReadable(none)).toEqual([]);
  const models = { upscale: '/models/x4.param', matte: '/models/matte.onnx', faces: undefined } as never;
  expect(listReadable({ ...none, models })).toEqual(['/models', '/models/matte.onnx']);
  expect(listReadable({ ...none, ffmpegFolder: '/f' })).toEqual(['/f/ffmpeg', '/f/ffprobe']);
  expect(listReadable({ ...none, ytDlpFolder: '/y' })).toEqual(['/y/yt-dlp']);
});

/** Whether another server can have this block of user ids. */
async function isFree(block: number): Promise<boolean> {
  const server = createServer();
  onTestFinished(() => void server.close());
  const listening = once(server.listen(`\0pixwright-accounts-${block}`), 'listening');
  return listening.then(
    () => true,
    () => false,
  );
}

test('a server says in its log what its children are kept from, and leaves no folder behind', async () => {
  const dataFolder = makeTestFolder('pixwright-walls-');
  const lines: { msg: string; on: string[]; off: string[] }[] = [];
  const log = pino({ level: 'info' }, { write: line => void lines.push(JSON.parse(line)) });
  const read = { models: {}, ffmpegFolder: null, ytDlpFolder: null };
  const compileCache = { folder: dataFolder, folders: [dataFolder], openTo: () => undefined };
  const open = async (programs: string) => {
    const confinement = await openConfinement({ ...read, dataFolder, searchPath: programs, log, compileCache });
    expect(existsSync(confinement.scratch)).toBe(true);
    const { account, release } = confinement.enclose(['true'], gibibyte);
    await release();
    confinement.close();
    expect(existsSync(confinement.scratch)).toBe(false);
    if (account) expect(await isFree((account.uid - (account.uid % 100) - 62_000) / 100)).toBe(true);
    return confinement;
  };
  const withoutMounts = refuseNamespaces(dataFolder, '--mount');
  for (const programs of [searchPath, withoutMounts, '/nowhere']) {
    const { on, off } = await open(programs);
    expect(lines.at(-1)).toMatchObject({ on, off });
    expect(lines.at(-1)?.msg.includes('not possible here')).toBe(off.length > 0);
  }
  expect(lines).toHaveLength(3);
});
