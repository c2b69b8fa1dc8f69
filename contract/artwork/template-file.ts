// Templates from outside: an artwork as JSON, alone or with a title, for one language or for each.
import type { Language } from '../words.ts';
import type { Artwork } from './artwork.ts';
import { readArtwork } from './schema.ts';
import { shareOfWork } from './work-share.ts';

export const maxTemplateBytes = 2 * 1024 * 1024;
const maxTitle = 100;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value for a language, or the value itself if it is not translated. */
const inLanguage = (value: unknown, language: Language): unknown =>
  isObject(value) && ('zh' in value || 'en' in value) ? (value[language] ?? value.zh ?? value.en) : value;

interface Template {
  readonly title: string;
  readonly artwork: Artwork;
}

/** Why data is not opened, as an error code. */
export type TemplateRefusal = 'DESIGN_BAD' | 'DESIGN_TOO_COMPLEX';

/** The template, or why the data is refused. Templates contain no pictures; slots mark where they go. Never throws. */
export function readTemplate(data: unknown, language: Language): Template | TemplateRefusal {
  if (!isObject(data)) return 'DESIGN_BAD';
  const isWrapped = 'artwork' in data;
  const artwork = readArtwork(inLanguage(isWrapped ? data.artwork : data, language));
  if (!artwork || artwork.layers.some(layer => layer.type === 'picture')) return 'DESIGN_BAD';
  if (shareOfWork(artwork) > 1) return 'DESIGN_TOO_COMPLEX';
  const title = isWrapped ? inLanguage(data.title, language) : undefined;
  return { title: typeof title === 'string' ? title.slice(0, maxTitle) : '', artwork };
}
