// Scratch folders: made for this process, handed to a child with its assignment, and taken back before anything in them is trusted.
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { chmod, chown, copyFile, link, lstat, open, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { type MediaName, sniffBytes, sniffFile } from 'contract/media.ts';
import type { InputFile, Output } from 'contract/run.ts';
import { unpackHead } from 'engines/formats/unpack-svg.ts';
import { isOtherDisk } from '../adapters/file-errors.ts';
import type { Assignment } from './messages.ts';

/** The account a child runs as, when that is not the server's own account. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Other accounts may open a name that they know, and cannot list the names. */
const passThrough = 0o711;

/** A scratch folder of this process; folders of processes that have ended are removed. */
export function makeScratch(dataFolder: string): string {
  const all = path.join(dataFolder, 'scratch');
  mkdirSync(all, { recursive: true });
  chmodSync(all, passThrough);
  const host = hostname().replace(/[^\w.]/g, '');
  for (const name of readdirSync(all)) {
    const [owner, pid] = name.split('~');
    if (owner === host && !isAlive(Number(pid))) rmSync(path.join(all, name), { recursive: true, force: true });
  }
  const own = path.join(all, `${host}~${process.pid}`);
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own);
  chmodSync(own, passThrough);
  return own;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // The process lives, under another account.
  }
}

/** Links a file that lies outside `home` into it: a child sees nothing of the store. */
async function bringIn(file: string, home: string, number: number): Promise<string> {
  let inside = file;
  if (path.relative(home, file).startsWith('..')) {
    inside = path.join(home, `input-${number}${path.extname(file)}`);
    await link(file, inside).catch(error => {
      if (!isOtherDisk(error)) throw error;
      return copyFile(file, inside);
    });
  }
  await chmod(inside, 0o644);
  return inside;
}

/** Links the inputs into the assignment's own folder and makes the child's account its owner. */
export async function handOver(assignment: Assignment, account: Account | undefined): Promise<Assignment> {
  const { home, folder } = assignment;
  let number = 0;
  const bring = async (input: InputFile) => ({ ...input, path: await bringIn(input.path, home, ++number) });
  const inputs: Record<string, InputFile> = {};
  for (const [field, input] of Object.entries(assignment.inputs)) inputs[field] = await bring(input);
  const lists: Record<string, InputFile[]> = {};
  for (const [field, list] of Object.entries(assignment.lists)) {
    lists[field] = [];
    for (const input of list) lists[field].push(await bring(input));
  }
  for (const own of account ? [folder, home] : []) {
    await chmod(own, 0o700);
    await chown(own, account!.uid, account!.gid);
  }
  return { ...assignment, inputs, lists };
}

/** Only root gives its children accounts of their own. */
const giveToRoot = (file: string) => chown(file, 0, 0);

/**
 * Closes the assignment's folder to the child and checks that the named results are plain files that it wrote there: never a link to a file
 * that only the server can read. Throws an Error otherwise.
 */
export async function takeBack(
  { home, folder }: Assignment,
  output: Output,
  account: Account | undefined,
): Promise<void> {
  for (const own of account ? [home, folder] : []) await giveToRoot(own);
  const named = output.files.flatMap(file => [file.path, ...(file.previewPath ? [file.previewPath] : [])]);
  for (const aside of [output.inputPreviewPath, output.layerPath]) if (aside) named.push(aside);
  for (const file of named) {
    if (path.dirname(path.resolve(file)) !== path.resolve(folder)) throw new Error('a result lies outside its folder');
    const facts = await lstat(file);
    const isOwn = !account || facts.uid === account.uid;
    if (!facts.isFile() || facts.nlink !== 1 || !isOwn) throw new Error('a result is not a plain file of its run');
    if (account) await giveToRoot(file);
    await chmod(file, 0o644);
  }
}

/**
 * Bytes of all files below a folder, which may change meanwhile: what vanishes counts as 0. Infinity if a folder in it cannot be read, because
 * no run makes such folders but one that hides files.
 */
export async function measureFolder(folder: string): Promise<number> {
  let bytes = 0;
  // One folder at a time: a recursive listing fails as a whole when a single folder vanishes.
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = await readdir(next, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENAMETOOLONG' || error.code === 'EACCES' ? undefined : [],
    );
    if (!entries) return Number.POSITIVE_INFINITY;
    for (const entry of entries) {
      const file = path.join(next, entry.name);
      if (entry.isDirectory()) folders.push(file);
      if (!entry.isFile()) continue;
      const facts = await lstat(file).catch(() => undefined);
      // Written blocks, so that a hole in a sparse file counts as 0 and a linked file is counted once.
      if (facts && facts.nlink === 1) bytes += facts.blocks * 512;
    }
  }
  return bytes;
}

/**
 * Removes the folder of a run. A process that was killed ends a moment later and may write until then, so a folder that is not empty after its
 * files were removed is tried again.
 */
export async function removeScratch(folder: string): Promise<void> {
  const options = { recursive: true, force: true };
  await rm(folder, { ...options, maxRetries: 10, retryDelay: 50 }).catch(() => {
    // Unlike `rm`, it opens folders relative to each other, so no path is too long for it. It blocks the process as long as it works, and meets again
    // whatever else was in the way.
    rmSync(folder, options);
  });
}

/** The type of a file of this machine, decided by its bytes. */
export async function sniffLocalFile(file: string): Promise<MediaName | null> {
  const handle = await open(file);
  try {
    return await sniffFile(async (start, length) => {
      const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, start);
      return buffer.subarray(0, bytesRead);
    }, unpackHead);
  } finally {
    await handle.close();
  }
}

/** The first bytes of a file of this machine. */
export async function readLocalHead(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(sniffBytes), 0, sniffBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
