// The two languages of the product, with types that turn a missing word into a compile error.

export const languages = ['zh', 'en'] as const;
export type Language = (typeof languages)[number];

/** A sentence in both languages. `{name}` is a placeholder for `fill`. */
export type Sentence = Readonly<Record<Language, string>>;

/** The texts of one part of the product. Both languages must have the same keys, or it does not compile. */
export type Words<Key extends string = string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>;

/** Declares a catalogue; `zh` defines the keys, and `en` must have exactly the same ones. */
export function defineWords<const Key extends string>(words: {
  zh: Record<Key, string>;
  en: Record<NoInfer<Key>, string>;
}): Words<Key> {
  return words;
}

/** Groups by thousands, in both languages: 6000 → "6,000". For amounts of uses, coins and pieces, but not for pixels or years. */
export const formatCount = (count: number): string => count.toLocaleString('en');

/** Millions in Chinese units: 25 → "2500 万", 120 → "1.2 亿". */
const countInWan = (millions: number): string =>
  millions < 100 ? `${Math.round(millions * 100)} 万` : `${Math.round(millions * 10) / 1000} 亿`;

/** Picks the form for a number, which may have a sign: `one|many` or `none|one|many`. `#` is the number itself. */
const pickForm = (forms: string, value: unknown): string => {
  const all = forms.split('|');
  const fromEnd = /^[+\-−]?1$/.test(String(value)) ? 2 : value === 0 ? 3 : 1;
  return (all.at(-fromEnd) ?? all.at(-1)!).replace('#', () => formatCount(Number(value)));
};

/**
 * Replaces the `{name}` placeholders of a sentence; those without a value stay. `{name:万}` takes a number of millions, `{count:,}` is the number
 * grouped by thousands, and `{count:image|images}` the noun that fits it, or
 * `{count:no image|# image|# images}` with its number.
 */
export function fill(sentence: string, values: Readonly<Record<string, unknown>> = {}): string {
  return sentence.replace(/\{(\w+)(?::(万|,|[^{}|]*\|[^{}]*))?\}/g, (place, name: string, form?: string) => {
    const value = values[name];
    if (value === undefined || value === null) return place;
    if (form === undefined) return String(value);
    if (form === ',') return formatCount(Number(value));
    return form === '万' ? countInWan(Number(value)) : pickForm(form, value);
  });
}
