// A thread of the captcha bench: draws challenges, and lets every attacker that does not learn try each.
import { parentPort, workerData } from 'node:worker_threads';
import { drawBlockPuzzle } from '../engines/captcha/block-puzzle.ts';
import { attackers } from './captcha-attackers.ts';
import { type Memory, remember } from './captcha-lessons.ts';
import { allPlaces } from './captcha-measures.ts';
import { agree, combine, isRightPlace, type Study, study } from './captcha-study.ts';
import type { Slider, Views } from './captcha-views.ts';

/** Whether an attacker was right. */
export type Verdict = readonly [name: string, isRight: boolean];

export interface Examined {
  readonly verdicts: readonly Verdict[];
  /** Nothing when the hole was not found at all. */
  readonly memory: Memory | undefined;
}

/** How many challenges of each sort: to learn from, and to be tried. */
export interface Errand {
  readonly lessons: number;
  readonly challenges: number;
}

const bestOf = (scores: readonly number[]) => scores.indexOf(Math.max(...scores));

/** Attackers that know of one hole only, and score every place. */
export const scan = (slider: Slider, views: Views): Verdict[] =>
  Object.entries(attackers).map(([name, attacker]) => [
    name,
    isRightPlace(slider, allPlaces[bestOf(allPlaces.map(attacker(views)))]!),
  ]);

/** Attackers that compare figures. An attacker who knows how figures are chosen may take the second instead, or the last. */
function compareFigures(one: Study): Verdict[] {
  const judge = (name: string, scores: readonly number[]): Verdict[] => {
    const order = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]!);
    const isRight = (hole: number | undefined) => hole === one.right;
    return [
      [name, isRight(order[0])],
      [`${name}, the second`, isRight(order[1])],
      [`${name}, the last`, isRight(order.at(-1))],
    ];
  };
  return [
    ...[...one.opinions].flatMap(([name, scores]) => judge(`figures by ${name}`, scores)),
    ...judge('figures by three measures together', combine(one)),
    ['the hole that measures agree on', bestOf(agree(one)) === one.right],
  ];
}

async function examine(isTried: boolean): Promise<Examined> {
  const slider = await drawBlockPuzzle();
  const one = await study(slider);
  const verdicts = isTried ? [...scan(slider, one.views), ...compareFigures(one)] : [];
  return { verdicts, memory: one.right >= 0 ? remember(one) : undefined };
}

if (parentPort) {
  const { lessons, challenges } = workerData as Errand;
  for (let i = 0; i < lessons + challenges; i++) parentPort.postMessage(await examine(i >= lessons));
}
