// Rewrites XMP packets: without position, serial numbers and owner, or as they are but upright and without thumbnails.
// Source: ISO 16684-1 (serialisation), XMP Specification Part 2 (namespaces), Exif 2.32 for XMP. Packets come from strangers: they are
// scanned from the front once for each property, never matched by patterns that go back.

const namespaces: Readonly<Record<string, string>> = {
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
  tiff: 'http://ns.adobe.com/tiff/1.0/',
  exif: 'http://ns.adobe.com/exif/1.0/',
  exifEX: 'http://cipa.jp/exif/1.0/',
  aux: 'http://ns.adobe.com/exif/1.0/aux/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
  cc: 'http://creativecommons.org/ns#',
};

/** Properties that are kept. DigitalSourceType says that a picture was made by a model; laws require that it stays. */
const kept: Readonly<Record<string, readonly string[]>> = {
  dc: ['title', 'description', 'creator', 'rights', 'subject', 'source', 'publisher', 'language'],
  xmp: ['CreateDate', 'ModifyDate', 'MetadataDate', 'CreatorTool', 'Rating', 'Label'],
  xmpRights: ['Marked', 'UsageTerms', 'WebStatement', 'Certificate'],
  tiff: ['Make', 'Model', 'Software', 'Artist', 'Copyright', 'ImageDescription', 'DateTime'],
  exif: [
    'DateTimeOriginal',
    'DateTimeDigitized',
    'ExposureTime',
    'FNumber',
    'ISOSpeedRatings',
    'FocalLength',
    'FocalLengthIn35mmFilm',
    'ExposureBiasValue',
    'ExposureProgram',
    'MeteringMode',
    'WhiteBalance',
  ],
  exifEX: ['PhotographicSensitivity', 'LensMake', 'LensModel', 'LensSpecification'],
  aux: ['Lens', 'LensInfo'],
  photoshop: ['Credit', 'Headline', 'DateCreated', 'AuthorsPosition', 'CaptionWriter'],
  Iptc4xmpExt: ['DigitalSourceType'],
  cc: ['license', 'attributionName', 'attributionURL'],
};

const maxPacketBytes = 512 * 1024;
const maxItems = 200;

/** Text between tags or quotes, safe in either: escaped characters stay so, every other special character is escaped. */
const clean = (text: string) =>
  text
    .replace(/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');

/** The text between the first `from` and the next `to` after it. */
function between(text: string, from: string, to: string, start = 0): { inside: string; end: number } | undefined {
  const at = text.indexOf(from, start);
  const end = at < 0 ? -1 : text.indexOf(to, at + from.length);
  return end < 0 ? undefined : { inside: text.slice(at + from.length, end), end: end + to.length };
}

function readAttribute(xmp: string, name: string): string | undefined {
  for (let at = xmp.indexOf(name), tries = 0; at >= 0 && tries < 4; at = xmp.indexOf(name, at + 1), tries++) {
    const [, quote] = /^\s{0,9}=\s{0,9}(["'])/.exec(xmp.slice(at + name.length, at + name.length + 24)) ?? [];
    if (!quote || !/\s/.test(xmp[at - 1] ?? '')) continue;
    const inside = between(xmp, quote, quote, at + name.length)?.inside;
    if (inside !== undefined && !inside.includes('<')) return inside;
  }
  return undefined;
}

/** The list inside an element with its container's name: Alt, Bag or Seq; items keep their language. */
function readList(inside: string): string | undefined {
  const container = ['Alt', 'Bag', 'Seq'].find(name => inside.includes(`<rdf:${name}`));
  if (!container) return undefined;
  const items: string[] = [];
  let found = between(inside, '<rdf:li', '</rdf:li>');
  while (found && items.length < maxItems) {
    const gap = found.inside.indexOf('>');
    const text = found.inside.slice(gap + 1);
    const [, language] = /xml:lang=["']([\w-]{1,35})["']/.exec(found.inside.slice(0, Math.min(gap, 99))) ?? [];
    if (gap >= 0 && !text.includes('<'))
      items.push(`<rdf:li${language ? ` xml:lang="${language}"` : ''}>${clean(text)}</rdf:li>`);
    found = between(inside, '<rdf:li', '</rdf:li>', found.end);
  }
  return items.length > 0 ? `<rdf:${container}>${items.join('')}</rdf:${container}>` : undefined;
}

interface Properties {
  readonly attributes: string[];
  readonly elements: string[];
}

function readProperties(xmp: string): Properties {
  const found: Properties = { attributes: [], elements: [] };
  for (const [prefix, names] of Object.entries(kept)) {
    for (const name of names.map(each => `${prefix}:${each}`)) {
      const simple = readAttribute(xmp, name);
      const element = between(xmp, `<${name}>`, `</${name}>`)?.inside;
      if (simple !== undefined) found.attributes.push(`${name}="${clean(simple)}"`);
      else if (element !== undefined && !element.includes('<'))
        found.attributes.push(`${name}="${clean(element.trim())}"`);
      else if (element !== undefined) {
        const list = readList(element);
        if (list) found.elements.push(`<${name}>${list}</${name}>`);
      }
    }
  }
  return found;
}

/**
 * A new packet with only the kept properties of `xmp` and, if it named an orientation, orientation 1. It holds no position (exif:GPS…,
 * photoshop:City …), serial number (aux:…), owner, history, face, preview or data of a manufacturer.
 */
export function writePublicXmp(xmp: Buffer): string {
  const text = xmp.toString('utf8', 0, maxPacketBytes);
  const { attributes, elements } = readProperties(text);
  if (/tiff:Orientation/.test(text)) attributes.push('tiff:Orientation="1"');
  const used = Object.keys(namespaces).filter(prefix =>
    [...attributes, ...elements.map(element => element.slice(1))].some(written => written.startsWith(`${prefix}:`)),
  );
  const declared = used.map(prefix => ` xmlns:${prefix}="${namespaces[prefix]}"`).join('');
  const described = `<rdf:Description rdf:about=""${declared}${attributes.map(each => ` ${each}`).join('')}>${elements.join('')}</rdf:Description>`;
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${described}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

/** The packet with Orientation 1, as an attribute or an element, and without thumbnails, which show the picture as it was. */
export function refreshXmp(xmp: Buffer): string {
  const text = xmp.toString('utf8');
  const upright = text.replace(/(\btiff:Orientation\s*(?:=\s*["']|>)\s*)[2-8]/g, (_, before: string) => `${before}1`);
  const thumbnails = between(upright, '<xmp:Thumbnails', '</xmp:Thumbnails>');
  if (!thumbnails) return upright;
  const from = upright.indexOf('<xmp:Thumbnails');
  return upright.slice(0, from) + upright.slice(thumbnails.end);
}
