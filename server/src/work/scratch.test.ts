// Scratch folders: who owns what lies in them, what is taken from them, and processes that write, remove and hide files in them meanwhile.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sniffBytes } from 'contract/media.ts';
import type { Output } from 'contract/run.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tinyPng } from '../../testing/pictures.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import type { Assignment } from './messages.ts';
import {
  handOver,
  makeScratch,
  measureFolder,
  readLocalHead,
  removeScratch,
  sniffLocalFile,
  takeBack,
} from './scratch.ts';

/** A process that repeats a step in a folder until it is killed. */
function repeat(folder: string, step: string) {
  const script = `const fs = require('node:fs'); const path = require('node:path'); for (let n = 0; ; n++) { ${step} }`;
  const child = spawn(process.execPath, ['-e', script], { cwd: folder, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function untilFull(folder: string): Promise<void> {
  while (readdirSync(folder).length === 0) await sleep(5);
}

test('a file counts although folders beside it come and go', async () => {
  const folder = makeTestFolder('pixwright-measured-');
  const busy = path.join(folder, 'busy');
  mkdirSync(busy);
  writeFileSync(path.join(folder, 'file'), Buffer.alloc(100_000, 1));
  repeat(busy, `fs.mkdirSync('a/b/c/d', { recursive: true }); fs.rmSync('a', { recursive: true });`);
  await untilFull(busy);
  for (let looks = 0; looks < 500; looks++) {
    const bytes = await measureFolder(folder);
    expect(bytes).toBeGreaterThanOrEqual(100_000);
    expect(bytes).toBeLessThan(200_000);
  }
});

test('a folder too deep to be read counts as too large, and is removed', async () => {
  const folder = path.join(makeTestFolder('pixwright-deep-'), 'run');
  mkdirSync(folder);
  const name = 'a'.repeat(250);
  const steps = Array.from({ length: 20 }, () => `mkdir ${name} && cd -P ${name}`).join(' && ');
  execFileSync('sh', ['-c', `${steps} && echo hidden >file`], { cwd: folder });
  expect(await measureFolder(folder)).toBe(Number.POSITIVE_INFINITY);
  await removeScratch(folder);
  expect(existsSync(folder)).toBe(false);
});

test('a folder is removed although a process goes on writing there for a moment', async () => {
  const folder = path.join(makeTestFolder('pixwright-dying-'), 'run');
  mkdirSync(folder);
  const writer = repeat(folder, `fs.writeFileSync(path.join(${JSON.stringify(folder)}, String(n)), 'x');`);
  await untilFull(folder);
  await Promise.all([removeScratch(folder), sleep(200).then(() => writer.kill('SIGKILL'))]);
  expect(existsSync(folder)).toBe(false);
  // A second removal finds nothing.
  await removeScratch(folder);
});

const modeOf = (file: string) => statSync(file).mode & 0o777;

test('the folders of processes that have ended are removed, and nothing of those that live or of other machines', async () => {
  const dataFolder = makeTestFolder('pixwright-scratch-');
  const own = makeScratch(dataFolder);
  const all = path.dirname(own);
  const [host] = path.basename(own).split('~');
  const living = spawn('sleep', ['600'], { stdio: 'ignore' });
  onTestFinished(() => void living.kill('SIGKILL'));
  const { pid: ended } = spawnSync('true');
  const kept = [`${host}~${living.pid}`, `another-${host}~${ended}`];
  for (const name of [...kept, `${host}~${ended}`, path.basename(own)])
    mkdirSync(path.join(all, name, 'run'), { recursive: true });
  expect(makeScratch(dataFolder)).toBe(own);
  expect(readdirSync(all).sort()).toEqual([...kept, path.basename(own)].sort());
  expect(readdirSync(own)).toEqual([]);
  // Another account enters a folder whose name it knows, and lists none.
  expect([all, own].map(modeOf)).toEqual([0o711, 0o711]);
  await sleep(100);
  expect([living.exitCode, living.signalCode]).toEqual([null, null]);
});

/** An assignment with its folders, and a store beside it. */
function makeRun() {
  const root = makeTestFolder('pixwright-handed-');
  const [home, store] = ['home', 'store'].map(name => path.join(root, name)) as [string, string];
  const folder = path.join(home, 'out');
  for (const one of [folder, store]) mkdirSync(one, { recursive: true, mode: 0o755 });
  const assignment: Assignment = {
    ...{ kind: 'run', module: 'x', call: 'x', options: {}, inputs: {}, lists: {}, models: {} },
    ...{ home, folder },
  };
  return { root, home, store, folder, assignment };
}

/** What a child has written. */
function put(file: string, text = 'text', account?: { uid: number; gid: number }): string {
  writeFileSync(file, text, { mode: 0o600 });
  if (account) chownSync(file, account.uid, account.gid);
  return file;
}

const inputOf = (file: string) => ({ path: file, name: path.basename(file), bytes: 1, type: 'png' }) as const;

test('inputs of the store are handed over under names of their own, without a copy, and others where they lie', async () => {
  const { home, store, assignment } = makeRun();
  const files = ['a.png', 'b.jpg', 'b.png'].map(name => put(path.join(store, name), name));
  const made = put(path.join(home, 'made.txt'), 'made.txt');
  const { inputs, lists } = await handOver(
    {
      ...assignment,
      inputs: { picture: inputOf(files[0]!), text: inputOf(made) },
      lists: { frames: files.slice(1).map(inputOf) },
    },
    undefined,
  );
  const handed = [inputs.picture!, ...lists.frames!].map(input => input.path);
  expect(handed.map(file => path.dirname(file))).toEqual([home, home, home]);
  expect(handed.map(file => path.extname(file))).toEqual(['.png', '.jpg', '.png']);
  expect(new Set(handed).size).toBe(3);
  expect(handed.map(file => statSync(file).ino)).toEqual(files.map(file => statSync(file).ino));
  expect(inputs.text!.path).toBe(made);
  expect([...handed, made].map(modeOf)).toEqual([0o644, 0o644, 0o644, 0o644]);
  // Without an account of its own, a child owns the folders already.
  expect([modeOf(home), statSync(home).uid]).toEqual([0o755, process.getuid?.()]);
});

test('an input that lies on another disk is copied', async () => {
  const { home, assignment } = makeRun();
  if (!existsSync('/dev/shm') || statSync('/dev/shm').dev === statSync(home).dev) return;
  const other = mkdtempSync('/dev/shm/pixwright-');
  onTestFinished(() => rmSync(other, { recursive: true }));
  const picture = inputOf(put(path.join(other, 'a.png'), 'far'));
  const { inputs } = await handOver({ ...assignment, inputs: { picture } }, undefined);
  expect(readFileSync(inputs.picture!.path, 'utf8')).toBe('far');
  expect(path.dirname(inputs.picture!.path)).toBe(home);
});

const places: readonly (readonly [string, (file: string, usual: Output) => Output])[] = [
  ['the result', (file, usual) => ({ ...usual, files: [{ ...usual.files[0]!, path: file }] })],
  ['its preview', (file, usual) => ({ ...usual, files: [{ ...usual.files[0]!, previewPath: file }] })],
  ['the preview of the input', (file, usual) => ({ ...usual, inputPreviewPath: file })],
  ['the layer', (file, usual) => ({ ...usual, layerPath: file })],
];

describe.each(places)('what a child names as %s', (_place, nameIn) => {
  const outputOf = (file: string, folder: string) => {
    const usual = { files: [{ path: put(path.join(folder, 'usual.png')), name: 'x.png', type: 'png' as const }] };
    return nameIn(file, usual);
  };

  test('has to be a plain file in its folder', async () => {
    const { home, store, folder, assignment } = makeRun();
    const take = (file: string) => takeBack(assignment, outputOf(file, folder), undefined);
    const secret = put(path.join(store, 'secret'));
    const [link, twin, inner] = ['link', 'twin', 'inner'].map(name => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    symlinkSync(secret, link);
    linkSync(secret, twin);
    mkdirSync(inner);
    for (const bad of [link, twin, inner]) await expect(take(bad)).rejects.toThrow('not a plain file');
    for (const bad of [secret, put(path.join(home, 'above')), put(path.join(inner, 'below'))])
      await expect(take(bad)).rejects.toThrow('outside');
    expect(modeOf(secret)).toBe(0o600);
    // Its owner does not matter: all children of such a server share one account.
    const good = put(
      path.join(folder, 'good'),
      '',
      process.getuid?.() === 0 ? { uid: 62_997, gid: 62_997 } : undefined,
    );
    const { uid } = statSync(good);
    await take(good);
    expect([modeOf(good), statSync(good).uid]).toEqual([0o644, uid]);
  });

  test.runIf(process.getuid?.() === 0)('has to be its own, and belongs to the server afterwards', async () => {
    const account = { uid: 62_998, gid: 62_998 };
    const { home, folder, assignment } = makeRun();
    await handOver(assignment, account);
    for (const one of [home, folder])
      expect([modeOf(one), statSync(one).uid, statSync(one).gid]).toEqual([0o700, 62_998, 62_998]);
    const usual = put(path.join(folder, 'usual.png'));
    const output = (file: string) => {
      const made = outputOf(file, folder);
      chownSync(usual, account.uid, account.gid);
      return made;
    };
    const others = put(path.join(folder, 'others'), '', { uid: 62_997, gid: 62_998 });
    await expect(takeBack(assignment, output(others), account)).rejects.toThrow('not a plain file');
    const own = put(path.join(folder, 'own'), '', account);
    await takeBack(assignment, output(own), account);
    for (const one of [home, folder, own]) expect([statSync(one).uid, statSync(one).gid]).toEqual([0, 0]);
    expect(modeOf(own)).toBe(0o644);
  });
});

test('what a run takes on the disk is what it wrote: no holes, no links, and all its folders', async () => {
  const folder = makeTestFolder('pixwright-measured-');
  const other = path.join(makeTestFolder('pixwright-other-'), 'large');
  writeFileSync(other, randomBytes(400_000));
  expect(await measureFolder(folder)).toBe(0);
  linkSync(other, path.join(folder, 'linked'));
  symlinkSync(path.dirname(other), path.join(folder, 'shortcut'));
  writeFileSync(path.join(folder, 'hole'), '');
  truncateSync(path.join(folder, 'hole'), 10_000_000);
  for (const name of ['a', 'a/b', 'c']) {
    mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, name, 'file'), randomBytes(40_960));
  }
  const bytes = await measureFolder(folder);
  expect(bytes).toBeGreaterThanOrEqual(3 * 40_960);
  expect(bytes).toBeLessThan(200_000);
});

test('a file is known by its first bytes, and closed again', async () => {
  const folder = makeTestFolder('pixwright-sniffed-');
  const [picture, text] = [path.join(folder, 'a'), path.join(folder, 'b.png')];
  writeFileSync(picture, tinyPng);
  const letters = randomBytes(sniffBytes + 10);
  letters.write('no picture');
  writeFileSync(text, letters);
  const countOpen = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0);
  const before = countOpen();
  for (let times = 0; times < 20; times++) {
    expect(await sniffLocalFile(picture)).toBe('png');
    expect(await sniffLocalFile(text)).toBeNull();
    expect(Buffer.from(await readLocalHead(text)).equals(letters.subarray(0, sniffBytes))).toBe(true);
    expect(Buffer.from(await readLocalHead(picture)).equals(tinyPng)).toBe(true);
  }
  expect(countOpen()).toBeLessThan(before + 10);
});
