// The index of all words that the illustrator knows, in both languages, built from the tables in words/.

import type { Place, RelationKind, Thing } from './wish.ts';
import { animals } from './words/animals.ts';
import { actions, deeds, places, silent } from './words/grammar.ts';
import { made } from './words/made.ts';
import { nature } from './words/nature.ts';
import { people } from './words/people.ts';
import { colours, numbers, scenes, sizes, surroundings } from './words/surroundings.ts';

export type Meaning =
  | { readonly kind: 'thing'; readonly thing: Thing }
  | { readonly kind: 'scene'; readonly value: string }
  | { readonly kind: 'action'; readonly value: string }
  | { readonly kind: 'colour'; readonly value: string }
  | { readonly kind: 'around'; readonly field: string; readonly value: string }
  | { readonly kind: 'size'; readonly value: number }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'place'; readonly value: RelationKind }
  | { readonly kind: 'deed'; readonly value: RelationKind }
  | { readonly kind: 'silent' };

/** A word may have several meanings: "orange" is a fruit and a colour. */
type Index = ReadonlyMap<string, readonly Meaning[]>;

const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map(row => row.split('|').map(part => part.trim()));

const numbersOf = (text: string) => text.split(',').map(Number);

/** Parses "g .5" and "habitat=meadow head=.1,.2,.3 bust" of a row. */
function readThing(icon: string, stand: string, marks = ''): Thing {
  const [place, size] = stand.split(' ');
  const is: Record<string, string> = {};
  for (const mark of marks.split(' ').filter(Boolean)) {
    const [name = '', value = ''] = mark.split('=');
    is[name] = value;
  }
  return {
    icon,
    place: place as Place,
    size: Number(size),
    ...(is.habitat && { habitat: is.habitat }),
    ...(is.head && { head: numbersOf(is.head) as unknown as NonNullable<Thing['head']> }),
    ...(is.seat && { seat: numbersOf(is.seat) as unknown as NonNullable<Thing['seat']> }),
    ...(is.face && { face: is.face.split(',') as unknown as NonNullable<Thing['face']> }),
    ...(is.wear && { wear: is.wear.split(',') as unknown as NonNullable<Thing['wear']> }),
    ...('bust' in is && { isBust: true }),
    ...(is.who && { who: is.who as NonNullable<Thing['who']> }),
  };
}

interface Vocabulary {
  readonly zh: Index;
  readonly en: Index;
  /** The first English word beside a Chinese one, by kind and word: `thing 猫`. */
  readonly english: ReadonlyMap<string, string>;
  readonly longestZh: number;
}

function build(): Vocabulary {
  const zh = new Map<string, Meaning[]>();
  const en = new Map<string, Meaning[]>();
  const english = new Map<string, string>();
  const put = (index: Map<string, Meaning[]>, words: string, meaning: Meaning) => {
    for (const word of words.split('/')) if (word) index.set(word, [...(index.get(word) ?? []), meaning]);
  };
  const putBoth = ([, inZh = '', inEn = '']: readonly string[], meaning: Meaning) => {
    put(zh, inZh, meaning);
    put(en, inEn, meaning);
    for (const word of inZh.split('/')) english.set(`${meaning.kind} ${word}`, inEn.split('/')[0]!);
  };
  for (const table of [animals, people, nature, made])
    for (const row of rowsOf(table)) putBoth(row, { kind: 'thing', thing: readThing(row[0]!, row[3]!, row[4]) });
  for (const row of rowsOf(scenes)) putBoth(row, { kind: 'scene', value: row[0]! });
  for (const row of rowsOf(surroundings)) {
    const [field = '', value = ''] = row[0]!.split(':');
    putBoth(row, { kind: 'around', field, value });
  }
  for (const row of rowsOf(colours)) putBoth(row, { kind: 'colour', value: row[0]! });
  for (const row of rowsOf(sizes)) putBoth(row, { kind: 'size', value: Number(row[0]) });
  for (const row of rowsOf(numbers)) putBoth(row, { kind: 'number', value: Number(row[0]) });
  for (const row of rowsOf(places)) putBoth(row, { kind: 'place', value: row[0] as RelationKind });
  for (const row of rowsOf(deeds)) putBoth(row, { kind: 'deed', value: row[0] as RelationKind });
  for (const row of rowsOf(actions)) putBoth(row, { kind: 'action', value: row[0]! });
  put(zh, silent.zh, { kind: 'silent' });
  put(en, silent.en, { kind: 'silent' });
  return { zh, en, english, longestZh: Math.max(...Array.from(zh.keys(), word => word.length)) };
}

export const vocabulary = build();

const irregular: Readonly<Record<string, string>> = {
  mice: 'mouse',
  geese: 'goose',
  wolves: 'wolf',
  leaves: 'leaf',
  children: 'child',
  people: 'person',
  men: 'man',
  women: 'woman',
  knives: 'knife',
  loaves: 'loaf',
  oxen: 'ox',
  scarves: 'scarf',
};

/** Returns the possible singular forms of an English word, most likely first. */
export function singularsOf(word: string): string[] {
  const known = irregular[word];
  const guesses = [
    ...(known ? [known] : []),
    ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
    ...(word.endsWith('es') ? [word.slice(0, -2)] : []),
    ...(word.endsWith('s') && !word.endsWith('ss') ? [word.slice(0, -1)] : []),
  ];
  return guesses;
}
