// Decodes a data: URL as leniently as a renderer does.

export interface DataUrl {
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** Decodes percent-encoding, which denotes bytes, not characters; an invalid sequence is kept as it is. */
function decodePercent(text: string): Buffer {
  const source = Buffer.from(text, 'utf8');
  const bytes = Buffer.alloc(source.length);
  let to = 0;
  for (let at = 0; at < source.length; at++) {
    const code = source[at] === 0x25 ? source.toString('latin1', at + 1, at + 3) : '';
    if (/^[0-9a-f]{2}$/i.test(code)) {
      bytes[to++] = Number.parseInt(code, 16);
      at += 2;
    } else bytes[to++] = source[at]!;
  }
  return bytes.subarray(0, to);
}

/** Returns the bytes of a data: URL; undefined for other addresses. */
export function readDataUrl(address: string): DataUrl | undefined {
  // Line breaks and tabs anywhere in an address, and spaces around it, are ignored.
  const url = address.replace(/[\t\n\r]/g, '').trim();
  if (!/^data:/i.test(url)) return undefined;
  const comma = url.indexOf(',');
  if (comma < 0) return undefined;
  const parts = url.slice('data:'.length, comma).split(';');
  const isBase64 = parts.length > 1 && parts.at(-1)?.trim().toLowerCase() === 'base64';
  const decoded = decodePercent(url.slice(comma + 1));
  const bytes = isBase64 ? Buffer.from(decoded.toString('latin1'), 'base64') : decoded;
  return {
    mediaType: decodePercent(parts[0] ?? '')
      .toString('latin1')
      .trim()
      .toLowerCase(),
    bytes,
  };
}
