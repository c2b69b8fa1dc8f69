// A lane as a queue: tasks come at random, wait for one of its places, and take as long as a task of the same kind was measured to take.
import { pickByShare } from './random.ts';

export interface Kind {
  readonly share: number;
  /** Seconds that measured tasks of this kind held a place; one is drawn for each simulated task. */
  readonly seconds: readonly number[];
}

export interface LanePlan {
  readonly kinds: readonly Kind[];
  readonly places: number;
  /** When each task comes, in seconds, ascending. */
  readonly arrivals: readonly number[];
  readonly random: () => number;
}

/** Times of a Poisson process whose rate, in tasks a second, changes slowly; never above `highest`. Method: thinning (Lewis and Shedler, 1979). */
export function drawArrivals(
  rateAt: (second: number) => number,
  { seconds, highest, random }: { seconds: number; highest: number; random: () => number },
): number[] {
  const found: number[] = [];
  for (let at = 0; ; ) {
    at -= Math.log(1 - random()) / highest;
    if (at >= seconds) return found;
    if (random() * highest < rateAt(at)) found.push(at);
  }
}

/** The seconds that each task waits, in the order of arrival: first come, first served. */
export function simulateLane({ kinds, places, arrivals, random }: LanePlan): number[] {
  const freeAt = Array.from({ length: places }, () => 0);
  return arrivals.map(at => {
    let next = 0;
    for (let place = 1; place < places; place++) if (freeAt[place]! < freeAt[next]!) next = place;
    const start = Math.max(at, freeAt[next]!);
    const { seconds } = pickByShare(random, kinds);
    freeAt[next] = start + seconds[Math.floor(random() * seconds.length)]!;
    return start - at;
  });
}
