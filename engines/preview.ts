// Makes the small picture that replaces a file which browsers cannot show.
import type { Sharp, SharpOptions } from 'sharp';
import type { RawPixels } from './formats/decode-dib.ts';
import { sharp } from './sharp.ts';

/** Longest side of a preview in pixels. */
export const previewEdge = 1080;

/** Writes `<stem>.jpg`, or `.webp` for pictures with transparency, and returns its path. */
export async function writePreview(pipeline: Sharp, stem: string, hasAlpha: boolean): Promise<string> {
  const small = pipeline.resize(previewEdge, previewEdge, { fit: 'inside', withoutEnlargement: true });
  const path = `${stem}.${hasAlpha ? 'webp' : 'jpg'}`;
  await (hasAlpha ? small.webp({ quality: 75, effort: 2 }) : small.jpeg({ quality: 75 })).toFile(path);
  return path;
}

/** Starts a pipeline over a file or bytes that the product itself has written. */
export function openOwn(input: string | Buffer): Sharp {
  return sharp(input, { failOn: 'error' });
}

/** Starts a pipeline over decoded pixels. */
export function fromPixels({ data, width, height, channels }: RawPixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** Starts a pipeline over an area of one colour. */
export const paint = (create: NonNullable<SharpOptions['create']>): Sharp => sharp({ create });
