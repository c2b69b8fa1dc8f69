// Attackers that learn: from challenges with their answers, and what every measure and judge says of each hole.
import { attackers } from './captcha-attackers.ts';
import { growTrees, type Lesson, learnWeights } from './captcha-learners.ts';
import { type Sample, trainNetwork } from './captcha-network.ts';
import { directionsOf, mirror } from './captcha-shapes.ts';
import { compareAll, type Study, zScores } from './captcha-study.ts';

/** Judges that need no preparation for each picture: of the outline, and of the border. */
const judges = ['even step', 'border goes on'].map(name => attackers[name]!);

/** All opinions on each hole, with squares, so that "neither the most alike nor the least" can be learned. */
function gatherOpinions({ figures, views, opinions }: Study): Float32Array[] {
  const judged = judges.map(attacker => figures.xs.map(attacker(views)));
  const all = [...opinions.values(), ...judged].map(compareAll);
  return figures.xs.map((_, hole) => Float32Array.from(all.flatMap(values => values[hole]!)));
}

const sightsOf = ({ figures }: Study) => [figures.onPiece, ...figures.inHoles];
const drawSample = (one: Study): Omit<Sample, 'right'> => ({
  seen: sightsOf(one).map(sight => sight.directions),
  mirrored: sightsOf(one).map(sight => directionsOf(mirror(sight.window))),
});

/** The holes alone, as if some kinds were right more often than others. */
const holesAlone = ({ figures }: Study) => figures.inHoles.map(({ directions }) => directions.map(value => value * 4));

/** What is kept of a challenge to learn from; its pictures would fill the memory. */
export interface Memory {
  readonly opinions: Lesson;
  readonly alone: Lesson;
  readonly sample: Sample;
}

export function remember(one: Study): Memory {
  const { right } = one;
  return {
    opinions: { features: gatherOpinions(one), right },
    alone: { features: holesAlone(one), right },
    sample: { ...drawSample(one), right },
  };
}

type Guess = (one: Memory) => readonly number[];

/** Attackers that learned from those challenges; each scores the holes of another. */
export function learnFrom(memories: readonly Memory[]): Readonly<Record<string, Guess>> {
  const lessons = memories.map(({ opinions }) => opinions);
  const [weights, trees] = [learnWeights(lessons), growTrees(lessons)];
  const alone = learnWeights(memories.map(memory => memory.alone));
  const network = trainNetwork(memories.map(({ sample }) => sample));
  const recognise: Guess = ({ sample }) => network(sample);
  const boost: Guess = ({ opinions }) => trees(opinions.features);
  return {
    'logistic regression on all opinions': ({ opinions }) => weights(opinions.features),
    'boosted trees on all opinions': boost,
    'logistic regression on the holes alone': memory => alone(memory.alone.features),
    'network that learned to recognise figures': recognise,
    'network and trees together': one => {
      const [a, b] = [zScores(recognise(one)), zScores(boost(one))];
      return a.map((value, i) => value + b[i]! / 2);
    },
  };
}
