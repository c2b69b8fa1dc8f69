// Removes external references from CSS: imported sheets, and addresses other than fragments of the drawing itself.

/** Resolves escapes, which may replace any character in CSS: `\75rl(` means `url(`. */
const resolveEscapes = (css: string) =>
  css.replace(/\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi, (_all, code: string | undefined, sign: string | undefined) =>
    code === undefined ? (sign ?? '') : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ffff)),
  );

const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
/** `@import` and similar statements up to the semicolon; at-rules with a block load nothing here. */
const statement = /@[^;{}"']*(?:"[^"]*"[^;{}"']*|'[^']*'[^;{}"']*)*(?:;|$)/g;
const address = /url\(\s*("[^"]*"|'[^']*'|[^)"']*)\s*\)/gi;
const outside = /url\(\s*["']?\s*(?![#"'\s)])/i;

/** Returns CSS, or the value of any attribute, without external references. Throws the result of `refuse` for disguised ones. */
export function cleanCss(css: string, refuse: (why: string) => Error): string {
  // Nearly all values, above all paths, contain no reference.
  if (!/url|@|\\/i.test(css)) return css;
  const count = (text: string) => text.match(/url\s*\(|@\s*import/gi)?.length ?? 0;
  const plain = withoutComments(css);
  if (plain.includes('\\') && count(resolveEscapes(plain)) !== count(plain)) throw refuse('disguised address');
  if (!/url\(|@/i.test(plain)) return css;
  const cleaned = plain
    .replace(statement, '')
    .replace(address, (all, target: string) => (/^["']?\s*#/.test(target) ? all : 'none'));
  if (outside.test(cleaned) || /@\s*import/i.test(cleaned)) throw refuse('disguised address');
  return cleaned;
}
