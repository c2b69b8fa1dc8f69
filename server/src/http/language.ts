// The language of a response: the `lang` header, then Accept-Language, then Chinese.

import { type Language, languages } from 'contract/words.ts';
import type { FastifyRequest } from 'fastify';

export const defaultLanguage: Language = 'zh';

const isLanguage = (word: string): word is Language => (languages as readonly string[]).includes(word);

/** The supported language with the highest quality value. */
function chooseAccepted(header: string): Language | undefined {
  const wanted = header
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.find(parameter => parameter.trim().startsWith('q='));
      return { word: tag.split('-')[0] ?? '', quality: quality ? Number(quality.split('=')[1]) : 1 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return wanted.map(({ word }) => word).find(isLanguage);
}

export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  const header =
    String(request.headers.lang ?? '')
      .toLowerCase()
      .split(/[-_]/)[0] ?? '';
  if (isLanguage(header)) return header;
  return chooseAccepted(request.headers['accept-language'] ?? '') ?? defaultLanguage;
}
