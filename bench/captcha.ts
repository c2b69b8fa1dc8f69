// The two pictures of the slider captcha against programs that follow the piece's outline, and the cost of drawing one.
import { drawBlockPuzzle } from '../engines/captcha/block-puzzle.ts';
import { drawClickWord } from '../engines/captcha/click-word.ts';
import { drawFigureRow } from '../engines/captcha/figure-row.ts';
import { allPlaces } from './captcha-measures.ts';
import { attackers } from './captcha-outlines.ts';
import { readViews, type Slider } from './captcha-views.ts';
import type { Bench } from './report.ts';

const challenges = 100;
/** The server's tolerance, in pixels. */
const tolerance = 5;

/** The fraction of pictures that each program solves at the first try, best first. */
async function attack(draw: () => Promise<Slider>): Promise<[name: string, share: number][]> {
  const wins = new Map(Object.keys(attackers).map(name => [name, 0]));
  for (let i = 0; i < challenges; i++) {
    const slider = await draw();
    const views = await readViews(slider);
    for (const [name, attacker] of Object.entries(attackers)) {
      const scores = allPlaces.map(attacker(views));
      const found = allPlaces[scores.indexOf(Math.max(...scores))]!;
      if (Math.abs(found - slider.answer[0]!.x) <= tolerance) wins.set(name, wins.get(name)! + 1);
    }
  }
  return [...wins].map(([name, won]): [string, number] => [name, won / challenges]).sort((a, b) => b[1] - a[1]);
}

async function measureCpuMs(draw: () => Promise<unknown>): Promise<number> {
  for (let i = 0; i < 10; i++) await draw();
  const before = process.cpuUsage();
  for (let i = 0; i < 60; i++) await draw();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / 60;
}

const show = (found: readonly [string, number][]) =>
  found.map(([name, share]) => `${name} ${Math.round(share * 100)} %`).join(', ');

export const benchCaptcha: Bench = async () => {
  const puzzle = await attack(drawBlockPuzzle);
  const row = await attack(drawFigureRow);
  const drawMs = [
    await measureCpuMs(() => drawBlockPuzzle()),
    await measureCpuMs(() => drawFigureRow()),
    await measureCpuMs(() => drawClickWord('zh')),
  ];
  return [
    {
      what: `Figures for the suspect: hole found at the first try by programs that follow the outline, ${challenges} pictures of 5 holes`,
      ours: show(row),
      rival: `the puzzle that all other clients get, which only limits protect: ${show(puzzle)}`,
      aim: '≤ 40 %',
      isMet: row[0]![1] <= 0.4,
    },
    {
      what: 'Drawing a captcha, puzzle / figures / letters, CPU, in a thread of its own',
      ours: `${drawMs.map(ms => ms.toFixed(0)).join(' / ')} ms`,
      rival: '–',
      aim: '≤ 40 ms',
      isMet: Math.max(...drawMs) <= 40,
    },
  ];
};
