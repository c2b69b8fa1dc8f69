// Fits the weights of engines/expand/doubt.ts to the photographs of `tune` in bench/ground/expansions.tsv: `npm run calibrate-expansions`. It prints
// them and how many expansions they would call unsure, each judged by weights that were fitted without its photograph.
import { isUnsure, type Signs, scaleSteps } from 'engines/expand/doubt.ts';
import { expandQuarter } from '../bench/expand-doubts.ts';
import { groundPictures } from '../bench/ground/ground.ts';
import { readTable } from '../bench/ground/read-table.ts';
import { type Judged, probability, reportFit } from './regress.ts';

interface Sample extends Judged {
  readonly signs: Signs;
}

const listNumbers = (steps: number, foreign: number): readonly number[] => [1, scaleSteps(steps), foreign];

const files = new Map(groundPictures({ half: 'tune', kind: 'photo' }).map(({ name, file }) => [name, file]));
const samples: Sample[] = [];
for (const { name, sides, verdict } of readTable('expansions.tsv')) {
  const file = files.get(name!);
  if (!file) continue;
  const { signs } = await expandQuarter(file, sides!);
  console.log(`${name} ${verdict} ${JSON.stringify(signs)}`);
  if (signs?.foreign === undefined) continue;
  const numbers = listNumbers(signs.steps, signs.foreign);
  samples.push({ name: name!, isRejected: verdict === 'rejected', signs, numbers });
}
reportFit(samples, 'steps, foreign', ({ signs }, weights) =>
  isUnsure(signs, (steps, foreign) => probability(weights, listNumbers(steps, foreign))),
);
