// What is wrong with the switches, in words: values that are not allowed, and names that are probably misspelt switches.
import type { z } from 'zod';

/** The number of letters to insert, leave out, replace or swap with their neighbour to turn one word into another. */
function editDistance(from: string, to: string): number {
  const rows = Array.from({ length: from.length + 1 }, (_, at) => [at, ...Array<number>(to.length).fill(0)]);
  for (let at = 1; at <= to.length; at++) rows[0]![at] = at;
  for (let a = 1; a <= from.length; a++)
    for (let b = 1; b <= to.length; b++) {
      const isSame = from[a - 1] === to[b - 1];
      const isSwapped = a > 1 && b > 1 && from[a - 1] === to[b - 2] && from[a - 2] === to[b - 1];
      rows[a]![b] = Math.min(
        rows[a - 1]![b]! + 1,
        rows[a]![b - 1]! + 1,
        rows[a - 1]![b - 1]! + (isSame ? 0 : 1),
        isSwapped ? rows[a - 2]![b - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
  return rows[from.length]![to.length]!;
}

/** Names close to one of our switches that other programs read: of a terminal, a shell, npm, or a platform that hosts several programs. */
const namesOfOthers = new Set(['LINES', 'LOGLEVEL', 'POST', 'HOSTS', 'HOSTED', 'ROLES', 'CHAT', 'SPEECHD', 'ADMIN']);

/** A name this short turns into another word with one letter, so only a swapped or doubled letter counts. */
const shortName = 4;
const mistakesIn = (name: string): number => (name.length >= 8 ? 2 : 1);

const bare = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

function isMisspelling(name: string, known: string): boolean {
  if (known.length <= shortName)
    return (
      editDistance(name, known) === 1 &&
      ([...name].sort().join('') === [...known].sort().join('') || name.replace(/(.)\1/, '$1') === known)
    );
  return bare(name) === bare(known) || editDistance(name, known) <= mistakesIn(known);
}

/** The known name that `name` is a misspelling of. */
function findMeant(name: string, known: readonly string[]): string | undefined {
  if (namesOfOthers.has(name) || known.includes(name)) return undefined;
  return known
    .filter(each => isMisspelling(name, each))
    .sort((a, b) => editDistance(name, a) - editDistance(name, b))[0];
}

/** Whether `from` is `whole` with letters left out, which is a likelier slip than another letter. */
function isShortened(from: string, whole: string): boolean {
  let at = 0;
  for (const letter of whole) if (letter === from[at]) at++;
  return at === from.length;
}

/** The allowed value that `given` is close to. */
function findMeantValue(given: string, allowed: readonly string[]): string | undefined {
  const word = given.trim().toLowerCase();
  const costOf = (value: string) => editDistance(word, value) - (isShortened(word, value) ? 0.5 : 0);
  return allowed
    .filter(value => editDistance(word, value.toLowerCase()) <= Math.max(1, Math.floor(value.length / 3)))
    .sort((a, b) => costOf(a.toLowerCase()) - costOf(b.toLowerCase()))[0];
}

const listWords = (words: readonly unknown[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** Why a value is not allowed. Never contains the value, which may be a secret. */
export function describeIssue(issue: z.core.$ZodIssue, given: string): string {
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String);
    const meant = findMeantValue(given, allowed);
    return `must be ${listWords(allowed)}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
  }
  if (issue.code === 'invalid_type' && issue.expected === 'number') return 'must be a number';
  if (issue.code === 'invalid_type' && issue.expected === 'int') return 'must be a whole number';
  if (issue.code === 'too_big' && issue.origin !== 'string') return `must be at most ${issue.maximum}`;
  if (issue.code === 'too_small' && issue.origin !== 'string')
    return `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
  return issue.message;
}

/** Names of the environment that are no switches and look like misspelt ones, each with its fault. */
export function findMisspelt(names: readonly string[], known: readonly string[]): { name: string; reason: string }[] {
  return names.flatMap(name => {
    const meant = findMeant(name, known);
    return meant === undefined ? [] : [{ name, reason: `is not a switch; did you mean ${meant}?` }];
  });
}
