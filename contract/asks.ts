// What a link to a tool's page may set beforehand, such as /editor/compress?targetKb=200. A link comes from anywhere, so a value that is not
// among those named here is left out.

type AskedValue = string | number;
export type Asked = Readonly<Record<string, AskedValue>>;

interface Ask {
  readonly choices?: readonly AskedValue[];
  /** Whole numbers from one to the other, instead of choices. */
  readonly range?: readonly [min: number, max: number];
  /** For a choice that people do not call by its value: what they say, in both languages, separated by `|`. */
  readonly words?: Readonly<Record<string, string>>;
  /** A question that holds a value of this, such as a size in KB, is likely one for this tool. */
  readonly isTelling?: true;
  /** Options that have to go along with it. */
  readonly sets?: Asked;
}

/** By the names that the tool's screen has for its options. */
export type Asks = Readonly<Record<string, Ask>>;

export const defineAsks = <const T extends Asks>(asks: T): T => asks;

function readValue({ choices, range }: Ask, text: string): AskedValue | undefined {
  if (choices) return choices.find(choice => String(choice) === text);
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return range && number >= range[0] && number <= range[1] ? number : undefined;
}

/** The options that pairs of a name and a text set; what is not asked for, or is out of range, is left out. */
export function readAsked(asks: Asks, pairs: Iterable<readonly [string, unknown]>): Asked {
  const asked: Record<string, AskedValue> = {};
  for (const [name, text] of pairs) {
    const ask = Object.hasOwn(asks, name) ? asks[name] : undefined;
    const value = ask && readValue(ask, String(text));
    if (value !== undefined) Object.assign(asked, ask?.sets, { [name]: value });
  }
  return asked;
}

/** The address of a page within the product, with these options. */
export function writeAskedPath(route: string, asked: Asked): string {
  const query = Object.entries(asked)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  return query ? `${route}?${query}` : route;
}
