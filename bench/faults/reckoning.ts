// The reckoning after the weather: what was lost, done twice, charged wrongly or left over.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Postgres } from '../../server/src/adapters/postgres.ts';
import { checkMoney } from '../../server/src/points/check-queries.ts';
import type { Diary } from './diary.ts';
import type { Place } from './place.ts';
import type { Receiver } from './receiver.ts';
import type { Store } from './stores.ts';

/** Each finding is one sentence; none is how it should be. */
export interface Reckoning {
  readonly lost: string[];
  readonly failed: string[];
  readonly twice: string[];
  readonly coins: string[];
  readonly left: string[];
}

interface TaskLine {
  readonly id: string;
  readonly status: string;
  readonly batch_id: string | null;
  readonly idempotency_key: string | null;
  readonly charge_state: string;
  readonly charge_amount: number;
  readonly owner: string;
  readonly result: { readonly files: readonly { readonly key: string; readonly bytes: number }[] } | null;
}

const read = async <Row>({ pool }: Postgres, text: string): Promise<Row[]> => (await pool.query(text)).rows as Row[];

const readTasks = (postgres: Postgres): Promise<TaskLine[]> =>
  read(postgres, 'select id, status, batch_id, idempotency_key, charge_state, charge_amount, owner, result from task');

export async function findLost(postgres: Postgres, diary: Diary): Promise<string[]> {
  const rows = new Map((await readTasks(postgres)).map(row => [row.id, row]));
  const lost: string[] = [];
  for (const [id, { kind, deletion }] of diary.tasks) {
    const row = rows.get(id);
    if (!row && deletion === 'no') lost.push(`${kind} ${id} is gone`);
    if (row && deletion === 'yes') lost.push(`${kind} ${id} was deleted and is there`);
  }
  for (const { id, status } of rows.values())
    if (status === 'queued' || status === 'running') lost.push(`${id} is still ${status}`);
  return [...lost, ...diary.wrongFiles];
}

/** Tasks that failed although nothing was wrong with them. */
export async function findFailed(postgres: Postgres, diary: Diary): Promise<string[]> {
  const rows = await read<{ id: string; error: string; faults: number }>(
    postgres,
    "select id, error ->> 'error' as error, faults from task where status = 'failed'",
  );
  return rows
    .filter(({ id }) => diary.tasks.get(id)?.kind !== 'poison')
    .map(({ id, error, faults }) => `${diary.tasks.get(id)?.kind} ${id} failed: ${error}, blamed ${faults}`);
}

/** Tasks that no call asked for, results beyond that of the task, and messages under two ids. */
export async function findTwice(postgres: Postgres, diary: Diary, receiver: Receiver): Promise<string[]> {
  const twice: string[] = [];
  const rows = await readTasks(postgres);
  for (const { id, idempotency_key: key, batch_id: batch } of rows)
    if (!diary.tasks.has(id) && !diary.unsure.has(key ?? '') && !diary.unsure.has(batch ?? ''))
      twice.push(`${id} belongs to no call`);
  const stored = await read<{ task_id: string; count: number }>(
    postgres,
    `select task_id, count(*)::int from stored_object where task_id is not null and purpose = 'output' and not is_removed
      and expires_at > now() group by task_id`,
  );
  const counts = new Map(stored.map(row => [row.task_id, row.count]));
  for (const { id, status, result } of rows) {
    const files = result?.files.length ?? 0;
    const count = counts.get(id) ?? 0;
    if (status === 'done' && count !== files) twice.push(`${id} has ${files} results and ${count} rows of results`);
  }
  const deliveries = await read<{ id: string; about: string; state: string }>(
    postgres,
    "select id, type || ' ' || task_id as about, state from webhook_delivery where batch is null",
  );
  const seen = new Set<string>();
  for (const { id, about, state } of deliveries) {
    if (seen.has(about)) twice.push(`${about} is told under two ids`);
    seen.add(about);
    if (state !== 'delivered') twice.push(`${about} was not told: ${state}`);
    else if (receiver.told.get(id) !== about) twice.push(`${about} was recorded as told and did not arrive`);
  }
  for (const { id, status, owner } of rows)
    if (owner.startsWith('account:') && !seen.has(`task.${status} ${id}`))
      twice.push(`the end of ${id} was never told`);
  for (const id of receiver.clashes) twice.push(`two messages came under the id ${id}`);
  return twice;
}

interface WalletLine {
  readonly account_id: string;
  readonly coins: number;
  readonly coins_held: number;
}

