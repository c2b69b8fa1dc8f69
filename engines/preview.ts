// Makes the small picture that stands in where a browser cannot show the file itself.
import type { Sharp } from 'sharp';
import type { RawPixels } from './formats/decode-dib.ts';
import { sharp } from './sharp.ts';

const longEdge = 1080;

/** Writes `<stem>.jpg`, or `.webp` when there is transparency to show, and answers where. */
export async function writePreview(pipeline: Sharp, stem: string, hasAlpha: boolean): Promise<string> {
  const small = pipeline.resize(longEdge, longEdge, { fit: 'inside', withoutEnlargement: true });
  const path = `${stem}.${hasAlpha ? 'webp' : 'jpg'}`;
  await (hasAlpha ? small.webp({ quality: 75, effort: 2 }) : small.jpeg({ quality: 75 })).toFile(path);
  return path;
}

/** A pipeline over a file or bytes that we have written ourselves. */
export function openOwn(input: string | Buffer): Sharp {
  return sharp(input, { failOn: 'error' });
}

/** A pipeline over pixels that were decoded before. */
export function fromPixels({ data, width, height, channels }: RawPixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}
