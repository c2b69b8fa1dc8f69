// Subtitle markup: bold, italic, underlined and coloured text. All other tags are removed, and their content is kept.

export interface Run {
  readonly text: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
  /** #rrggbb; absent: the colour of the subtitles. */
  readonly color?: string | undefined;
}

type Look = Omit<Run, 'text'>;

const plain: Look = { isBold: false, isItalic: false, isUnderlined: false };

/** The colour names that subtitle files use. */
const namedColors: Readonly<Record<string, string>> = {
  white: '#ffffff',
  black: '#000000',
  red: '#ff0000',
  lime: '#00ff00',
  green: '#008000',
  blue: '#0000ff',
  yellow: '#ffff00',
  cyan: '#00ffff',
  aqua: '#00ffff',
  magenta: '#ff00ff',
  fuchsia: '#ff00ff',
  orange: '#ffa500',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  pink: '#ffc0cb',
};

function readColor(attributes: string): string | undefined {
  const value = /\bcolor\s*=\s*["']?\s*([#\w]{1,20})/i.exec(attributes)?.[1]?.toLowerCase() ?? '';
  if (Object.hasOwn(namedColors, value)) return namedColors[value];
  const hex = /^#?([\da-f]{6}|[\da-f]{3})$/.exec(value)?.[1];
  if (!hex) return undefined;
  return hex.length === 6 ? `#${hex}` : `#${[...hex].map(digit => digit + digit).join('')}`;
}

/** WebVTT has colours as classes, as in <c.yellow>. */
const colorOfClass = (classes: readonly string[]) => {
  const name = classes.find(one => Object.hasOwn(namedColors, one));
  return name && namedColors[name];
};

/** A tag such as <i>, </font> or <c.yellow>, or an ASS override such as {\an8}. Any other "<" is text. */
const tagPattern =
  /<(\/?)([a-zA-Z][\w.-]{0,40})([^<>]{0,200})>|<[!?/][^<>]{0,200}>|<\d[\d:.]{0,20}>|\{\\[^{}]{0,100}\}/g;

const switches: Readonly<Record<string, keyof Look>> = {
  b: 'isBold',
  strong: 'isBold',
  i: 'isItalic',
  em: 'isItalic',
  u: 'isUnderlined',
};

/** Splits a cue's text into runs of uniform style. Concatenated, they are the text without markup. */
export function readRuns(text: string): Run[] {
  const runs: Run[] = [];
  let look = plain;
  const colors: (string | undefined)[] = [];
  let from = 0;
  const add = (piece: string) => {
    const last = runs.at(-1);
    const isSame =
      last && (Object.keys({ ...plain, color: '' }) as (keyof Look)[]).every(key => last[key] === look[key]);
    if (isSame) runs[runs.length - 1] = { ...last, text: last.text + piece };
    else if (piece !== '') runs.push({ text: piece, ...look });
  };
  for (const match of text.matchAll(tagPattern)) {
    add(text.slice(from, match.index));
    from = match.index + match[0].length;
    const [, slash = '', name = '', attributes = ''] = match;
    const [tag = '', ...classes] = name.toLowerCase().split('.');
    const key = Object.hasOwn(switches, tag) ? switches[tag] : undefined;
    if (key) look = { ...look, [key]: slash === '' };
    else if ((tag === 'font' || tag === 'c') && slash === '') {
      colors.push(look.color);
      look = { ...look, color: (tag === 'c' ? colorOfClass(classes) : readColor(attributes)) ?? look.color };
    } else if (tag === 'font' || tag === 'c') look = { ...look, color: colors.pop() };
  }
  add(text.slice(from));
  return runs;
}

/** The text of a cue without markup. */
export const plainText = (text: string): string =>
  readRuns(text)
    .map(run => run.text)
    .join('');

/** Serializes runs with only the tags that `readRuns` supports, each closed where it was opened. */
export const writeRuns = (runs: readonly Run[]): string =>
  runs
    .map(({ text, isBold, isItalic, isUnderlined, color }) => {
      const tags = [
        ...(color ? [[`<font color="${color}">`, '</font>']] : []),
        ...(isBold ? [['<b>', '</b>']] : []),
        ...(isItalic ? [['<i>', '</i>']] : []),
        ...(isUnderlined ? [['<u>', '</u>']] : []),
      ];
      return (
        tags.map(([open]) => open).join('') +
        text +
        tags
          .toReversed()
          .map(([, close]) => close)
          .join('')
      );
    })
    .join('');
