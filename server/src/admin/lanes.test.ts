// An operator changes a lane and pauses it: the act is recorded once, and the queue, the overview and the metrics show it.
import type { Overview } from 'contract/routes/operator-needs.ts';
import type { OperatorAct, QueueView } from 'contract/routes/operators.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInAs } from '../../testing/accounts.ts';
import { equip, errorOf, letIn } from '../../testing/operators.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const admin = '13700000041';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { ADMINS: admin } });
});
afterAll(() => server.stop());

test('a lane is changed once, by operators alone, and what they see follows', async () => {
  const operator = await equip(server, admin);
  await letIn(operator, operator.codeOf());
  const see = async () => {
    const { data } = (await operator.client.get<QueueView>('/admin/queue')).body;
    return data.lanes.find(({ lane }) => lane === 'video')!;
  };
  const before = await see();
  expect(before).toMatchObject({ widthOfEach: null, isPaused: false, seen: 0 });
  const wish = { lane: 'video', widthOfEach: 3, isPaused: true, reason: 'a disk is being changed', seen: before.seen };
  const change = (body: object) => operator.client.post('/admin/lane', { ...wish, ...body });
  const person = await logInAs(server, '13700000042');
  expect(errorOf(await person.client.post('/admin/lane', wish))[0]).toBe(404);
  expect((await change({ widthOfEach: 0 })).status).toBe(400);
  expect((await change({ widthOfEach: 65 })).status).toBe(400);
  expect((await change({})).status).toBe(200);
  expect(errorOf(await change({ isPaused: false }))).toEqual([409, 'CHANGED_MEANWHILE']);
  const after = await see();
  expect(after).toMatchObject({ widthOfEach: 3, isPaused: true });
  expect(errorOf(await change({ seen: after.seen }))).toEqual([400, 'NOTHING_CHANGES']);
  const { data: acts } = (await operator.client.get<{ list: OperatorAct[] }>('/admin/acts?page=1&size=5')).body;
  expect(acts.list[0]).toMatchObject({
    act: 'lane',
    subject: 'lane video',
    reason: 'a disk is being changed',
    details: { before: { width: null, isPaused: false }, after: { width: 3, isPaused: true } },
  });
  const { data: overview } = (await operator.client.get<Overview>('/admin/overview')).body;
  expect(overview.pausedLanes).toEqual([{ lane: 'video', waiting: 0 }]);
  const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
  await expect.poll(metrics, { timeout: 30_000 }).toContain('pixwright_lane_paused{lane="video"} 1');
  expect(await metrics()).toContain('pixwright_lane_paused{lane="image"} 0');
});
