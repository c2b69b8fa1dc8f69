// The effect of hostile visitors on others. Each measure starts its own product on loopback, sends a bounded number of requests and stops
// everything it started; one that exceeds its time fails the bench. A new measure is one more line in this list.
import { measureBombs } from './hostile-bombs.ts';
import { measureFullDisk } from './hostile-disk.ts';
import { measureFloodedQueue } from './hostile-queue.ts';
import { measureUnreadStreams } from './hostile-streams.ts';
import type { Bench, Line } from './report.ts';

interface Measure {
  readonly name: string;
  readonly run: () => Promise<readonly Line[]>;
}

const measures: readonly Measure[] = [
  { name: 'unread streams', run: measureUnreadStreams },
  { name: 'disk', run: measureFullDisk },
  { name: 'bombs', run: measureBombs },
  { name: 'flooded queue', run: measureFloodedQueue },
];

const longestMs = 15 * 60_000;

async function inTime({ name, run }: Measure): Promise<readonly Line[]> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${name}: not over after ${longestMs / 1000} s`)), longestMs);
  return Promise.race([run(), late.promise]).finally(() => clearTimeout(timer));
}

export const benchHostile: Bench = async () => {
  const lines: Line[] = [];
  for (const measure of measures) {
    console.log(`  ${measure.name} …`);
    lines.push(...(await inTime(measure)));
  }
  return lines;
};
