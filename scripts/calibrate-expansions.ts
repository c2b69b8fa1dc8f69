// Fits the weights of engines/expand/doubt.ts to the photographs of `tune` in bench/ground/expansions.tsv: `npm run calibrate-expansions`. It prints
// them and how many expansions they would call unsure, each judged by weights that were fitted without its photograph.
import { isUnsure, type Signs, scaleSteps } from 'engines/expand/doubt.ts';
import { expandQuarter } from '../bench/expand-doubts.ts';
import { groundPictures } from '../bench/ground/ground.ts';
import { readTable } from '../bench/ground/read-table.ts';
import { type Judged, probability, regress, regressWithout } from './regress.ts';

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
const [bias, ...weights] = regress(samples).map(weight => weight.toFixed(3));
console.log(`weights of steps, foreign: ${weights.join(', ')}; bias ${bias}`);
const without = regressWithout(samples);
for (const isRejected of [true, false]) {
  const all = samples.filter(one => one.isRejected === isRejected);
  const unsure = all.filter(({ name, signs }) =>
    isUnsure(signs, (steps, foreign) => probability(without.get(name)!, listNumbers(steps, foreign))),
  );
  console.log(`${isRejected ? 'rejected' : 'good'}: ${unsure.length} of ${all.length} unsure`);
}
