// The two languages of the product, and the shape that makes a missing word a compile error.

export const languages = ['zh', 'en'] as const;
export type Language = (typeof languages)[number];

/** A sentence in both languages. `{name}` marks a place that `fill` fills in. */
export type Sentence = Readonly<Record<Language, string>>;

/** Every word of one part of the product. Both languages must hold the same keys, or it does not compile. */
export type Words<Key extends string = string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>;

/** Declares a catalogue; `zh` sets the keys and `en` must answer each of them, no more and no fewer. */
export function defineWords<const Key extends string>(words: {
  zh: Record<Key, string>;
  en: Record<NoInfer<Key>, string>;
}): Words<Key> {
  return words;
}

/** Millions as Chinese counts them: 25 → "2500 万", 120 → "1.2 亿". */
const countInWan = (millions: number): string =>
  millions < 100 ? `${Math.round(millions * 100)} 万` : `${Math.round(millions * 10) / 1000} 亿`;

/** Puts values into the `{name}` places of a sentence; a place without a value stays as it is. `{name:万}` takes a number of millions. */
export function fill(sentence: string, values: Readonly<Record<string, unknown>> = {}): string {
  return sentence.replace(/\{(\w+)(:万)?\}/g, (place, name: string, isInWan?: string) => {
    const value = values[name];
    if (value === undefined || value === null) return place;
    return isInWan ? countInWan(Number(value)) : String(value);
  });
}
