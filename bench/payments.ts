// Payments and coupons under load: callbacks that arrive duplicated, reordered, forged and with wrong amounts, and a coupon that all
// people request at once, while the server is killed and restarted.
import { rmSync } from 'node:fs';
import type { Edition, Order } from 'contract/routes/orders.ts';
import { startEmbeddedPostgres } from '../server/src/adapters/embedded-postgres.ts';
import { migrate } from '../server/src/adapters/migrations.ts';
import type { ProviderName, RawNotice } from '../server/src/adapters/payment.ts';
import { connectPostgres, type Postgres } from '../server/src/adapters/postgres.ts';
import { saveCoupon } from '../server/src/coupons/coupons.ts';
import { checkMoney } from '../server/src/points/check-queries.ts';
import { makeOpenFolder } from '../server/testing/folders.ts';
import { type StandIns, startProviders } from '../server/testing/pay/providers.ts';
import { type RunningServer, startProcess } from '../server/testing/process.ts';
import { insertPerson } from '../server/testing/row-login.ts';
import type { Bench, Line } from './report.ts';

const orderCount = 300;
const noticeCount = 2000;
const forgedCount = noticeCount / 10;
const wrongCount = noticeCount / 20;
const buyers = 30;
const people = 200;
const pieces = 50;
const connections = 16;
const coinsOfOrder = 100;

/** A server that can be killed and restarted on the same database. */
async function startMortal(environment: Record<string, string>) {
  let server: RunningServer = await startProcess(environment);
  let next = Promise.resolve();
  return {
    url: () => server.url,
    /** Kills it with SIGKILL immediately, and starts another one. */
    die() {
      const dead = server.kill('SIGKILL');
      next = dead.then(async () => {
        server = await startProcess(environment);
      });
    },
    back: () => next,
    stop: async () => {
      await next;
      await server.kill('SIGTERM');
    },
  };
}
type Mortal = Awaited<ReturnType<typeof startMortal>>;

/** Shuffles deterministically (Park and Miller, 1988). */
function shuffle<T>(list: readonly T[]): T[] {
  let state = 7;
  const keyed = list.map(value => {
    state = (state * 48_271) % 2_147_483_647;
    return { value, at: state };
  });
  return keyed.sort((a, b) => a.at - b.at).map(({ value }) => value);
}

/** Calls `act` for each item of the list, at most `width` at a time. */
async function spread<T>(list: readonly T[], width: number, act: (one: T) => Promise<void>): Promise<void> {
  const left = [...list];
  const work = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await act(one);
  };
  await Promise.all(Array.from({ length: width }, work));
}

interface Bought {
  readonly way: ProviderName;
  readonly orderNo: string;
}

async function makeOrders(url: string, tokens: readonly string[]): Promise<Bought[]> {
  const planOf = async (currency: string) => {
    const answer = await fetch(`${url}/web/paySettings/coinEditions?currency=${currency}`);
    const { data } = (await answer.json()) as { data: { list: Edition[] } };
    return data.list.find(plan => plan.coins === coinsOfOrder)!.id;
  };
  const plans = { wechat: await planOf('CNY'), alipay: await planOf('CNY'), paypal: await planOf('USD') };
  const ways = Object.keys(plans) as ProviderName[];
  const orders: Bought[] = [];
  await spread([...Array(orderCount).keys()], 8, async at => {
    const way = ways[at % ways.length]!;
    const reply = await fetch(`${url}/web/createPreOrder`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token: tokens[at % buyers]! },
      body: JSON.stringify({ editionId: plans[way], payType: way }),
    });
    const { data } = (await reply.json()) as { data: Order | null };
    if (!data) throw new Error(`no order: ${reply.status}`);
    orders.push({ way, orderNo: data.orderNo });
  });
  return orders;
}

interface CallBack {
  readonly way: ProviderName;
  readonly raw: RawNotice;
  readonly isForged: boolean;
}

/**
 * Callbacks for orders that were all paid: one for each; the others are repetitions with the same or another number, forgeries, or have
 * another amount.
 */
function makeCallBacks(orders: readonly Bought[], standIns: StandIns): CallBack[] {
  const make = (at: number, changes: Parameters<StandIns['wechat']['makeNotice']>[1] = {}): CallBack => {
    const { way, orderNo } = orders[at % orders.length]!;
    return { way, raw: standIns[way].makeNotice(orderNo, changes), isForged: changes.isForged ?? false };
  };
  const numbers = (count: number) => [...Array(count).keys()];
  const honest = numbers(orderCount).map(at => make(at));
  const repeated = numbers(noticeCount - orderCount - forgedCount - wrongCount).map(at =>
    at % 2 === 0 ? honest[at % honest.length]! : make(at),
  );
  return shuffle([
    ...honest,
    ...repeated,
    ...numbers(forgedCount).map(at => make(at * 7, { isForged: true })),
    ...numbers(wrongCount).map(at => make(at * 11, { amount: 1 + at })),
  ]);
}

/** Delivers them as providers do, repeating until they are accepted. Kills the server at each of the given moments. */
async function deliver(callBacks: readonly CallBack[], server: Mortal, killAt: readonly number[]) {
  let sent = 0;
  let again = 0;
  const answers: { isForged: boolean; status: number }[] = [];
  await spread(callBacks, connections, async ({ way, raw, isForged }) => {
    sent += 1;
    if (killAt.includes(sent)) server.die();
    for (;;) {
      const status = await fetch(`${server.url()}/pay/notify/${way}`, {
        method: 'POST',
        headers: raw.headers as Record<string, string>,
        body: raw.body,
      }).then(
        async reply => {
          await reply.arrayBuffer();
          return reply.status;
        },
        () => 0,
      );
      if (status > 0 && status < 500) {
        answers.push({ isForged, status });
        return;
      }
      again += 1;
      await server.back();
    }
  });
  return { again, answers };
}

