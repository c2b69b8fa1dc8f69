// Random people on all ways that change money at once: runs accepted, worked off, failed, paid, cancelled, deleted, tried again, expired; orders
// paid and refunded, by the operator or at their provider, whatever runs hold or have spent of them; gifts, terms and sweeps. Whatever happens, the books must balance afterwards.

import { randomUUID } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import { mulberry32 } from 'contract/random.ts';
import type { Cost } from 'contract/tool.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { holdOwner } from '../src/accounts/owners.ts';
import { lockAccount, removeAccount } from '../src/accounts/store.ts';
import { isDatabaseBusy } from '../src/adapters/postgres.ts';
import { ownerOfAccount } from '../src/http/owner.ts';
import { openOrders } from '../src/open-orders.ts';
import { makeOrder } from '../src/orders/make-order.ts';
import { beginPayment } from '../src/orders/orders.ts';
import { followRefunds, refundOrder } from '../src/orders/refunds.ts';
import { applyRefund } from '../src/orders/reported-refunds.ts';
import type { Parts } from '../src/parts.ts';
import { addTerm, bookGrant } from '../src/points/ledger.ts';
import { findOverdue } from '../src/points/sweep-queries.ts';
import { payAsPayer } from '../src/sandbox/cashier.ts';
import { retryFailed } from '../src/tasks/batches/retry.ts';
import type { CallEntry } from '../src/tasks/catalogue.ts';
import { completeTask, failTask } from '../src/tasks/end-task.ts';
import { removeTasksOf } from '../src/tasks/owner-store.ts';
import { requeueTask } from '../src/tasks/run-queries.ts';
import { acceptTask, forgetTask, releaseOverdueHold, stopTask, unlockTask } from '../src/tasks/tasks.ts';
import { takeTask } from '../src/tasks/worker-queries.ts';

export interface Storm {
  readonly people: number;
  readonly loops: number;
  readonly steps: number;
  readonly seed: number;
  /** Called after each step. */
  readonly onStep?: () => void;
  /** Errors that are expected beside refusals, such as those of connections that are cut. */
  readonly isExpected?: (error: unknown) => boolean;
}

const callWith = (cost: Cost): CallEntry => ({
  tool: { name: 'storm', route: '/editor/storm', category: 'picture', icon: 'cloud', calls: [] },
  call: {
    name: 'blow',
    path: '/web/storm',
    keyCode: 'MATTING',
    lane: 'image',
    cost,
    deadlineMs: 1000,
    startPercent: 20,
    inputs: [],
    options: z.object({}),
  },
});

async function addPeople({ database }: Parts, count: number): Promise<void> {
  for (let made = 0; made < count; made++)
    await database
      .insertInto('account')
      .values({
        id: randomUUID(),
        nick_name: 'Storm',
        share_code: randomUUID(),
        platform_source: 'web-pc',
        username: null,
        mobile: null,
        password_hash: null,
        referred_by: null,
        logid_url: null,
        avatar_key: null,
        gender: null,
        created_at: new Date(),
      })
      .execute();
}

/** Small plans, so that what people own is often held or spent when its order is refunded. */
const addPlans = ({ database }: Parts) =>
  sql`
    insert into plan (kind, currency, meal_name, days, is_forever, uses, coins, amount, original_amount, position, is_on_sale)
    select kind, 'CNY', '{"zh": "Storm", "en": "Storm"}', days, is_forever, uses, coins, 100, 100, 1, true from (values
      ('coins', 0, false, 0, 12), ('coins', 0, false, 0, 30), ('member', 30, false, 15, 0), ('member', 7, false, 8, 5), ('member', 0, true, 10, 3)
    ) as small (kind, days, is_forever, uses, coins)
    where not exists (select from plan where meal_name ->> 'en' = 'Storm')`.execute(database);

type Steps = readonly (readonly [number, () => Promise<unknown>])[];

/** One of the steps, by weight; `at` is from 0 to 1. */
function chooseStep(steps: Steps, at: number): () => Promise<unknown> {
  let left = at * steps.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, step] of steps) {
    left -= weight;
    if (left < 0) return step;
  }
  return steps[0]![1];
}

