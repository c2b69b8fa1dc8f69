// `npm run mutants [rooms]`: plants faults into the code of a room, one at a time, and lets its tests look for each. Prints those that no test saw, and
// the share that was seen. Runs by hand: a room takes minutes to an hour. MUTANTS=40 takes so many of each room at random, MUTANTS_SEED others.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { mulberry32 } from 'contract/random.ts';
import { type Mutant, makeMutants } from './make-mutants.ts';
import { copyTree } from './scratch-tree.ts';
import { type Target, targets } from './targets.ts';

interface Planted extends Mutant {
  readonly file: string;
}

const root = path.join(import.meta.dirname, '../..');
const max = Number(process.env.MUTANTS ?? Number.POSITIVE_INFINITY);
const random = mulberry32(Number(process.env.MUTANTS_SEED ?? 1));

/** Whether all tests pass in a tree. A run that takes longer than `forMs` does not. */
async function passes(tree: string, tests: readonly string[], forMs: number): Promise<boolean> {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--bail=1', '--maxWorkers=1', ...tests], {
    cwd: tree,
    stdio: 'ignore',
    detached: true,
  });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const late = setTimeout(() => {
    // The tests may have started programs of their own.
    process.kill(-child.pid!, 'SIGTERM');
    setTimeout(() => child.exitCode === null && process.kill(-child.pid!, 'SIGKILL'), 10_000).unref();
  }, forMs);
  child.once('exit', code => resolve(code === 0));
  const passed = await promise;
  clearTimeout(late);
  return passed;
}

function plant({ files }: Target): Planted[] {
  const all = files.flatMap(file =>
    makeMutants(file, readFileSync(path.join(root, file), 'utf8')).map(mutant => ({ ...mutant, file })),
  );
  const drawn = all.map(mutant => ({ mutant, at: random() })).sort((a, b) => a.at - b.at);
  return drawn.slice(0, max).map(({ mutant }) => mutant);
}

/** Runs the tests against each fault in a tree of its own kind; returns the faults that no test saw. */
async function findSurvivors(
  trees: readonly string[],
  tests: readonly string[],
  planted: readonly Planted[],
  forMs: number,
) {
  const survivors: Planted[] = [];
  const waiting = [...planted];
  let done = 0;
  const work = async (tree: string): Promise<void> => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const file = path.join(tree, mutant.file);
      const sound = readFileSync(file, 'utf8');
      writeFileSync(file, mutant.text);
      const isUnseen = await passes(tree, tests, forMs);
      writeFileSync(file, sound);
      done += 1;
      if (process.stderr.isTTY) process.stderr.write(`\r  ${done} of ${planted.length}\r`);
      if (!isUnseen) continue;
      survivors.push(mutant);
      console.log(`  not seen: ${mutant.file}:${mutant.line}  ${mutant.before}  →  ${mutant.after || 'nothing'}`);
    }
  };
  await Promise.all(trees.map(work));
  return survivors;
}

async function tryRoom(name: string, target: Target, trees: readonly string[]): Promise<boolean> {
  const started = Date.now();
  if (!(await passes(trees[0]!, target.tests, 3_600_000)))
    throw new Error(`The tests of ${name} fail without any fault.`);
  const planted = plant(target);
  console.log(
    `${name}: ${planted.length} faults, a run of its tests takes ${Math.round((Date.now() - started) / 1000)} s`,
  );
  // Several times as long as without a fault, in which a machine with other work would end as well.
  const survivors = await findSurvivors(trees, target.tests, planted, 60_000 + 6 * (Date.now() - started));
  const seen = planted.length - survivors.length;
  const share = seen / planted.length;
  console.log(`${name}: ${seen} of ${planted.length} seen, ${(100 * share).toFixed(1)} %`);
  return share >= 0.9;
}

const rooms = Object.entries(targets);
const asked = process.argv.slice(2);
const unknown = asked.filter(name => !rooms.some(([room]) => room === name));
if (unknown.length > 0) {
  console.error(`There is no room ${unknown.join(', ')}. Rooms: ${rooms.map(([room]) => room).join(', ')}.`);
  process.exit(2);
}
// Sandboxes of children hide the system's folder for temporary files, and their accounts have to reach this one.
mkdirSync(path.join(root, '.cache'), { recursive: true });
const scratch = mkdtempSync(path.join(root, '.cache/mutants-'));
chmodSync(scratch, 0o755);
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const trees = cpus()
  .slice(0, 2)
  .map((_, at) => path.join(scratch, String(at)));
for (const tree of trees) copyTree(root, tree);
for (const [name, target] of rooms) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  if (!(await tryRoom(name, target, trees))) process.exitCode = 1;
}
