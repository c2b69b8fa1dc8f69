// Makes an SVG safe to render: parses it, checks every reference in it, and serialises it again, so that the renderer sees only what was checked
// here, whatever encodings, entities or lenient parsing would have made of the original.
import { AppError } from 'contract/errors.ts';
import { type MediaName, media, sniffBytes, sniffMedia } from 'contract/media.ts';
import { SaxesParser } from 'saxes';
import { sharp } from '../sharp.ts';
import { checkPixels } from './picture-limits.ts';
import { readDataUrl } from './read-data-url.ts';
import { cleanCss } from './svg-css.ts';
import { attributeInPixels, cssInPixels, usualFontSize } from './svg-lengths.ts';
import { countDrawn } from './svg-references.ts';
import { unpackSvg } from './unpack-svg.ts';

export const maxSvgBytes = 20 * 1024 * 1024;
const maxDepth = 256;
/** Maximum number of rendered elements, each counted as often as it is referenced. */
const maxDrawn = 300_000;
/** Old drawing programs declare a few addresses in the DTD. Longer values, or more uses, serve only to inflate a file. */
const maxEntityCharacters = 200;
const maxEntityUses = 2000;
/** References such as `&amp;`. The parser keeps a string for each; programs that wrap an embedded picture write one every 76 characters. */
const maxReferences = 400_000;
/** Letters in text elements, each of which takes kilobytes to lay out. Spaces are mostly collapsed, so ten count as one. */
const maxLetters = 100_000;
const lettersPerSpace = 0.1;
/** Maximum number of them in a row without a tag: they are laid out together, and each takes 4.5 KB until the row is drawn. */
const maxLettersInRow = 10_000;
/** CPU time that a drawing may take at screen size, and at its own size when that is larger. */
const trialPixels = 2_000_000;
const trialCpuMs = 1500;
const fullCpuMs = 40_000;
/**
 * Accepted encodings and the decoder for each. In all of them the bytes of ASCII are ASCII, so that the tags are read alike whatever the letters are.
 */
const encodings: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
  ...Object.fromEntries(
    [
      ...['gbk', 'gb2312', 'gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr', 'koi8-r'],
      ...['iso-8859-2', 'iso-8859-5', 'iso-8859-7', 'iso-8859-15', 'windows-1250', 'windows-1251'],
    ].map(name => [name, name]),
  ),
};
const rasterTypes: readonly MediaName[] = ['png', 'jpg', 'gif', 'webp'];
/** Elements whose content a browser would run or fetch; they are removed. */
const dropped = ['script', 'include'];

const corrupt = (why: string) => new AppError('FILE_CORRUPT', { why });

/**
 * Makes every line end a line feed, as XML prescribes. The parser would do the same with a string for each line, and a replacement in the decoded text
 * takes 40 bytes for each. In all accepted encodings both characters are one byte.
 */
function unifyLineEnds(bytes: Buffer): Buffer {
  if (!bytes.includes('\r')) return bytes;
  const [carriageReturn, lineFeed] = [13, 10];
  const unified = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== carriageReturn) unified[length++] = bytes[at]!;
    else if (bytes[at + 1] !== lineFeed) unified[length++] = lineFeed;
  }
  return unified.subarray(0, length);
}

function decode(bytes: Buffer): string {
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(
    bytes.toString('latin1', 0, 256),
  );
  const encoding = encodings[(declared?.[1] ?? 'utf-8').toLowerCase()];
  if (!encoding) throw corrupt('encoding');
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(unifyLineEnds(bytes));
  } catch (cause) {
    throw new AppError('FILE_CORRUPT', { why: 'encoding' }, { cause });
  }
}