export async function findWrongCoins(
  postgres: Postgres,
  diary: Diary,
  { given, price }: { readonly given: number; readonly price: number },
): Promise<string[]> {
  const wrong = (await checkMoney(postgres.database)).map(one => `${one.rule}: ${one.subject}: ${one.detail}`);
  const spent = await read<{ account_id: string; task_id: string; amount: number; state: string }>(
    postgres,
    'select account_id, task_id, amount, state from hold join wallet on wallet.id = hold.wallet_id',
  );
  const moved = await read<{ task_id: string; amount: number }>(
    postgres,
    "select task_id, movement.amount from movement join hold on hold.id = hold_id where reason = 'run'",
  );
  const movedOf = Map.groupBy(moved, row => row.task_id);
  for (const [id, { paid }] of diary.tasks) {
    const movements = movedOf.get(id) ?? [];
    const sum = movements.reduce((all, { amount }) => all + amount, 0);
    const isRight = paid === 'yes' ? sum === price : paid === 'no' ? sum === 0 : sum === 0 || sum === price;
    if (!isRight || movements.length > 1) wrong.push(`${id}: paid ${paid}, ${movements.length} movements of ${sum}`);
  }
  const wallets = await read<WalletLine>(postgres, 'select account_id, coins, coins_held from wallet');
  for (const { account_id: account, coins, coins_held: held } of wallets) {
    const own = spent.filter(row => row.account_id === account);
    const sumOf = (state: string) =>
      own.filter(row => row.state === state).reduce((all, { amount }) => all + amount, 0);
    if (coins !== given - sumOf('settled'))
      wrong.push(`${account} has ${coins}, spent ${sumOf('settled')} of ${given}`);
    if (held !== sumOf('held')) wrong.push(`${account} has ${held} held, its holds are ${sumOf('held')}`);
  }
  const states = await read<{ id: string; status: string; charge_state: string; state: string | null }>(
    postgres,
    `select task.id, status, charge_state, hold.state from task
      left join hold on hold.task_id = task.id and hold.state <> 'released' where charge_kind <> 'none'`,
  );
  for (const { id, status, charge_state: charge, state } of states) {
    if (status !== 'done' && state !== null) wrong.push(`${id} is ${status} and its hold is ${state}`);
    if (status === 'done' && (charge === 'held' || charge === 'settled') && state !== charge)
      wrong.push(`${id} says ${charge}, its hold says ${state}`);
  }
  return wrong;
}

/** What `npm run admin -- check` says; empty if the books balance. */
export function runAdminCheck({ api: { environment }, database: { url } }: Place): string[] {
  const admin = fileURLToPath(new URL('../../server/src/admin.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', admin, 'check'],
    { env: { ...environment, DATABASE_URL: url }, encoding: 'utf8' },
  );
  return status === 0 ? [] : [`admin check: ${stdout}${stderr}`];
}

/** Objects without a row, and rows of whole files without an object. */
export async function findUnmatched(postgres: Postgres, store: Store): Promise<string[]> {
  const objects = await store.list();
  const rows = await read<{ key: string; bytes: number; is_complete: boolean; is_removed: boolean; in_use: boolean }>(
    postgres,
    `select key, bytes, is_complete, is_removed, task_id is not null and exists (
        select from task where task.id = task_id and result::text like '%' || key || '%') as in_use
      from stored_object`,
  );
  const known = new Map(rows.map(row => [row.key, row]));
  const strays = [...objects.keys()].filter(key => !known.has(key)).map(key => `${key} has no row`);
  const missing = rows
    .filter(row => row.in_use && !row.is_removed && objects.get(row.key) !== Number(row.bytes))
    .map(row => `${row.key} has a row of a result, and ${objects.get(row.key) ?? 'no'} bytes`);
  return [...strays, ...missing];
}

/** What is left after everything has expired and was swept. */
export async function findLeft(postgres: Postgres, store: Store): Promise<string[]> {
  const objects = [...(await store.list()).keys()].map(key => `${key} is left in the store`);
  const rows = await read<{ key: string }>(postgres, 'select key from stored_object');
  const tasks = await read<{ id: string }>(postgres, 'select id from task');
  const uploads = await store.listOpenUploads();
  return [
    ...objects,
    ...rows.map(({ key }) => `the row of ${key} is left`),
    ...tasks.map(({ id }) => `the task ${id} is left`),
    ...uploads.map(key => `an upload in parts of ${key} is left`),
  ];
}

/** Folders of processes that are gone. */
export const findScratch = (place: Place): string[] =>
  [place.api, ...place.workers].flatMap(({ folder, server }) => {
    const scratch = path.join(folder, 'scratch');
    return readdirSync(scratch).map(name => `${server.name}: scratch/${name}`);
  });
