// Combines the probabilities learned from examples with the words and wishes found in a question.
import type { Topic } from './topics.ts';

/** Added to every probability, so that differences between tiny ones hardly count. */
const minShare = 0.01;
/** Log weights (natural): for each point of a tool's score, where 100 is a good match, and for a topic whose words were found. */
const perScore = 0.03;
const topicFound = 3;
/** Log weight of the subjects `nothing` and `cannot`, which no list of words could cover. */
const beyondBonus = 1;

export const topicSubject = ({ name }: Pick<Topic, 'name'>): string => `site-${name}`;

/** Returns the share of each subject. `topics` are those whose words were found. */
export function shareOut(
  odds: ReadonlyMap<string, number>,
  { scores, topics }: { readonly scores: ReadonlyMap<string, number>; readonly topics: readonly Topic[] },
): ReadonlyMap<string, number> {
  const found = new Set(topics.map(topicSubject));
  const weights = [...odds].map(([subject, odd]) => {
    const bonus = found.has(subject)
      ? topicFound
      : subject === 'nothing' || subject === 'cannot'
        ? beyondBonus
        : perScore * (scores.get(subject) ?? 0);
    return [subject, (odd + minShare) * Math.exp(bonus)] as const;
  });
  const sum = weights.reduce((all, [, weight]) => all + weight, 0);
  return new Map(weights.map(([subject, weight]) => [subject, weight / sum]));
}