/** Returns the entities of a DTD, if they are as harmless as those of old drawing programs. */
function readEntities(doctype: string, text: string): Record<string, string> {
  if (!/<!\s*ENTITY/i.test(doctype)) return {};
  if (text.split('&').length > maxEntityUses) throw corrupt('entities');
  const entities: Record<string, string> = Object.create(null);
  const rest = doctype.replace(/<!ENTITY\s+([\w.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g, (_all, name, double, single) => {
    const value: string = double ?? single;
    if (value.length > maxEntityCharacters || /[<&%]/.test(value)) throw corrupt('entities');
    entities[name] ??= value;
    return '';
  });
  if (/<!\s*ENTITY/i.test(rest)) throw corrupt('entities');
  return entities;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);
const escapeText = (text: string) => text.replace(/[&<>\r]/g, sign => `&#${sign.charCodeAt(0)};`);
const escapeValue = (text: string) => text.replace(/[&<>"\t\n\r]/g, sign => `&#${sign.charCodeAt(0)};`);

/** The parsed drawing, and its embedded images with their positions in `pieces`. */
interface Parsed {
  readonly pieces: string[];
  readonly pictures: { readonly at: number; readonly prefix: string; readonly bytes: Buffer }[];
}

/** Filters a link: one within the drawing stays, an embedded image is checked later, an external one is removed. */
function judgeLink(element: string, value: string): Buffer | string | undefined {
  if (value.trim().startsWith('#')) return value;
  if (element !== 'image' && element !== 'feImage') return undefined;
  const packed = readDataUrl(value);
  if (!packed) return undefined;
  const isPacked = packed.bytes[0] === 0x1f && packed.bytes[1] === 0x8b;
  const isNested =
    isPacked || sniffMedia(packed.bytes.subarray(0, sniffBytes)) === 'svg' || packed.mediaType.includes('svg');
  if (isNested) throw corrupt('a drawing in the drawing');
  return packed.bytes;
}

function requireFewReferences(text: string): void {
  let count = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1))
    if (++count > maxReferences) throw corrupt('references');
}

function parse(text: string): Parsed {
  requireFewReferences(text);
  // libvips takes a file for an SVG if it sees these letters, which a prefix before the name would hide.
  const pieces: string[] = ['<!--<svg-->'];
  const pictures: Parsed['pictures'] = [];
  const count = countDrawn(maxDrawn, () => corrupt('too many elements'));
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  /** Depth of the element whose content is removed, or infinity. */
  let droppedFrom = Number.POSITIVE_INFINITY;
  /** The text of the style element that is open. */
  let css: string | undefined;
  /** Depth of the outermost open text element, or infinity. */
  let lettersFrom = Number.POSITIVE_INFINITY;
  let letters = 0;
  let lettersInRow = 0;
  const isKept = () => depth < droppedFrom;
  parser.on('error', cause => {
    throw new AppError('FILE_CORRUPT', null, { cause });
  });
  parser.on('doctype', doctype => Object.assign(parser.ENTITIES, readEntities(doctype, text)));
  const addText = (words: string) => {
    if (!isKept()) return;
    if (depth >= lettersFrom) {
      const inked = words.replace(/\s+/g, '').length;
      const more = inked + (words.length - inked) * lettersPerSpace;
      letters += more;
      lettersInRow += more;
    }
    if (letters > maxLetters) throw corrupt('too many letters');
    if (lettersInRow > maxLettersInRow) throw corrupt('too long a line');
    if (css !== undefined) css += words;
    else pieces.push(escapeText(words));
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name, attributes }) => {
    depth++;
    if (depth > maxDepth) throw corrupt('depth');
    const element = localName(name);
    if (element === 'text') lettersFrom = Math.min(lettersFrom, depth);
    // A renderer joins the text around the elements in a style sheet, so without them it reads what is checked here.
    const isDropped = css !== undefined || dropped.includes(element.toLowerCase());
    if (isDropped) droppedFrom = Math.min(droppedFrom, depth);
    if (!isKept()) return;
    lettersInRow = 0;
    const links: string[] = [];
    pieces.push(`<${name}`);
    for (const [key, value] of Object.entries(attributes as Record<string, string>)) {
      if (key === 'xml:base') continue;
      const isLink = localName(key) === 'href' && !key.startsWith('xmlns');
      if (!isLink) {
        const { css: clean, references } = cleanCss(value);
        for (const id of references) links.push(id);
        pieces.push(` ${key}="${escapeValue(attributeInPixels(key, clean))}"`);
        continue;
      }
      const kept = judgeLink(element, value);
      if (kept === undefined) continue;
      if (typeof kept === 'string') {
        links.push(kept.trim().slice(1));
        pieces.push(` ${key}="${escapeValue(kept)}"`);
      } else {
        pictures.push({ at: pieces.length, prefix: ` ${key}="data:`, bytes: kept });
        pieces.push('');
      }
    }
    if (depth === 1 && !Object.hasOwn(attributes, 'font-size')) pieces.push(` ${usualFontSize}`);
    pieces.push('>');
    count.open((attributes as Record<string, string>).id, links);
    if (element.toLowerCase() === 'style') css = '';
  });
  parser.on('closetag', ({ name }) => {
    if (isKept()) {
      if (css !== undefined) pieces.push(escapeText(cssInPixels(cleanCss(css).css)));
      css = undefined;
      pieces.push(`</${name}>`);
      lettersInRow = 0;
      count.close();
    }
    if (depth === lettersFrom) lettersFrom = Number.POSITIVE_INFINITY;
    if (depth === droppedFrom) droppedFrom = Number.POSITIVE_INFINITY;
    depth--;
  });
  parser.write(text).close();
  count.finish();
  return { pieces, pictures };
}

