// The watch over a run's folder, where measuring it takes longer than the pause between two looks.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { controlOf, openCells } from '../../testing/cells.ts';
import { measureFolder } from './scratch.ts';

vi.mock(import('./scratch.ts'), async original => ({ ...(await original()), measureFolder: vi.fn() }));

let cells: Awaited<ReturnType<typeof openCells>>;
beforeAll(async () => {
  cells = await openCells();
});
afterAll(() => cells.close());

test('a folder is measured by one look at a time, and its size still counts', async () => {
  const { promise: measured, resolve: measure } = Promise.withResolvers<number>();
  vi.mocked(measureFolder).mockReturnValue(measured);
  const pool = cells.openPool({});
  const ended = pool.run(cells.assign({ options: { mode: 'hang' } }), controlOf({})).catch((error: unknown) => error);
  while (vi.mocked(measureFolder).mock.calls.length === 0) await sleep(50);
  // Three more looks would fit in here.
  await sleep(3500);
  expect(measureFolder).toHaveBeenCalledTimes(1);
  measure(Number.MAX_SAFE_INTEGER);
  expect(await ended).toMatchObject({ code: 'RESULT_TOO_LARGE' });
  await pool.close();
});
