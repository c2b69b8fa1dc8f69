// The network between the parts is cut under load: the api, each worker, PostgreSQL and the store have addresses of their own, and while the line of one is
// cut, no side is told. Unlike a proxy that cuts, no connection is reset.
import { setTimeout as sleep } from 'node:timers/promises';
import { findObstacle } from '../../scripts/topology/namespaces.ts';
import type { Line } from '../report.ts';
import { type Cut, netPrograms, openNetwork } from './network.ts';
import { makePlaceFolder, openNetPlace } from './place.ts';
import { describeLoad, describeReckoning, titleOf, tryUnderLoad } from './trial.ts';

const seed = 1;
/** Longer than a heartbeat, and than a statement may take. */
const plan: readonly { readonly part: string; readonly cut: Cut; readonly forMs: number }[] = [
  { part: 'PostgreSQL', cut: 'silent', forMs: 30_000 },
  { part: 'worker-1', cut: 'silent', forMs: 40_000 },
  { part: 'store', cut: 'silent', forMs: 30_000 },
  { part: 'api', cut: 'down', forMs: 20_000 },
  { part: 'PostgreSQL', cut: 'lossy', forMs: 30_000 },
  { part: 'worker-2', cut: 'down', forMs: 40_000 },
  { part: 'store', cut: 'lossy', forMs: 30_000 },
];
const pauseMs = 8000;

export async function tryCuts(): Promise<Line[]> {
  const what = 'Network between parts cut under load, no side told';
  const obstacle = findObstacle(netPrograms);
  if (obstacle) {
    console.log(`cuts are left out: ${obstacle}`);
    return [];
  }
  const network = openNetwork();
  try {
    const place = await openNetPlace(makePlaceFolder(), network);
    try {
      const trial = await tryUnderLoad(place, seed, async diary => {
        for (const { part, cut, forMs } of plan) {
          await sleep(pauseMs);
          const spot = place.spots.get(part)!;
          console.log(`${part} ${cut}, ${diary.tasks.size} tasks`);
          network.cut(spot, cut);
          await sleep(forMs);
          network.mend(spot, cut);
        }
        await sleep(pauseMs);
      });
      const done = plan.map(({ part, cut, forMs }) => `${part} ${cut} ${forMs / 1000} s`);
      return [
        {
          what: `${what}: 1 api, 3 workers, ${titleOf(place)}, each in a network namespace`,
          ours: `${describeLoad(trial)}; ${done.join(', ')}`,
          rival: '–',
          aim: `${plan.length} cuts`,
          isMet: true,
        },
        ...describeReckoning(what, trial),
      ];
    } finally {
      await place.close();
    }
  } finally {
    network.close();
  }
}