/** Returns the type and size of an embedded image; undefined when the renderer would not draw it. */
async function readPicture(bytes: Buffer): Promise<{ pixels: number; type: MediaName } | undefined> {
  const type = sniffMedia(bytes.subarray(0, sniffBytes));
  if (!type || !rasterTypes.includes(type)) return undefined;
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return { pixels: width * height, type };
  } catch {
    return undefined; // Damaged: the renderer would leave its place empty.
  }
}

/**
 * Renders the drawing once, at screen size or smaller. Counting elements does not predict the cost of a drawing: a filter over the whole canvas, or a
 * transparent area on top of another, takes as long as a thousand paths. Throws DEADLINE; the process then has a thread that is still rendering and
 * must be abandoned.
 */
async function requireDrawable(drawing: Buffer): Promise<void> {
  const options = { failOn: 'error', limitInputPixels: false } as const;
  const { width, height } = await sharp(drawing, options)
    .metadata()
    .catch(cause => {
      throw new AppError('FILE_CORRUPT', null, { cause });
    });
  checkPixels(width, height);
  const scale = Math.min(1, Math.sqrt(trialPixels / (width * height)));
  const before = process.cpuUsage();
  const cpuMs = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const tooSlow = Promise.withResolvers<never>();
  const watch = setInterval(() => {
    if (cpuMs() > trialCpuMs) tooSlow.reject(new AppError('DEADLINE'));
  }, 50);
  try {
    const trial = sharp(drawing, { ...options, density: Math.max(1, 72 * scale) })
      .raw()
      .toBuffer();
    // A faulty drawing fails again in the actual rendering, whose caller reports it.
    await Promise.race([trial.catch(() => undefined), tooSlow.promise]);
    const expectedMs = cpuMs() / scale ** 2;
    if (scale < 1 && expectedMs > fullCpuMs) throw new AppError('DEADLINE');
  } finally {
    clearInterval(watch);
  }
}

/**
 * Returns the drawing in a form that is safe to render. Throws FILE_CORRUPT, FILE_TOO_LARGE, DEADLINE and, for all embedded images together,
 * PIXELS_TOO_MANY.
 */
export async function checkSvg(packed: Buffer): Promise<Buffer> {
  const bytes = await unpackSvg(packed, maxSvgBytes);
  if (bytes.length > maxSvgBytes) throw new AppError('FILE_TOO_LARGE', { maxMb: maxSvgBytes / 1024 / 1024 });
  const { pieces, pictures } = parse(decode(bytes));
  let pixels = 0;
  for (const { at, prefix, bytes: embedded } of pictures) {
    const picture = await readPicture(embedded);
    if (!picture) continue;
    pixels += picture.pixels;
    checkPixels(pixels, 1);
    pieces[at] = `${prefix}${media[picture.type].contentType};base64,${embedded.toString('base64')}"`;
  }
  const drawing = Buffer.from(pieces.join(''), 'utf8');
  await requireDrawable(drawing);
  return drawing;
}
