// Options that a link to a tool's page may preset, such as /editor/compress?targetKb=200. Links are untrusted, so values outside the declared ones
// are ignored.
import type { Sentence } from './words.ts';

type AskedOne = string | number | boolean;
type AskedValue = AskedOne | readonly AskedOne[];
export type Asked = Readonly<Record<string, AskedValue>>;

interface Ask {
  readonly choices?: readonly AskedOne[];
  /** The option is a list of choices. In a link they are separated by commas. */
  readonly isList?: true;
  /** Integers in this range, instead of choices. */
  readonly range?: readonly [min: number, max: number];
  /**
   * For a choice whose value is not an everyday word: the words that people use for it, in both languages, separated by `|`. Words joined by `+` may
   * stand anywhere, in any order: `uk+passport` is found in “passport photo for the UK”.
   */
  readonly words?: Readonly<Record<string, string>>;
  /** What the assistant calls the choices, where a value is not a word that people know. */
  readonly names?: Readonly<Record<string, Sentence>>;
  /** A question that contains such a value, such as a size in KB, is probably about this tool. */
  readonly isTelling?: true;
  /** Options that must be set together with it. */
  readonly sets?: Asked;
}

/** By the names of the options in the tool's screen. */
export type Asks = Readonly<Record<string, Ask>>;

export const defineAsks = <const T extends Asks>(asks: T): T => asks;

/** Returns the words for choices that have names: the names in both languages, and what else people call them. */
export const wordsOf = (
  names: Readonly<Record<string, Sentence>>,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(names).map(([id, { zh, en }]) => [id, [zh, en, more[id]].filter(Boolean).join('|')]),
  );

function readValue({ choices, isList, range }: Ask, text: string): AskedValue | undefined {
  if (choices && isList) {
    const named = text.split(',');
    const found = choices.filter(choice => named.includes(String(choice)));
    return found.length > 0 ? found : undefined;
  }
  if (choices) return choices.find(choice => String(choice) === text);
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return range && number >= range[0] && number <= range[1] ? number : undefined;
}

/** Reads options from name and value pairs; undeclared and out-of-range ones are ignored. */
export function readAsked(asks: Asks, pairs: Iterable<readonly [string, unknown]>): Asked {
  const asked: Record<string, AskedValue> = {};
  for (const [name, text] of pairs) {
    const ask = Object.hasOwn(asks, name) ? asks[name] : undefined;
    const value = ask && readValue(ask, String(text));
    if (value !== undefined) Object.assign(asked, ask?.sets, { [name]: value });
  }
  return asked;
}

/** The path of a page with these options preset. */
export function writeAskedPath(route: string, asked: Asked): string {
  const query = Object.entries(asked)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&');
  return query ? `${route}?${query}` : route;
}
