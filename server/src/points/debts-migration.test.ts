// The migration to debts: what runs held when their order was refunded is claimed, and what had been spent by then stays given away.
import { copyFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeSchema } from '../../testing/server.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { migrate } from '../adapters/migrations.ts';
import { checkMoney } from './check-queries.ts';

const migrations = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** A database as the last version without debts left it, with people in it, and then migrated. */
async function migrateWith(people: string) {
  const { postgres, drop } = await makeSchema();
  const folder = makeTestFolder('pixwright-migrations-');
  const names = readdirSync(migrations).sort();
  const last = names.findIndex(name => name.endsWith('-debts.sql'));
  for (const name of names.slice(0, last)) copyFileSync(path.join(migrations, name), path.join(folder, name));
  await migrate(postgres.pool, folder);
  await postgres.pool.query(people);
  await migrate(postgres.pool);
  const ask = async (text: string) => (await postgres.pool.query(text)).rows as Record<string, unknown>[];
  return { database: postgres.database, ask, drop };
}

/**
 * A person who bought 100 coins a day ago and was refunded an hour ago, with these runs of 10 coins: `held` until now, `settled` before the refund,
 * `later`: held at the refund and paid for since. `taken`: what the refund took; `more`: given since.
 */
function person(n: number, runs: { held?: number; settled?: number; later?: number }, taken: number, more = 0): string {
  const id = `00000000-0000-4000-8000-00000000000${n}`;
  const { held = 0, settled = 0, later = 0 } = runs;
  const coins = 100 + more - taken - 10 * (settled + later);
  const hold = (state: string, index: number, endedAt: string) => {
    const task = `0000000${index}-0000-4000-8000-00000000000${n}`;
    return `
      insert into hold (id, wallet_id, task_id, subject, unit, amount, state, created_at, expires_at, ended_at)
      values ('${task}', '${id}', '${task}', 'photo-filter/photoFilter', 'coin', 10, '${state}', now() - interval '10 hours' + interval '1 second' * ${index}, now(), ${endedAt});
      insert into task (id, owner, tool, call, key_code, lane, status, stage, options, inputs, request_hash, pace, start_percent, input_bytes, address, share, turn, owner_turn, expires_at, charge_kind, charge_amount, charge_state, result, ended_at)
      values ('${task}', 'account:${id}', 'photo-filter', 'photoFilter', 'MATTING', 'image', 'done', 'done', '{}', '[]', 'x', 'x', 0, 0, 'x', 'x', 0, 0, now(), 'coins', 10, '${state}', '{"files": []}', now());
      ${state === 'settled' ? `insert into movement (unit, amount, source_wallet, destination_book, reason, reference, hold_id) values ('coin', 10, '${id}', 'spent', 'run', '${task}', '${task}');` : ''}`;
  };
  const all = [
    ...Array.from({ length: settled }, () => ['settled', `now() - interval '5 hours'`] as const),
    ...Array.from({ length: later }, () => ['settled', `now() - interval '10 minutes'`] as const),
    ...Array.from({ length: held }, () => ['held', 'null'] as const),
  ];
  return `
    insert into account (id, nick_name, share_code, platform_source, created_at) values ('${id}', 'U', '${n}', 'web-pc', now());
    insert into wallet (id, account_id, coins, coins_held) values ('${id}', '${id}', ${coins}, ${10 * held});
    insert into purchase_order (order_no, account_id, kind, meal_name, days, months, is_forever, uses, coins, amount, currency, state, provider, refunded_amount, expires_at, paid_at)
    values ('P${n}', '${id}', 'coins', '{"zh": "x", "en": "x"}', 0, 0, false, 0, 100, 990, 'CNY', 'refunded', 'wechat', 990, now(), now() - interval '1 day');
    insert into order_refund (refund_no, order_no, amount, state, reason, created_at) values ('R${n}', 'P${n}', 990, 'made', 'x', now() - interval '1 hour');
    insert into movement (unit, amount, source_book, destination_wallet, reason, reference, created_at) values ('coin', 100, 'sold', '${id}', 'purchase', 'P${n}', now() - interval '1 day');
    ${taken > 0 ? `insert into movement (unit, amount, source_wallet, destination_book, reason, reference, created_at) values ('coin', ${taken}, '${id}', 'taken', 'refund', 'P${n}', now() - interval '1 hour');` : ''}
    ${more > 0 ? `insert into movement (unit, amount, source_book, destination_wallet, reason, reference) values ('coin', ${more}, 'given', '${id}', 'grant', 'G${n}');` : ''}
    ${all.map(([state, endedAt], index) => hold(state, index, endedAt)).join('')}`;
}

test('accounts that were refunded while runs held their coins are put right', async () => {
  const { database, ask, drop } = await migrateWith(
    [
      person(1, { held: 5 }, 50),
      person(2, { settled: 5, held: 2 }, 30),
      person(3, { later: 3, held: 3 }, 40),
      person(4, { later: 3, held: 3 }, 40, 20),
      person(5, {}, 100),
      person(6, { settled: 10 }, 0, 25),
    ].join(''),
  );
  expect(await checkMoney(database)).toEqual([]);
  const wallets = await ask('select coins, coins_held, coins_owed from wallet order by id');
  expect(wallets.map(Object.values)).toEqual([
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 30],
    [0, 0, 10],
    [0, 0, 0],
    [25, 0, 0],
  ]);
  const claims = await ask(
    `select reference, amount, owed from movement where reason = 'correction' order by reference`,
  );
  expect(claims.map(Object.values)).toEqual([
    ['P1', 50, 0],
    ['P2', 20, 0],
    ['P3', 30, 30],
    ['P4', 50, 10],
  ]);
  expect(await ask(`select id from task where charge_state = 'held'`)).toEqual([]);
  expect(await ask(`select distinct state from hold order by state`)).toEqual([
    { state: 'released' },
    { state: 'settled' },
  ]);
  await drop();
});
