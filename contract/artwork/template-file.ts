// Templates from outside: an artwork as JSON, alone or with a title, for one language or for each.
import type { Language } from '../words.ts';
import type { Artwork } from './artwork.ts';
import { readArtwork } from './schema.ts';

export const maxTemplateBytes = 2 * 1024 * 1024;
const maxTitle = 100;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value for a language, or the value itself if it is not translated. */
const inLanguage = (value: unknown, language: Language): unknown =>
  isObject(value) && ('zh' in value || 'en' in value) ? (value[language] ?? value.zh ?? value.en) : value;

/** Undefined if the data is not a template. Templates contain no pictures; slots mark where they go. Never throws. */
export function readTemplate(data: unknown, language: Language): { title: string; artwork: Artwork } | undefined {
  if (!isObject(data)) return undefined;
  const isWrapped = 'artwork' in data;
  const artwork = readArtwork(inLanguage(isWrapped ? data.artwork : data, language));
  if (!artwork || artwork.layers.some(layer => layer.type === 'picture')) return undefined;
  const title = isWrapped ? inLanguage(data.title, language) : undefined;
  return { title: typeof title === 'string' ? title.slice(0, maxTitle) : '', artwork };
}
