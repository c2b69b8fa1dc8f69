// What goes wrong, in an order that the seed fixes: kills of the api, the workers, PostgreSQL and the store, and between them lines that are slow,
// held, refused or cut.
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, pickByShare } from '../random.ts';
import type { FaultyProxy, Mood } from './faulty-proxy.ts';
import type { Killable } from './killable.ts';
import type { Place } from './place.ts';

/** Of a hundred kills. */
const shares = [
  { target: 'api', share: 25 },
  { target: 'worker', share: 45 },
  { target: 'database', share: 15 },
  { target: 'store', share: 15 },
] as const;
type Target = (typeof shares)[number]['target'];

/** Time from one kill to the next, and from a kill to the start. */
const pauseMs = { least: 800, most: 2800 };
const downMs = { least: 0, most: 2500 };
/** One event in so many is a line instead of a kill. */
const linesPerEvent = 0.3;
const lineMs = { least: 500, most: 5000 };
const moods: readonly Mood[] = ['slow', 'held', 'refused', 'cutting'];

export interface Harm {
  readonly kills: Record<Target, number>;
  readonly lines: Record<string, number>;
  /** How long each was away, from its kill until it answered again. */
  readonly awayMs: Record<Target, number>;
}

const between = (random: () => number, { least, most }: { least: number; most: number }) =>
  least + random() * (most - least);

const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** Kills until so many are done, and resolves when all processes are up again and all lines are well. */
export async function makeWeather(
  place: Place,
  { seed, kills, onKill }: { seed: number; kills: number; onKill: (count: number) => void },
): Promise<Harm> {
  const random = createRandom(seed);
  const harm: Harm = {
    kills: { api: 0, worker: 0, database: 0, store: 0 },
    lines: {},
    awayMs: { api: 0, worker: 0, database: 0, store: 0 },
  };
  const pending = new Set<Promise<void>>();
  const down = new Set<Killable>();
  const later = (work: Promise<void>) => {
    pending.add(work);
    void work.finally(() => pending.delete(work));
  };

  const processOf = (target: Target): Killable => {
    if (target === 'api') return place.api.server;
    if (target === 'database') return place.database.process;
    if (target === 'store') return place.store.process;
    return pick(random, place.workers).server;
  };

  async function killOnce(target: Target, victim: Killable, forMs: number): Promise<void> {
    down.add(victim);
    const killedAt = performance.now();
    await victim.kill();
    await sleep(forMs);
    victim.start();
    await victim.untilUp();
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
    const victim = processOf(target);
    const forMs = between(random, downMs);
    // One that is just starting is left alone: a kill of what never answered shows nothing new.
    while (down.has(victim)) await sleep(50);
    harm.kills[target] += 1;
    onKill(++done);
    later(killOnce(target, victim, forMs));
  }
  while (pending.size > 0) await Promise.all(pending);
  return harm;
}
