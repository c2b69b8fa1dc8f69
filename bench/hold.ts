// The overhead of a hold when a tiny task is accepted: the same call by the same kind of person at two servers, one without membership.
import { randomUUID } from 'node:crypto';
import type { Task } from 'contract/task.ts';
import { addTerm, bookGrant } from '../server/src/points/ledger.ts';
import { insertPerson } from '../server/testing/row-login.ts';
import { median } from './numbers.ts';
import { withDatabaseOf } from './people.ts';
import { makeTinyPicture } from './pictures.ts';
import { createClient, type Product, startProduct } from './product.ts';
import type { Line } from './report.ts';

const samples = 300;
const callPath = '/web/photoFilter';

/** Creates a member with uses in the product's own database and returns the token of a login. */
const makeMember = (product: Product): Promise<string> =>
  withDatabaseOf(product, async postgres => {
    const { accountId, token } = await insertPerson(postgres);
    await postgres.database.transaction().execute(async trx => {
      const gift = { accountId, reference: randomUUID() };
      await bookGrant(trx, { ...gift, unit: 'use', amount: 100_000 });
      const mealName = { zh: '会员', en: 'Member' };
      await addTerm({ config: { timeZone: 'UTC' } }, trx, { ...gift, length: 'forever', mealName, reason: 'grant' });
    });
    return token;
  });

async function openSide(membership: 'on' | 'off') {
  // Without a worker only the acceptance is measured.
  const product = await startProduct({ MEMBERSHIP: membership, ROLE: 'api' });
  const client = createClient(product.url);
  client.headers.token = await makeMember(product);
  const imageUrl = await client.upload(await makeTinyPicture(100, 3), 'tiny.png');
  return {
    stop: product.stop,
    async accept(): Promise<{ ms: number; state: string }> {
      const start = performance.now();
      const task = await client.post<Task>(callPath, { imageUrl, filterType: 'negative', wait: 0 });
      const ms = performance.now() - start;
      await client.post(`/web/task/${task.taskId}/cancel`, {});
      return { ms, state: task.charge.state };
    },
  };
}

/** Alternates between both sides, so that they run under the same conditions. */
export async function measureHold(): Promise<Line> {
  const sides = [await openSide('on'), await openSide('off')] as const;
  try {
    const times: [number[], number[]] = [[], []];
    for (let round = -30; round < samples; round++)
      for (const [index, side] of sides.entries()) {
        const { ms, state } = await side.accept();
        if (state !== (index === 0 ? 'held' : 'none')) throw new Error(`a charge is ${state}`);
        if (round >= 0) times[index]!.push(ms);
      }
    const [on, off] = times.map(median) as [number, number];
    return {
      what: `Acceptance of a tiny task that holds a use, median of ${samples}, interleaved`,
      ours: `${on.toFixed(1)} ms`,
      rival: `MEMBERSHIP=off: ${off.toFixed(1)} ms`,
      aim: '≤ 3 ms more',
      isMet: on - off <= 3,
    };
  } finally {
    for (const side of sides) await side.stop();
  }
}
