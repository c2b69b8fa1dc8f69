// One challenge as attackers see it: its holes, their figures, what every measure says of them, and which hole is right.
import { type Figures, measures, readFigures } from './captcha-figures.ts';
import { deviation, mean } from './captcha-measures.ts';
import { readViews, type Slider, type Views } from './captcha-views.ts';

/** Pixels that the server forgives. */
const tolerance = 5;
export const isRightPlace = ({ answer }: Slider, x: number) => Math.abs(x - answer[0]!.x) <= tolerance;

export interface Study {
  readonly figures: Figures;
  readonly views: Views;
  /** What each measure says of each hole. */
  readonly opinions: ReadonlyMap<string, readonly number[]>;
  /** Which hole is right; -1 when it was not found. */
  readonly right: number;
}

export async function study(slider: Slider): Promise<Study> {
  const views = await readViews(slider);
  const figures = readFigures(views);
  const opinions = Object.entries(measures).map(([name, measure]) => [name, measure(figures)] as const);
  const right = figures.xs.findIndex(x => isRightPlace(slider, x));
  return { figures, views, opinions: new Map(opinions), right };
}

/** How far each value stands out from the others, and how many of them are higher. */
export const compareAll = (values: readonly number[]): readonly (readonly number[])[] => {
  const [middle, spread] = [mean(values), deviation(values)];
  return values.map(value => {
    const far = (value - middle) / spread;
    return [far, far ** 2 - 1, values.filter(other => other > value).length / values.length - 0.5];
  });
};

export const zScores = (values: readonly number[]) => compareAll(values).map(([far]) => far!);

/** Scores each hole. */
type Guess = (one: Study) => readonly number[];

/** Without learning: what several measures find alike is more likely so. */
export const combine: Guess = ({ figures, opinions }) => {
  const all = ['directions of edges', 'edges', 'solid shapes'].map(name => zScores(opinions.get(name)!));
  return figures.xs.map((_, hole) => all.reduce((sum, values) => sum + values[hole]!, 0));
};

/** The hole about which measures agree most: decoys were chosen by one of them, the right one was not. */
export const agree: Guess = ({ figures, opinions }) => {
  const all = [...opinions.values()].map(values => values.map(value => values.filter(other => other > value).length));
  return figures.xs.map((_, hole) => -deviation(all.map(ranks => ranks[hole]!)));
};
