// Removes external references from CSS: imported sheets, and addresses other than fragments of the drawing itself. A tokenizer finds them, because
// only it sees what the renderer sees: escapes, comments, strings and broken addresses can hide any text search. It reads each character once.
// Source: CSS Syntax Module Level 3, section 4.

export interface CleanCss {
  readonly css: string;
  /** Ids of the drawing's own elements that it references. */
  readonly references: readonly string[];
}

/** Runs of characters, each matched at `lastIndex` alone. Newlines count as in CSS, where U+00A0 is part of a name and no space. */
const spaces = /[ \t\n\r\f]*/y;
const nameRun = /[-\w\u0080-\uffff]*/y;
const stringRuns: Readonly<Record<string, RegExp>> = { '"': /[^"\\\n\r\f]*/y, "'": /[^'\\\n\r\f]*/y };
// biome-ignore lint/suspicious/noControlCharactersInRegex: these break an address without quotes.
const addressRun = /[^\\)"'( \t\n\r\f\x00-\x08\x0b\x0e-\x1f\x7f]*/y;
const brokenRun = /[^\\)]*/y;
/** After the backslash: a code point and the space that ends it, or any character. A newline escapes nothing outside strings. */
const escapeRun = /\\(?:[0-9a-f]{1,6}(?:\r\n|[ \t\n\r\f])?|[^\n\r\f]|$)/iy;
const stringEscapeRun = /\\(?:[0-9a-f]{1,6}(?:\r\n|[ \t\n\r\f])?|\r\n|[\s\S]|$)/iy;
const escapes = /\\(?:([0-9a-f]{1,6})(?:\r\n|[ \t\n\r\f])?|\r\n|([\s\S])|$)/gi;

/** Length of `import` with each letter escaped as `\000069` and a line break of two characters. */
const maxSpelling = 'import'.length * 9;

/** Returns the position after `run` at `at`; `at` itself if it does not match there. */
function skip(css: string, at: number, run: RegExp): number {
  run.lastIndex = at;
  return run.test(css) ? run.lastIndex : at;
}

/** Returns the position after consecutive characters of `run` and escapes. */
function skipEscaped(css: string, from: number, run: RegExp, escaped = escapeRun): number {
  for (let at = from; ; ) {
    const end = skip(css, at, run);
    const after = css[end] === '\\' ? skip(css, end, escaped) : end;
    if (after === end) return end;
    at = after;
  }
}

function resolveEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(escapes, (_all, code: string | undefined, sign: string | undefined) => {
    if (code === undefined) return sign === undefined || /[\n\r\f]/.test(sign) ? '' : sign;
    const point = Number.parseInt(code, 16);
    return String.fromCodePoint(point > 0x10_ffff ? 0xfffd : point);
  });
}

interface Address {
  /** Position after the address. */
  readonly end: number;
  /** Undefined if it is broken. */
  readonly target?: string;
  /** Whether its closing bracket, or the end of the text, was read. */
  readonly isClosed: boolean;
}

/** Skips a string from its opening quote. An unescaped newline ends it. */
function skipString(css: string, at: number): number {
  const quote = css[at]!;
  const end = skipEscaped(css, at + 1, stringRuns[quote]!, stringEscapeRun);
  return css[end] === quote ? end + 1 : end;
}

function skipComment(css: string, at: number): number {
  const end = css.indexOf('*/', at + 2);
  return end < 0 ? css.length : end + 2;
}

/** Reads an address from the character after `url(`. */
function readAddress(css: string, from: number): Address {
  const start = skip(css, from, spaces);
  const isQuoted = css[start] === '"' || css[start] === "'";
  const end = isQuoted ? skipString(css, start) : skipEscaped(css, start, addressRun);
  const target = resolveEscapes(isQuoted ? css.slice(start + 1, end).replace(/["']$/, '') : css.slice(start, end));
  const bracket = skip(css, end, spaces);
  if (bracket >= css.length) return { end: bracket, target, isClosed: true };
  if (css[bracket] === ')') return { end: bracket + 1, target, isClosed: true };
  if (isQuoted) return { end, isClosed: false };
  for (let at = bracket; ; at++) {
    at = skipEscaped(css, at, brokenRun);
    if (at >= css.length || css[at] === ')') return { end: Math.min(at + 1, css.length), isClosed: true };
  }
}

/** Returns CSS, or the value of any attribute, without external references. An `@import` becomes an unknown rule, which renderers skip. */
export function cleanCss(css: string): CleanCss {
  // Nearly all values, above all paths, contain no reference.
  if (!/url|@|\\/i.test(css)) return { css, references: [] };
  const references: string[] = [];
  const pieces: string[] = [];
  let copied = 0;
  /** `by` ends in a space or a bracket: a name directly after it must not join it. */
  const replace = (from: number, to: number, by: string) => {
    pieces.push(css.slice(copied, from), by);
    copied = to;
  };
  for (let at = 0; at < css.length; ) {
    const sign = css[at]!;
    if (sign === '"' || sign === "'") at = skipString(css, at);
    else if (css.startsWith('/*', at)) at = skipComment(css, at);
    else if (css.startsWith('<!--', at)) at += 4;
    else {
      const start = sign === '@' || sign === '#' ? at + 1 : at;
      const end = skipEscaped(css, start, nameRun);
      const name = end - start > maxSpelling ? '' : resolveEscapes(css.slice(start, end)).toLowerCase();
      if (sign === '@' && name === 'import') replace(start, end, 'none ');
      if (start > at || name !== 'url' || css[end] !== '(') {
        at = Math.max(end, at + 1);
        continue;
      }
      const address = readAddress(css, end + 1);
      if (address.target?.trim().startsWith('#')) references.push(address.target.trim().slice(1).trim());
      else replace(at, address.end, address.isClosed ? 'none ' : 'none(');
      at = address.end;
    }
  }
  return { css: pieces.length === 0 ? css : pieces.join('') + css.slice(copied), references };
}
