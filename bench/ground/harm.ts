// `npm run bench harm`: how often the engines leave alone what needs nothing. HARM_SHARE (0..1) makes every set smaller for a quick run,
// BENCH_ONLY selects engines by name. Writes a contact sheet of the worst twenty for each.
import path from 'node:path';
import type { Bench, Line } from '../report.ts';
import { writeSheet } from './contact-sheet.ts';
import { groundFolder } from './ground.ts';
import { type Engine, engines, type Verdict } from './harm-engines.ts';

const share = Number(process.env.HARM_SHARE ?? 1);
const only = process.env.BENCH_ONLY?.split(',');
const worst = 20;
const percent = (part: number) => `${Math.round(part * 100)} %`;
const count = (usual: number) => Math.max(2, Math.round(usual * share));

async function judge(engine: Engine): Promise<Line> {
  const verdicts: Verdict[] = [];
  for await (const verdict of engine.judge(count)) {
    console.log(`${engine.name}: ${verdict.isLeft ? 'left' : '**touched**'} ${verdict.shown.caption}`);
    verdicts.push(verdict);
  }
  const byHarm = [...verdicts].sort((a, b) => b.harm - a.harm).slice(0, worst);
  const sheet = await writeSheet(
    byHarm.map(({ shown }) => shown),
    path.join(groundFolder, 'sheets'),
    `harm-${engine.name}`,
  );
  console.log(`The worst of ${engine.name}: ${sheet}`);
  const left = verdicts.filter(({ isLeft }) => isLeft).length;
  return {
    what: `${engine.name}: ${engine.material}`,
    ours: `${left} of ${verdicts.length} (${percent(left / verdicts.length)})`,
    rival: '–',
    aim: `≥ ${percent(engine.aim)}`,
    isMet: left >= engine.aim * verdicts.length,
  };
}

export const benchHarm: Bench = async () => {
  const lines: Line[] = [];
  for (const engine of engines) if (!only || only.includes(engine.name)) lines.push(await judge(engine));
  return lines;
};
