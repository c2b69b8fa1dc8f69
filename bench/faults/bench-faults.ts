// What goes wrong while the product works, and what is lost, done twice, charged wrongly or left over in the end: kills, an update under load, and a
// network whose lines are cut. BENCH_ONLY=kills,update,cuts runs some of them.
import type { Bench, Line } from '../report.ts';
import { tryCuts } from './cuts.ts';
import { tryKills } from './kills.ts';
import { tryUpdates } from './update.ts';

const parts: Readonly<Record<string, () => Promise<Line[]>>> = { kills: tryKills, update: tryUpdates, cuts: tryCuts };
const wanted = process.env.BENCH_ONLY?.split(',') ?? Object.keys(parts);

export const benchFaults: Bench = async () => {
  const lines: Line[] = [];
  for (const name of wanted) lines.push(...((await parts[name]?.()) ?? []));
  return lines;
};
