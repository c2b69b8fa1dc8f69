// An update under load: a version whose database lacks a migration of tasks is replaced server by server, so that both versions work on one database.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Line } from '../report.ts';
import { checkOutOld, type OldVersion } from './old-version.ts';
import { checkout, type Machine, makePlaceFolder, openPlace, type Place, serverOf } from './place.ts';
import { describeLoad, describeReckoning, titleOf, tryUnderLoad } from './trial.ts';

const seed = 1;
/** Between two servers: both versions work. */
const pauseMs = 12_000;

type Order = 'workers first' | 'api first';
const orders: readonly Order[] = ['workers first', 'api first'];

const inOrder = ({ api, workers }: Place, order: Order): readonly Machine[] =>
  order === 'workers first' ? [...workers, api] : [api, ...workers];

/** Every other server is killed instead of stopped. */
async function replaceAll(machines: readonly Machine[], count: () => Promise<number>): Promise<number> {
  let whileBoth = 0;
  for (const [index, { server }] of machines.entries()) {
    await sleep(pauseMs);
    if (index === machines.length - 1) whileBoth += await count();
    if (index % 2 === 1) await server.kill();
    else await server.stop();
    server.become(serverOf(checkout));
    server.start();
    await server.untilUp();
    console.log(`${server.name} is replaced`);
    if (index === 0) whileBoth -= await count();
  }
  await sleep(pauseMs);
  return whileBoth;
}

async function tryUpdate(old: OldVersion, folder: string, order: Order): Promise<Line[]> {
  const place = await openPlace(folder, { version: old.folder });
  try {
    const trial = await tryUnderLoad(place, seed, (_diary, { pool }) =>
      replaceAll(inOrder(place, order), async () => {
        const { rows } = await pool.query('select count(*)::int as ended from task where ended_at is not null');
        return rows[0].ended;
      }),
    );
    const what = `Update under load, ${order}`;
    const from = `from ${old.commit.slice(0, 8)} (migrations to ${path.parse(old.last).name}) to this version`;
    return [
      {
        what: `${what}: 1 api, 3 workers ${from}, ${titleOf(place)}`,
        ours: `${describeLoad(trial)}; ${trial.harm} ended while both versions ran`,
        rival: '–',
        aim: 'some ended while both versions ran',
        isMet: trial.harm > 0,
      },
      ...describeReckoning(what, trial),
    ];
  } finally {
    await place.close();
  }
}

export async function tryUpdates(): Promise<Line[]> {
  const lines: Line[] = [];
  for (const order of orders) {
    const folder = makePlaceFolder();
    const old = checkOutOld(path.join(folder, 'old'));
    if (!old) {
      console.log('update is left out: the checkout has no history');
      return [];
    }
    lines.push(...(await tryUpdate(old, folder, order)));
  }
  return lines;
}
