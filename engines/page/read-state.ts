// Finds JSON embedded in a page's scripts, such as `window.__INITIAL_STATE__ = {…}`, and reads single values from it. The data is untrusted.
import type { PageScript } from './read-page.ts';

/** Where the object or list that begins at `from` ends, or -1. Brackets inside of strings do not count. */
function findEnd(text: string, from: number): number {
  let depth = 0;
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const sign = text[at]!;
    if (quote !== '') {
      if (sign === '\\') at += 1;
      else if (sign === quote) quote = '';
    } else if (sign === '"') quote = sign;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** JavaScript has `undefined` and NaN, and Python writes NaN; JSON has neither. */
const toJson = (text: string) =>
  text.replace(/"(?:[^"\\]|\\.)*"|\bundefined\b|\bNaN\b|-?\bInfinity\b/g, match =>
    match.startsWith('"') ? match : 'null',
  );

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The script only looked like JSON: there is no state in it.
  }
}

/** The value after `name =` in a page's scripts; undefined if it is missing or invalid. */
export function readState(scripts: readonly PageScript[], name: string): unknown {
  for (const { text } of scripts) {
    const at = text.indexOf(name);
    const [start] = at < 0 ? [] : [text.slice(at + name.length).search(/[{[]/)];
    if (start === undefined || start < 0) continue;
    const from = at + name.length + start;
    if (!/^\s*(?:[\])]\s*)?=\s*$/.test(text.slice(at + name.length, from).replace(/["']/g, ''))) continue;
    const end = findEnd(text, from);
    const value = end < 0 ? undefined : (parse(text.slice(from, end)) ?? parse(toJson(text.slice(from, end))));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The JSON that is all of a script with this id. */
export const readScript = (scripts: readonly PageScript[], id: string): unknown =>
  parse(scripts.find(script => script.id === id)?.text ?? '');

export const readJson = (text: string): unknown => parse(text);

/** The same for a writer that also writes `undefined`, NaN and Infinity, which are read as null. */
export const readLooseJson = (text: string): unknown => parse(text) ?? parse(toJson(text));

/** All nodes of the page's JSON-LD, also those inside of lists, graphs and other nodes. */
export function readJsonLd(scripts: readonly PageScript[]): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  const walk = (value: unknown, depth: number) => {
    if (depth > 12 || found.length >= 2000 || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) for (const one of value) walk(one, depth + 1);
    else {
      found.push(value as Record<string, unknown>);
      for (const one of Object.values(value)) walk(one, depth + 1);
    }
  };
  for (const { type, text } of scripts) if (/ld\+json/i.test(type)) walk(parse(text), 0);
  return found;
}

/** The value at a path of names and numbers; undefined where it leads nowhere. */
export function dig(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string | number, unknown>)[key];
  }
  return current;
}

export const digText = (value: unknown, ...path: readonly (string | number)[]): string => {
  const found = dig(value, ...path);
  return typeof found === 'string' ? found : '';
};

/** A number that is not negative; 0 for anything else. */
export const digNumber = (value: unknown, ...path: readonly (string | number)[]): number => {
  const found = Number(dig(value, ...path));
  return Number.isFinite(found) && found > 0 ? found : 0;
};

export const digList = (value: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const found = dig(value, ...path);
  return Array.isArray(found) ? found : [];
};

export const digValues = (value: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const found = dig(value, ...path);
  return typeof found === 'object' && found !== null ? Object.values(found) : [];
};
