// A minimal XML parser for drawings: elements, attributes and text. Document type declarations are skipped, so entities are neither expanded nor
// fetched.

export interface XmlElement {
  /** Without the SVG prefix; other namespaces keep their prefix. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (XmlElement | string)[];
}

/** Maximum number of elements per file; the nesting depth is limited as well. */
export const maxElements = 30_000;
const maxDepth = 80;

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Decodes entities; those declared by the file itself are dropped. */
const decode = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{1,10}));/gi, (_, decimal, hex, name) => {
        if (name !== undefined) return Object.hasOwn(entities, name) ? entities[name]! : '';
        const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
      })
    : text;

// Names are limited in length, so that a file without any `=` is not scanned repeatedly.
const attribute = /([^\s=/>"'<]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function readAttributes(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    // Attributes of other namespaces are dropped, because without their prefix they could be mistaken for SVG attributes; only xlink:href is read.
    const own = name.replace(/^xlink:(?=href$)/, '');
    if (own.includes(':') || (own !== name && found.has(own))) continue;
    found.set(own, decode(double ?? single ?? ''));
  }
  return found;
}

interface Open {
  readonly name: string;
  readonly children: (XmlElement | string)[];
}

/** Returns the end of a document type with its bracketed declarations, or -1. */
function endOfDoctype(text: string, from: number): number {
  const close = text.indexOf('>', from);
  const bracket = text.indexOf('[', from);
  if (bracket < 0 || close < bracket) return close;
  const end = text.indexOf(']', bracket);
  return end < 0 ? -1 : text.indexOf('>', end);
}

/** Returns the end of a tag, the first `>` outside quotes, or -1. */
function endOfTag(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '>') return at;
    if (character !== '"' && character !== "'") continue;
    at = text.indexOf(character, at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

const skips = [
  ['<!--', '-->'],
  ['<?', '?>'],
] as const;

/** Returns the root element, or undefined if the text is not well formed or exceeds the limits. */
export function readXml(text: string): XmlElement | undefined {
  const top: Open = { name: '', children: [] };
  const open: Open[] = [top];
  let count = 0;
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf('<', at);
    const words = text.slice(at, next < 0 ? text.length : next);
    if (words !== '') open.at(-1)!.children.push(decode(words));
    if (next < 0) break;
    const skip = skips.find(([begin]) => text.startsWith(begin, next));
    if (skip) {
      const end = text.indexOf(skip[1], next + skip[0].length);
      if (end < 0) return undefined;
      at = end + skip[1].length;
    } else if (text.startsWith('<![CDATA[', next)) {
      const end = text.indexOf(']]>', next);
      if (end < 0) return undefined;
      open.at(-1)!.children.push(text.slice(next + 9, end));
      at = end + 3;
    } else if (text.startsWith('<!', next)) {
      const end = endOfDoctype(text, next);
      if (end < 0) return undefined;
      at = end + 1;
    } else {
      const end = endOfTag(text, next);
      if (end < 0) return undefined;
      at = end + 1;
      if (text[next + 1] === '/') {
        const name = text
          .slice(next + 2, end)
          .trim()
          .replace(/^svg:/, '');
        if (open.length < 2 || open.pop()!.name !== name) return undefined;
        continue;
      }
      const isEmpty = text[end - 1] === '/';
      const inner = text.slice(next + 1, isEmpty ? end - 1 : end);
      const name = (/^[^\s/]+/.exec(inner)?.[0] ?? '').replace(/^svg:/, '');
      count += 1;
      if (name === '' || count > maxElements || open.length > maxDepth) return undefined;
      const children: (XmlElement | string)[] = [];
      open.at(-1)!.children.push({ name, attributes: readAttributes(inner), children });
      if (!isEmpty) open.push({ name, children });
    }
  }
  if (open.length > 1) return undefined;
  return top.children.find(child => typeof child !== 'string');
}
