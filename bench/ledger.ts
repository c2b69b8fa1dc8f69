// The ledger under 16 connections that make random changes while their server is killed repeatedly, and the cost that a hold adds to a
// task.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/src/adapters/embedded-postgres.ts';
import { migrate } from '../server/src/adapters/migrations.ts';
import { connectPostgres } from '../server/src/adapters/postgres.ts';
import { checkMoney } from '../server/src/points/check-queries.ts';
import { makeOpenFolder } from '../server/testing/folders.ts';
import { measureHold } from './hold.ts';
import { findInstalled, startInstalledPostgres } from './installed-postgres.ts';
import type { Bench, Line } from './report.ts';

const program = fileURLToPath(new URL('./ledger-process.ts', import.meta.url));
const wantedSteps = 20_000;
const people = 12;
const killEvery = 2500;

interface Storm {
  readonly steps: number;
  readonly kills: number;
  readonly faults: readonly string[];
  readonly violations: number;
  readonly paid: number;
  readonly refunds: number;
  /** Refunds of what was spent in part. */
  readonly debts: number;
}

/** Starts processes one after the other, and kills each after a few thousand steps, until all steps were made. */
async function weather(connection: EmbeddedPostgres['connection'], folder: string): Promise<Storm> {
  const postgres = connectPostgres(connection);
  await migrate(postgres.pool);
  const faults: string[] = [];
  let steps = 0;
  let kills = 0;
  for (let seed = 1; steps < wantedSteps; seed++) {
    const words = [
      JSON.stringify(connection),
      folder,
      String(seed),
      seed === 1 ? String(people) : '0',
      String(wantedSteps - steps),
    ];
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let made = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      const [dots = '', ...told] = text.split('fault');
      made += dots.split('.').length - 1;
      faults.push(...told);
      if (made >= killEvery && steps + made < wantedSteps && !child.killed) child.kill('SIGKILL');
    });
    await once(child, 'exit');
    if (child.signalCode === 'SIGKILL') kills += 1;
    steps += made;
  }
  const violations = await checkMoney(postgres.database);
  for (const one of [...violations, ...faults.slice(0, 5)]) console.log(one);
  const { rows } = await postgres.pool.query(`
    select (select count(*)::int from hold where state = 'settled') as paid,
      (select count(*)::int from purchase_order where state = 'refunded') as refunds,
      (select count(*)::int from movement where owed > 0) as debts`);
  await postgres.close();
  return {
    steps,
    kills,
    faults,
    violations: violations.length,
    ...(rows[0] as Pick<Storm, 'paid' | 'refunds' | 'debts'>),
  };
}

const describe = (name: string, storm: Storm): Line => ({
  what: `Random holds, payments, releases, purchases, refunds over held and spent runs, retries and sweeps from 16 connections, ${name}`,
  ours: `${storm.steps.toLocaleString('en')} steps, ${storm.kills} × kill -9, ${storm.paid.toLocaleString('en')} runs paid, ${storm.refunds.toLocaleString('en')} orders refunded, ${storm.debts.toLocaleString('en')} of them with a debt: ${storm.violations} violations, ${storm.faults.length} faults`,
  rival: '–',
  aim: `0 violations after ${wantedSteps.toLocaleString('en')} steps`,
  isMet: storm.violations === 0 && storm.faults.length === 0 && storm.kills > 0,
});

export const benchLedger: Bench = async () => {
  const folder = makeOpenFolder('pixwright-ledger-');
  const lines: Line[] = [await measureHold()];
  const embedded = await startEmbeddedPostgres(folder);
  try {
    lines.push(describe('embedded PostgreSQL', await weather(embedded.connection, folder)));
  } finally {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const installed = findInstalled();
  if (installed) {
    const other = await startInstalledPostgres(installed);
    try {
      lines.push(describe(`PostgreSQL of ${installed}`, await weather(other.connection, other.folder)));
    } finally {
      await other.stop();
    }
  }
  return lines;
};
