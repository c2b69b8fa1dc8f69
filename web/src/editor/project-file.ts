// Project files: an artwork with its pictures as one JSON text, for continuing later or elsewhere.
import type { Artwork } from 'contract/artwork/artwork.ts';
import { media, sniffBytes, sniffMedia } from 'contract/media.ts';
import { pictureIdsOf } from 'ui/artwork/operations.ts';
import { shelf } from './state.ts';

const kind = 'pixwright-artwork';
const maxBytes = 400 * 1024 * 1024;
const maxPictures = 100;
const pictureTypes = ['jpg', 'png', 'webp', 'gif', 'bmp', 'avif'] as const;

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const step = 0x8000;
  let text = '';
  for (let at = 0; at < bytes.length; at += step) text += String.fromCharCode(...bytes.subarray(at, at + step));
  return btoa(text);
}

/**
 * Returns undefined for invalid base64, and for bytes that browsers cannot display as a picture. SVG is excluded because its content is as complex as
 * a program's.
 */
export function readPicture(text: unknown): Blob | undefined {
  if (typeof text !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  let binary: string;
  try {
    binary = atob(text);
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
  const bytes = Uint8Array.from(binary, character => character.charCodeAt(0));
  const type = sniffMedia(bytes.subarray(0, sniffBytes));
  const known = pictureTypes.find(one => one === type);
  return known && new Blob([bytes], { type: media[known].contentType });
}

export async function writeProject(artwork: Artwork): Promise<Blob> {
  const pictures: Record<string, string> = {};
  for (const id of pictureIdsOf(artwork)) {
    const picture = shelf.get(id);
    if (picture) pictures[id] = await toBase64(picture.blob);
  }
  return new Blob([JSON.stringify({ kind, artwork, pictures })], { type: 'application/json' });
}

/** Parses a project file. Returns undefined if the text is invalid, its parts do not match, or drawing it would freeze the page. */
export async function parseProject(
  text: string,
): Promise<{ artwork: Artwork; pictures: Map<string, Blob> } | undefined> {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (typeof data !== 'object' || data === null || !('kind' in data) || data.kind !== kind) return undefined;
  const { artwork: claimed, pictures: listed } = data as { artwork?: unknown; pictures?: unknown };
  const { readArtwork } = await import('contract/artwork/schema.ts');
  const { shareOfWork } = await import('contract/artwork/work-share.ts');
  const artwork = readArtwork(claimed);
  if (!artwork || shareOfWork(artwork) > 1 || typeof listed !== 'object' || listed === null) return undefined;
  const pictures = new Map<string, Blob>();
  const ids = pictureIdsOf(artwork);
  if (ids.length > maxPictures) return undefined;
  for (const id of ids) {
    const blob = Object.hasOwn(listed, id) ? readPicture((listed as Record<string, unknown>)[id]) : undefined;
    if (!blob) return undefined;
    pictures.set(id, blob);
  }
  return { artwork, pictures };
}

/** Adds the pictures of a project to the shelf and returns its artwork, or undefined if the file is not a valid project. */
export async function readProject(file: Blob): Promise<Artwork | undefined> {
  if (file.size > maxBytes) return undefined;
  const project = await parseProject(await file.text());
  if (!project) return undefined;
  try {
    for (const [id, blob] of project.pictures) await shelf.add(id, blob);
  } catch (error) {
    if (error instanceof DOMException || error instanceof RangeError) return undefined;
    throw error;
  }
  return project.artwork;
}
