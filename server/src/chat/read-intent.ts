// The subject of a question: the deeds and things that it names, and its topics about the site itself.
import { type Deed, deeds, type Thing, things, type WishName } from 'contract/wishes.ts';
import { deedPhrases } from './deeds.ts';
import { type Found, openPhrases, openSpelling, type ReadText, readStart, readText, wordsOf } from './phrases.ts';
import type { Wish } from './read-wish.ts';
import { emptyEnglish } from './split-words.ts';
import { thingPhrases } from './things.ts';
import { type Topic, topics } from './topics.ts';

export interface Intent {
  readonly deeds: ReadonlyMap<Deed, readonly Found[]>;
  readonly things: ReadonlyMap<Thing, readonly Found[]>;
  /** Deeds that the question rules out: “without cropping”. */
  readonly refused: ReadonlySet<Deed>;
  /** In order of priority. */
  readonly topics: readonly Topic[];
  readonly text: ReadText;
  /** The question with known words in place of typos. */
  readonly corrected: string;
}

const findDeeds = deeds.map(deed => [deed, openPhrases(deedPhrases[deed])] as const);
const findThings = things.map(thing => [thing, openPhrases(thingPhrases[thing])] as const);
const findTopics = topics.map(topic => [topic, openPhrases(topic.asked)] as const);

const known = new Set([
  ...emptyEnglish,
  ...[...Object.values(deedPhrases), ...Object.values(thingPhrases), ...topics.map(({ asked }) => asked)].flatMap(
    wordsOf,
  ),
  ...'image images photo photos picture pictures video videos screenshot screenshots photograph background'.split(' '),
]);
const mendSpelling = openSpelling(known);

/** Patterns that precede a deed that is not wanted. */
const refuses = {
  zh: /(不要|不想|不用|不能|不会|不|别|无需|避免|而不)(再|被|它|把它)?$/,
  en: / (without|not|dont|never|avoid|no|instead of|rather than) (\S+ ){0,1}$/,
} as const;
/** Deeds that are themselves expressed by a negation. */
const refusals = new Set<Deed>(['remove', 'mute', 'blur', 'compress', 'sharpen', 'convert', 'protect', 'expand']);

const isRefused = (text: ReadText, { at, language }: Found): boolean =>
  refuses[language].test(text[language].slice(Math.max(0, at - 24), at));

export function readIntent(question: string, { to, from, numbers }: Wish): Intent {
  const text = readText(question, mendSpelling);
  const found = new Map<Deed, Found[]>();
  const refused = new Set<Deed>();
  for (const [deed, find] of findDeeds) {
    const all = find(text);
    const wanted = refusals.has(deed) ? all : all.filter(one => !isRefused(text, one));
    if (wanted.length > 0) found.set(deed, wanted);
    else if (all.length > 0) refused.add(deed);
  }
  // Options that imply their deed.
  const told: readonly (readonly [Deed, boolean])[] = [
    ['compress', numbers.targetKb !== undefined],
    ['enlarge', numbers.upscale !== undefined],
    ['resize', [numbers.width, numbers.height, numbers.longEdge, numbers.percent].some(number => number !== undefined)],
    ['convert', to !== undefined && to !== 'pdf'],
    ['merge', to === 'pdf'],
    ['convert', from.length > 0 && (to !== undefined || found.size === 0)],
  ];
  for (const [deed, isTold] of told) if (isTold && !found.has(deed)) found.set(deed, []);
  const named = new Map<Thing, Found[]>();
  for (const [thing, find] of findThings) {
    const all = find(text);
    if (all.length > 0) named.set(thing, all);
  }
  return {
    text,
    corrected: readStart(question).replace(/[a-z]{5,}/g, mendSpelling),
    deeds: found,
    things: named,
    refused,
    topics: findTopics.flatMap(([topic, find]) => (find(text).length > 0 ? [topic] : [])),
  };
}

/** Characters between the nearest two entries of two lists. */
function gapBetween(some: readonly Found[], others: readonly Found[]): number {
  const gaps = some.flatMap(a =>
    others.flatMap(b =>
      a.language === b.language ? [Math.max(0, a.at - b.end, b.at - a.end) / (a.language === 'zh' ? 1 : 2.5)] : [],
    ),
  );
  return Math.min(...gaps, farAway);
}
const farAway = 24;

/** How rare each word of a wish is among all tools: a word of few tools identifies them better. */
export type Rarity = ReadonlyMap<string, number>;

export function measureRarity(wishes: readonly (readonly WishName[])[]): Rarity {
  const count = new Map<string, number>();
  for (const list of wishes) {
    for (const part of new Set(list.flatMap(wish => wish.split(' ')))) count.set(part, (count.get(part) ?? 0) + 1);
  }
  return new Map([...count].map(([part, tools]) => [part, Math.log(1 + wishes.length / tools)]));
}

/** Fraction of the weight of a two-part wish if only this part is named. */
const halfShare = { deed: 0.3, thing: 0.25 } as const;
/** Bonus for a deed next to its thing, as a fraction of both weights. */
const nearShare = 0.35;

/** Deeds that mean little without their thing. */
const vague = new Set<Deed | Thing>(['remove', 'blur', 'merge', 'convert', 'split']);
/** Factor for a wish of one part. A thing without a deed is what the person wants; with a deed it may only describe the file's content. */
const aloneShare = (part: Deed | Thing, hasDeed: boolean): number =>
  vague.has(part) || (hasDeed && (things as readonly string[]).includes(part)) ? 0.95 : 1.35;

/** How strongly a question names a wish, about 0 to 8; -1 if its deed is ruled out. */
export function rateWish(wish: WishName, { deeds: said, things: named, refused }: Intent, rarity: Rarity): number {
  const [first = '', second] = wish.split(' ');
  const weigh = (part: string) => rarity.get(part) ?? 0;
  const placesOf = (part: string) => said.get(part as Deed) ?? named.get(part as Thing);
  if (refused.has(first as Deed)) return -1;
  const places = placesOf(first);
  if (second === undefined) return places ? weigh(first) * aloneShare(first as Deed | Thing, said.size > 0) : 0;
  const others = placesOf(second);
  if (places && others) {
    const nearness = 1 - gapBetween(places, others) / farAway;
    return (weigh(first) + weigh(second)) * (1 + nearShare * nearness);
  }
  return places ? weigh(first) * halfShare.deed : others ? weigh(second) * halfShare.thing : 0;
}
