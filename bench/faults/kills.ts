// Kills under load: 1 api, 3 workers, PostgreSQL with a replica and an S3 store as separate processes, each killed again and again in an order that a
// seed fixes, with failovers to the replica, and slow, held, refused and cut lines between them. FAULTS_KILLS and FAULTS_SEED run a part of it.
import { createClient } from '../../client/client.ts';
import { blame } from '../../server/src/tasks/run-queries.ts';
import type { Line } from '../report.ts';
import type { Diary } from './diary.ts';
import { makePlaceFolder, openPlace, type Place, shiftHours } from './place.ts';
import { startPoison } from './poison.ts';
import { describeLoad, describeReckoning, list, makeClip, type Trial, titleOf, tryUnderLoad } from './trial.ts';
import { type Harm, makeWeather } from './weather.ts';

const kills = Number(process.env.FAULTS_KILLS ?? 200);
const seed = Number(process.env.FAULTS_SEED ?? 1);
/** Of the child of a poisoned task: a death in which its worker died as well counts half. */
const maxDeaths = blame.max / blame.ofLoss;

interface Poisoned {
  readonly status: string;
  readonly deaths: number;
}

/** Starts a conversion whose child is killed each time it has begun. */
async function poison({ origin }: Place, clip: File, diary: Diary): Promise<() => Promise<Poisoned>> {
  const client = createClient({ origin });
  const { taskId } = await client.startTask<string>('/web/video/formatmp4/newFormatmp4', {
    videoUrl: clip,
    format: 'webm',
  });
  diary.accept(taskId, 'poison', null);
  const stop = startPoison(taskId);
  return async () => {
    const { status } = await client.followTask(taskId);
    return { status, deaths: await stop() };
  };
}

/** Which part of the time each was away after its kills, and how many starts failed meanwhile. */
function describeAway({ api, workers, database }: Place, { awayMs }: Harm, seconds: number): string {
  const shares = Object.entries(awayMs).map(([target, ms]) => {
    const count = target === 'worker' ? workers.length : 1;
    return `${target} ${(ms / 10 / seconds / count).toFixed(0)} %`;
  });
  const failedStarts = [api, ...workers].reduce((sum, { server }) => sum + server.ownEnds, 0);
  const waits = database.withoutReplicaMs.map(ms => ms / 1000);
  const rebuilt =
    waits.length > 0 ? `; until a promoted one had a replica: up to ${Math.max(...waits).toFixed(1)} s` : '';
  return `${shares.join(', ')}${rebuilt}; starts that failed: ${failedStarts}`;
}

function describe(trial: Trial<{ harm: Harm; poisoned: Poisoned }>): Line[] {
  const { harm, poisoned } = trial.harm;
  const killed = Object.values(harm.kills).reduce((sum, count) => sum + count, 0);
  const what = `${killed} × kill -9 under load, seed ${seed}`;
  const away = describeAway(trial.place, harm, trial.seconds);
  return [
    {
      what: `${what}: on 1 api, 3 workers (the clock of one is ${shiftHours} h ahead), ${titleOf(trial.place)}`,
      ours: `${describeLoad(trial)}; kills: ${list(harm.kills)}; lines: ${list(harm.lines)}; away: ${away}`,
      rival: '–',
      aim: `${kills} kills`,
      isMet: killed === kills,
    },
    ...describeReckoning(what, trial),
    {
      what: `${what}: a poisoned task, whose child dies each time it runs`,
      ours: `${poisoned.status} after ${poisoned.deaths} deaths of its child`,
      rival: '–',
      aim: `failed, after 3, or up to ${maxDeaths} where its workers died too`,
      isMet: poisoned.status === 'failed' && poisoned.deaths <= maxDeaths,
    },
  ];
}

export async function tryKills(): Promise<Line[]> {
  const place = await openPlace(makePlaceFolder(), { hasWrongClock: true });
  try {
    const longClip = makeClip(place.folder, 20, '640x360');
    const trial = await tryUnderLoad(place, seed, async diary => {
      const endOfPoison = await poison(place, longClip, diary);
      const onKill = (count: number) => count % 10 === 0 && console.log(`${count} kills, ${diary.tasks.size} tasks`);
      const harm = await makeWeather(place, { seed, kills, onKill });
      return { harm, poisoned: await endOfPoison() };
    });
    return describe(trial);
  } finally {
    await place.close();
  }
}