async function measureCallBacks(postgres: Postgres, server: Mortal, tokens: readonly string[], standIns: StandIns) {
  const orders = await makeOrders(server.url(), tokens);
  for (const { way, orderNo } of orders) standIns[way].pay(orderNo);
  const kills = [noticeCount * 0.3, noticeCount * 0.7].map(Math.round);
  const { again, answers } = await deliver(makeCallBacks(orders, standIns), server, kills);
  const { rows } = await postgres.pool.query<{ booked: number; orders: number }>(
    `select booked, count(*)::int as orders from (
      select coalesce(sum(movement.amount), 0)::int as booked from purchase_order
      left join movement on movement.reason = 'purchase' and reference = order_no and unit = 'coin'
      where state = 'paid' group by order_no) as each group by booked`,
  );
  const once = rows.find(row => row.booked === coinsOfOrder)?.orders ?? 0;
  const refused = answers.filter(answer => answer.isForged && answer.status === 400).length;
  const taken = answers.filter(answer => !answer.isForged && answer.status === 200).length;
  const violations = await checkMoney(postgres.database);
  for (const violation of violations) console.log(violation);
  return {
    what: `${noticeCount.toLocaleString('en')} callbacks of three providers for ${orderCount} orders, doubled and reordered, ${forgedCount} forged, ${wrongCount} of another amount, over ${connections} connections`,
    ours: `${once} orders applied once, ${orderCount - once} not; ${refused} refused; ${kills.length} × kill -9, ${again} delivered again; ${violations.length} violations`,
    rival: '–',
    aim: `${orderCount} orders applied exactly once`,
    isMet:
      once === orderCount &&
      rows.length === 1 &&
      refused === forgedCount &&
      taken === noticeCount - forgedCount &&
      violations.length === 0,
  } satisfies Line;
}

/** All people request the coupon in two tabs at once, and retry until they get a response. */
async function crowd(server: Mortal, tokens: readonly string[], couponId: string, killAfter: number): Promise<number> {
  let answered = 0;
  const receive = async (token: string): Promise<boolean> => {
    for (;;) {
      const status = await fetch(`${server.url()}/web/coupon/receiveCoupon?couponId=${couponId}`, {
        headers: { token },
      }).then(
        async reply => {
          await reply.arrayBuffer();
          return reply.status;
        },
        () => 0,
      );
      answered += 1;
      if (answered === killAfter) server.die();
      if (status === 200) return true;
      if (status === 409) return false;
      await server.back();
    }
  };
  const told = await Promise.all(tokens.map(token => Promise.all([receive(token), receive(token)])));
  return told.filter(([first, second]) => first || second).length;
}

async function measureCrowd(postgres: Postgres, server: Mortal, tokens: readonly string[]): Promise<Line> {
  const found: { told: number; pieces: number; owners: number; taken: number }[] = [];
  for (const [name, killAfter] of [
    ['calm', 0],
    ['killed', 20],
  ] as const) {
    const dayMs = 86_400_000;
    const { id } = await saveCoupon(postgres.database, {
      name,
      title: { zh: '券', en: 'Coupon' },
      percentOff: 10,
      startsAt: new Date(Date.now() - dayMs).toISOString(),
      endsAt: new Date(Date.now() + dayMs).toISOString(),
      pieces,
    });
    const told = await crowd(server, tokens, id, killAfter);
    const { rows } = await postgres.pool.query(
      `select count(*)::int as pieces, count(distinct account_id)::int as owners, (select taken from coupon where id = $1)
        from coupon_piece where coupon_id = $1`,
      [id],
    );
    found.push({ told, ...rows[0] });
  }
  const violations = await checkMoney(postgres.database);
  return {
    what: `${people} people at once, in two tabs each, for a coupon of ${pieces} pieces; then for another one, with kill -9 in the middle`,
    ours: `${found.map(({ owners }) => owners).join(' and ')} people have one, ${found.map(({ taken }) => taken).join(' and ')} taken; ${violations.length} violations`,
    rival: '–',
    aim: `exactly ${pieces}`,
    isMet:
      violations.length === 0 &&
      found.every(one => [one.told, one.pieces, one.owners, one.taken].every(count => count === pieces)),
  };
}

export const benchPayments: Bench = async () => {
  const folder = makeOpenFolder('pixwright-payments-');
  const embedded = await startEmbeddedPostgres(folder);
  const postgres = connectPostgres(embedded.connection);
  const providers = await startProviders();
  try {
    await migrate(postgres.pool);
    const tokens: string[] = [];
    for (let made = 0; made < people; made++) tokens.push((await insertPerson(postgres)).token);
    const server = await startMortal({
      DATA_DIR: folder,
      ROLE: 'api',
      RATE_PER_MINUTE: '1000000',
      LOG_LEVEL: 'silent',
      ...providers.environment,
    });
    try {
      return [
        await measureCallBacks(postgres, server, tokens, providers.standIns),
        await measureCrowd(postgres, server, tokens),
      ];
    } finally {
      await server.stop();
    }
  } finally {
    await providers.stop();
    await postgres.close();
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
