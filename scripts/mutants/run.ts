// `npm run mutants [rooms]`: plants faults into the code of a room, one at a time, and lets its tests look for each. Prints which tests saw it, if any
// did, and the share that was seen. Runs by hand: a room takes minutes to an hour. MUTANTS=40 takes so many of each room at random, MUTANTS_SEED others;
// MUTANTS_AT only those of them in these lines, each named by its file and number with a colon between. MUTANTS_AT_ONCE=1 tries one fault at a time.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { mulberry32 } from 'contract/random.ts';
import startDatabase, { sharedSocket } from '../../server/testing/database.ts';
import { type Mutant, makeMutants } from './make-mutants.ts';
import { orderTests, type Seen } from './order-tests.ts';
import { copyTree } from './scratch-tree.ts';
import { type Part, targets } from './targets.ts';
import { openTestServer, type TestServer } from './test-server.ts';

interface Planted extends Mutant {
  readonly file: string;
  readonly tests: readonly string[];
}

const root = path.join(import.meta.dirname, '../..');
const max = Number(process.env.MUTANTS ?? Number.POSITIVE_INFINITY);
const random = mulberry32(Number(process.env.MUTANTS_SEED ?? 1));
const atOnce = Number(process.env.MUTANTS_AT_ONCE ?? Math.min(2, cpus().length));

function plant(parts: readonly Part[]): Planted[] {
  const all = parts.flatMap(({ files, tests }) =>
    files.flatMap(file =>
      makeMutants(file, readFileSync(path.join(root, file), 'utf8')).map(mutant => ({ ...mutant, file, tests })),
    ),
  );
  const drawn = all.map(mutant => ({ mutant, at: random() })).sort((a, b) => a.at - b.at);
  const places = process.env.MUTANTS_AT?.split(',');
  return drawn
    .slice(0, max)
    .map(({ mutant }) => mutant)
    .filter(({ file, line }) => !places || places.includes(`${path.basename(file)}:${line}`));
}

/** How long a file of tests may take beside a fault: several times as long as without one, in which a machine with other work would end as well. */
const limitMs = (seconds: number) => 60_000 + 6000 * seconds;
const maxSoundMs = 3_600_000;

/** Runs these tests in trees without a fault, each in one. Returns the seconds that each file of tests took. */
async function tryWithout(name: string, tests: readonly string[], servers: readonly TestServer[]) {
  const waiting = [...tests];
  const seconds = new Map<string, number>();
  const work = async (server: TestServer): Promise<void> => {
    for (let test = waiting.shift(); test; test = waiting.shift()) {
      const answer = await server.ask({ faulty: undefined, tests: [test] }, () => maxSoundMs);
      if (answer.failed) throw new Error(`${test}, of the tests of ${name}, fails without any fault.`);
      seconds.set(test, answer.seconds.get(test)!);
    }
  };
  await Promise.all(servers.map(work));
  return seconds;
}

/** Runs the tests against each fault; returns how many no test saw. */
async function countUnseen(
  servers: readonly TestServer[],
  planted: readonly Planted[],
  seconds: ReadonlyMap<string, number>,
): Promise<number> {
  const seen: Seen[] = [];
  const waiting = [...planted];
  let done = 0;
  const work = async (server: TestServer): Promise<void> => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const { file, line, before, after } = mutant;
      const where = path.join(server.tree, file);
      const sound = readFileSync(where, 'utf8');
      writeFileSync(where, mutant.text);
      const tests = orderTests(mutant, seen, seconds);
      const { failed, isLate } = await server.ask({ faulty: file, tests }, test => limitMs(seconds.get(test)!));
      writeFileSync(where, sound);
      done += 1;
      if (failed) seen.push({ file, line, by: failed });
      const outcome = failed
        ? `by ${path.basename(failed, '.test.ts')}${isLate ? ', which did not end' : ''}`
        : 'NOT SEEN';
      console.log(`  ${done} ${outcome}: ${file}:${line}  ${before}  →  ${after || 'nothing'}`);
    }
  };
  await Promise.all(servers.map(work));
  return planted.length - seen.length;
}

async function tryRoom(name: string, parts: readonly Part[], servers: readonly TestServer[]): Promise<boolean> {
  const planted = plant(parts);
  const tests = [...new Set(planted.flatMap(mutant => mutant.tests))];
  const seconds = await tryWithout(name, tests, servers);
  const all = [...seconds.values()].reduce((sum, one) => sum + one, 0);
  console.log(`${name}: ${planted.length} faults; without one its tests take ${Math.round(all)} s`);
  const unseen = await countUnseen(servers, planted, seconds);
  // A fault might have left something behind that fails every test after it.
  await tryWithout(name, tests, servers);
  const count = planted.length - unseen;
  const share = count / planted.length;
  console.log(`${name}: ${count} of ${planted.length} seen, ${(100 * share).toFixed(1)} %`);
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
const servers = Array.from({ length: atOnce }, (_, at) => openTestServer(path.join(scratch, String(at))));
for (const { tree } of servers) copyTree(root, tree);
// One PostgreSQL for all trees. It outlives a run of tests that has to be killed.
const stopDatabase = await startDatabase({
  provide: (_key, socket) => {
    process.env[sharedSocket] = socket;
  },
});
let left: Promise<void> | undefined;
async function leave(): Promise<void> {
  await Promise.all(servers.map(server => server.close()));
  await stopDatabase();
  rmSync(scratch, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    left ??= leave();
    void left.finally(() => process.exit(1));
  });
try {
  for (const [name, parts] of rooms) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    if (!(await tryRoom(name, parts, servers))) process.exitCode = 1;
  }
} finally {
  left ??= leave();
  await left;
}
