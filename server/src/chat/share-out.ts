// Weighs what the examples say about a question against the words and wishes found in it.
import type { Topic } from './topics.ts';

/** A probability below this one means as little as this one. */
const leastShare = 0.01;
/** Weight of a tool's score, of which 100 is a good match, and of a topic whose words were found, in natural logarithms. */
const perScore = 0.03;
const topicFound = 3;
/** What the site does not do has endless names, so few words are known of it. */
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
    return [subject, (odd + leastShare) * Math.exp(bonus)] as const;
  });
  const sum = weights.reduce((all, [, weight]) => all + weight, 0);
  return new Map(weights.map(([subject, weight]) => [subject, weight / sum]));
}