function makeSteps(parts: Parts, random: () => number) {
  const { database } = parts;
  const below = (count: number) => Math.floor(random() * count);
  const findOne = async <T>(text: string): Promise<T | undefined> =>
    (
      await sql
        .raw<T>(`${text} offset floor(${random()} * (select count(*) from (${text}) as counted)) limit 1`)
        .execute(database)
    ).rows[0];
  const findPerson = async () => (await findOne<{ id: string }>('select id from account'))?.id;
  const findTask = (condition: string) =>
    findOne<{ id: string; owner: string }>(`select id, owner from task where ${condition}`);
  const service = { parts, holdOwner };
  const senderOf = (owner: string) => ({ owner, address: 'here' });
  const batchOf = (owner: string) => `${owner.slice(-6)}-${below(3)}`;

  async function accept() {
    const id = await findPerson();
    if (!id) return;
    const owner = ownerOfAccount(id);
    const kind = (['use', 'use', 'coins', 'none'] as const)[below(4)]!;
    const cost: Cost = kind === 'none' ? { kind } : { kind, amount: 1 + below(3) };
    const idempotencyKey = random() < 0.2 ? `key-${below(40)}` : null;
    await acceptTask(service, callWith(cost), {
      sender: senderOf(owner),
      baseUrl: '',
      language: 'zh',
      idempotencyKey,
      options: {},
      files: {},
      ...(random() < 0.5 && { batchId: batchOf(owner) }),
    });
  }
  async function workOff() {
    const row = await takeTask(database, { lane: 'image', workerId: randomUUID() });
    if (!row) return;
    const run = { id: row.id, attempt: row.attempt };
    const fate = random();
    await database.transaction().execute(async trx => {
      // Some give only a part of their price back, as a pipeline does.
      const amountLeft = random() < 0.25 ? below(row.charge_amount + 1) : undefined;
      if (fate < 0.7) await completeTask(trx, { ...run, amountLeft }, { files: [] });
      else if (fate < 0.92) await failTask(trx, run, { error: 'UNEXPECTED', details: null });
      else await requeueTask(trx, run, true);
    });
  }
  async function pay() {
    const task = await findTask("status = 'done' and charge_kind <> 'none'");
    if (!task) return;
    const once = () => unlockTask(service, { taskId: task.id, owner: task.owner, coinsOnly: random() < 0.15 });
    await Promise.all(random() < 0.3 ? [once(), once()] : [once()]);
  }
  async function cancel() {
    const task = await findTask('ended_at is null');
    if (task) await stopTask(parts, task.id);
  }
  async function remove() {
    const task = await findTask('true');
    if (!task) return;
    await stopTask(parts, task.id);
    await forgetTask(parts, task.id);
  }
  async function retry() {
    const task = await findTask("status = 'failed' and batch_id is not null");
    const batch = task && (await findOne<{ batch_id: string }>(`select batch_id from task where id = '${task.id}'`));
    if (task && batch)
      await retryFailed(parts, { batchId: batch.batch_id, idempotencyKey: null }, senderOf(task.owner));
  }
  const ofAccount = async (act: (accountId: string) => (trx: Parameters<typeof holdOwner>[0]) => Promise<unknown>) => {
    const id = await findPerson();
    if (!id) return;
    await database.transaction().execute(async trx => {
      if (await holdOwner(trx, ownerOfAccount(id))) await act(id)(trx);
    });
  };
  const orders = openOrders(parts);
  const buyer = { baseUrl: '', language: 'zh' } as const;
  const findOrder = (condition: string) =>
    findOne<{ order_no: string; amount: number; refunded_amount: number }>(
      `select order_no, amount, refunded_amount from purchase_order where ${condition}`,
    );
  async function buy() {
    const accountId = await findPerson();
    const plan = await findOne<{ id: string }>(`select id from plan where meal_name ->> 'en' = 'Storm'`);
    if (!accountId || !plan) return;
    const request = {
      accountId,
      editionId: plan.id,
      couponId: null,
      idempotencyKey: null,
      agentCode: null,
      logidUrl: null,
    };
    const order = await makeOrder(orders, request);
    await beginPayment(orders, order, 'wechat', buyer);
    // Some are reported as refunded, or never paid, or both.
    if (random() < 0.15) await report();
    if (random() < 0.9) await payAsPayer(orders, parts.secret, order.order_no);
  }
  /** In full or in part; a request that is repeated at once has the same number. */
  async function refund() {
    const order = await findOrder(`state = 'paid' and refunded_amount < amount`);
    if (!order) return;
    const left = order.amount - order.refunded_amount;
    const amount = random() < 0.75 ? left : 1 + below(left);
    const wish = { refundNo: randomUUID(), amount, reason: 'storm' };
    const once = () => refundOrder(orders, order.order_no, wish);
    await Promise.all(random() < 0.3 ? [once(), once()] : [once()]);
  }
  /** A refund on the provider's own pages, told once or twice, also of orders whose payment was not told yet. */
  async function report() {
    const order = await findOrder(random() < 0.8 ? `state = 'paid'` : 'provider is not null');
    if (!order) return;
    const total = random() < 0.7 ? order.amount : 1 + below(order.amount);
    const told = { refundNo: `${below(1000)}`, providerRef: null, currency: 'CNY', amount: { total } };
    const once = () => applyRefund(orders, 'wechat', order.order_no, told);
    await Promise.all(random() < 0.3 ? [once(), once()] : [once()]);
  }
  async function follow() {
    await sql`update order_refund set asked_at = now() - interval '2 minutes' where state = 'asked'`.execute(database);
    await followRefunds(orders);
  }
  const give = () =>
    ofAccount(accountId => trx => {
      const unit = random() < 0.5 ? 'use' : 'coin';
      return bookGrant(trx, { accountId, unit, amount: 1 + below(5), reference: randomUUID() });
    });
  const changeTerm = () =>
    ofAccount(accountId => trx => {
      const isLonger = random() < 0.7;
      return addTerm(parts, trx, {
        accountId,
        length: { days: isLonger ? 30 : -25 },
        mealName: { zh: '月', en: 'Month' },
        reason: isLonger ? 'grant' : 'correction',
        reference: randomUUID(),
      });
    });
  async function expireHolds() {
    await sql`
      update hold set expires_at = now() - interval '1 second'
      where id in (select id from hold where state = 'held' order by random() limit 5 for update skip locked)`.execute(
      database,
    );
    for (const taskId of await findOverdue(database, 100)) await releaseOverdueHold(parts, taskId);
  }
  async function leave() {
    const id = await findPerson();
    if (!id) return;
    await database.transaction().execute(async trx => {
      if (!(await lockAccount(trx, id))) return;
      await removeTasksOf(trx, ownerOfAccount(id), new Date());
      await removeAccount(trx, id);
    });
    await addPeople(parts, 1);
  }
  return [
    [30, accept],
    [30, workOff],
    [22, pay],
    [5, cancel],
    [4, remove],
    [4, retry],
    [7, buy],
    [3, refund],
    [1.5, report],
    [1, follow],
    [2, give],
    [4, changeTerm],
    [2, expireHolds],
    [0.4, leave],
  ] as const;
}

/** Runs the steps and answers how many there were, how many of them were refused, and the errors that nothing explains. */
export async function runStorm(
  parts: Parts,
  storm: Storm,
): Promise<{ steps: number; refused: number; faults: unknown[] }> {
  await addPeople(parts, storm.people);
  await addPlans(parts);
  let steps = 0;
  let refused = 0;
  const faults: unknown[] = [];
  const blow = async (loop: number) => {
    const random = mulberry32(storm.seed * 1000 + loop);
    const choices = makeSteps(parts, random);
    while (steps < storm.steps) {
      steps += 1;
      try {
        await chooseStep(choices, random())();
      } catch (error) {
        if (error instanceof AppError) refused += 1;
        else if (!storm.isExpected?.(error)) faults.push(error);
      }
      storm.onStep?.();
    }
  };
  await Promise.all(Array.from({ length: storm.loops }, (_, loop) => blow(loop)));
  return { steps, refused, faults };
}

/** A connection that was cut, as by the end of its server. Deadlocks and locks that were waited for too long are not among them. */
export const isCut = (error: unknown): boolean =>
  isDatabaseBusy(error) && !['40P01', '55P03', '57014'].includes(String((error as { code?: unknown }).code ?? ''));
