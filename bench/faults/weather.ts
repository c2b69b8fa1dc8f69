// What goes wrong, in an order that the seed fixes: kills of the api, the workers, PostgreSQL and the store, failovers of PostgreSQL to its replica, and
// between them lines that are slow, held, refused or cut.
import { setTimeout as sleep } from 'node:timers/promises';
import { mulberry32 } from 'contract/random.ts';
import { pickByShare } from '../random.ts';
import type { Database, Failover } from './database.ts';
import type { FaultyProxy, Mood } from './faulty-proxy.ts';
import { Killable } from './killable.ts';
import type { LinedPlace } from './place.ts';

/** Of a hundred kills. */
const shares = [
  { target: 'api', share: 25 },
  { target: 'worker', share: 42 },
  { target: 'database', share: 9 },
  // The primary is killed and its replica promoted.
  { target: 'failover', share: 9 },
  { target: 'store', share: 15 },
] as const;
type Target = (typeof shares)[number]['target'];

/** Time from one kill to the next, and from a kill to the start. */
const pauseMs = { min: 800, max: 2800 };
const downMs = { min: 0, max: 2500 };
/** One event in so many is a line instead of a kill. */
const linesPerEvent = 0.3;
const lineMs = { min: 500, max: 5000 };
const moods: readonly Mood[] = ['slow', 'held', 'refused', 'cutting'];

export interface Harm {
  readonly kills: Record<Target, number>;
  readonly lines: Record<string, number>;
  /** How long each was away, from its kill until it answered again. */
  readonly awayMs: Record<Target, number>;
}

const between = (random: () => number, { min, max }: { min: number; max: number }) => min + random() * (max - min);

const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** Kills until so many are done, and resolves when all processes are up again and all lines are well. */
export async function makeWeather(
  place: LinedPlace,
  { seed, kills, onKill }: { seed: number; kills: number; onKill: (count: number) => void },
): Promise<Harm> {
  const random = mulberry32(seed);
  const harm: Harm = {
    kills: { api: 0, worker: 0, database: 0, failover: 0, store: 0 },
    lines: {},
    awayMs: { api: 0, worker: 0, database: 0, failover: 0, store: 0 },
  };
  const pending = new Set<Promise<void>>();
  const down = new Set<Killable | Database>();
  const later = (work: Promise<void>) => {
    pending.add(work);
    void work.finally(() => pending.delete(work));
  };

  const { database } = place;
  const victimOf = (target: Target): Killable | Database => {
    if (target === 'api') return place.api.server;
    if (target === 'database' || target === 'failover') return database;
    if (target === 'store') return place.store.process;
    return pick(random, place.workers).server;
  };

  async function killOnce(target: Target, victim: Killable | Database, how: Failover): Promise<void> {
    down.add(victim);
    // What promotes a replica knows that it has all commits.
    if (target === 'failover') await database.untilReplicated();
    const killedAt = performance.now();
    if (target === 'failover') await database.failOver(how, place.moveDatabase);
    else {
      const process = victim instanceof Killable ? victim : victim.primary;
      await process.kill();
      await sleep(how.afterMs);
      process.start();
      await process.untilUp();
    }
    down.delete(victim);
    harm.awayMs[target] += performance.now() - killedAt;
  }

  async function disturb(name: string, line: FaultyProxy, mood: Mood, forMs: number): Promise<void> {
    harm.lines[`${name} ${mood}`] = (harm.lines[`${name} ${mood}`] ?? 0) + 1;
    line.mood = mood;
    if (mood === 'refused') line.cutAll();
    await sleep(forMs);
    line.mood = 'well';
  }

  const machines = [place.api, ...place.workers];
  for (let done = 0; done < kills; ) {
    await sleep(between(random, pauseMs));
    if (random() < linesPerEvent) {
      const { toDatabase, toStore } = pick(random, machines);
      const [name, line] = pick(random, [
        ['to PostgreSQL', toDatabase],
        ['to the store', toStore],
        ['to the api', place.front],
      ] as const);
      const mood = pick(random, moods);
      const forMs = between(random, lineMs);
      if (line.mood === 'well') later(disturb(name, line, mood, forMs));
      continue;
    }
    const { target } = pickByShare(random, shares);
    const victim = victimOf(target);
    const how = { afterMs: between(random, downMs), movesFirst: random() < 0.5, oldReturns: random() < 0.5 };
    // One that is just starting is left alone: a kill of what never answered shows nothing new.
    while (down.has(victim)) await sleep(50);
    harm.kills[target] += 1;
    onKill(++done);
    later(killOnce(target, victim, how));
  }
  while (pending.size > 0) await Promise.all(pending);
  return harm;
}
