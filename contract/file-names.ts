// File names of others made safe to display and to save under.

const maxNameLetters = 120;
// Most file systems allow 255 bytes, and a Chinese character takes three.
const maxNameBytes = 240;
// Control characters, line separators, the byte order mark, zero-width spaces, and direction marks, which can make "gpj.exe" look like
// "exe.jpg". Joiners are kept: emoji and several scripts need them.
const invisible =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\u{e0000}-\u{e007f}]/gu;
const reservedByWindows = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])\s*(?:\.|$)/i;

const utf8Bytes = (text: string): number =>
  [...text].reduce((sum, letter) => {
    const point = letter.codePointAt(0)!;
    return sum + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);
  }, 0);

/** Dots and spaces at both ends. Without the lookbehind, each dot within a name would start a search of its own. */
const outerDots = /^[\s.]+|(?<![\s.])[\s.]+$/g;

function shorten(name: string): string {
  const extension = /\.[^.\s]{1,10}$/u.exec(name)?.[0] ?? '';
  const stem = extension === '' ? name : name.slice(0, -extension.length);
  const letters = [...stem];
  let bytes = utf8Bytes(extension);
  let kept = 0;
  for (const letter of letters) {
    bytes += utf8Bytes(letter);
    if (bytes > maxNameBytes || kept + [...extension].length >= maxNameLetters) break;
    kept += 1;
  }
  return letters.slice(0, kept).join('').trimEnd() + extension;
}

/**
 * Makes an untrusted file name safe to display, to save under and to put into a header: keeps the last path segment without control
 * characters, direction marks and characters that a file system forbids; at most 120 characters and 240 bytes, including the extension.
 * Letters of all scripts are kept. The result is never empty.
 */
export function cleanFileName(name: string): string {
  const segment =
    name
      .toWellFormed()
      .normalize('NFC')
      .split(/[/\\]/)
      .findLast(part => /[^\s.]/.test(part)) ?? '';
  const clean = segment
    .replace(invisible, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(outerDots, '');
  const short = shorten(clean).replace(outerDots, '');
  if (short === '') return 'file';
  return reservedByWindows.test(short) ? `_${short}` : short;
}
