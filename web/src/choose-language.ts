// Chooses the visitor's language: that of the English host, then the `lang` query parameter, then the stored one, then Chinese.
import type { Language } from 'contract/words.ts';

interface Place {
  hostname: string;
  /** The query before the hash, with its question mark. */
  search: string;
  /** The hash, which may contain its own query: #/editor/x?lang=en */
  hash: string;
}

/** Parses a `lang` value as written by users and browsers; null for any other language. */
function readLanguage(value: string | null): Language | null {
  if (!value) return null;
  if (/^zh\b/i.test(value) || /^cn$/i.test(value)) return 'zh';
  if (/^en\b/i.test(value)) return 'en';
  return null;
}

export function languageInAddress({ search, hash }: Omit<Place, 'hostname'>): Language | null {
  const hashQuery = hash.includes('?') ? hash.slice(hash.indexOf('?')) : '';
  return (
    readLanguage(new URLSearchParams(hashQuery).get('lang')) ?? readLanguage(new URLSearchParams(search).get('lang'))
  );
}

export function isEnglishHost(hostname: string, englishHost: string | null): boolean {
  return englishHost !== null && hostname.toLowerCase() === englishHost.toLowerCase();
}

export function chooseLanguage(place: Place, stored: string | null, englishHost: string | null): Language {
  if (isEnglishHost(place.hostname, englishHost)) return 'en';
  return languageInAddress(place) ?? readLanguage(stored) ?? 'zh';
}

/** Returns the address without any `lang` parameter, so that a reload does not undo a manual choice. */
export function withoutLanguage({ search, hash }: Omit<Place, 'hostname'>): { search: string; hash: string } {
  const strip = (query: string) => {
    const parameters = new URLSearchParams(query);
    parameters.delete('lang');
    return parameters.size > 0 ? `?${parameters}` : '';
  };
  const mark = hash.indexOf('?');
  return { search: strip(search), hash: mark < 0 ? hash : hash.slice(0, mark) + strip(hash.slice(mark)) };
}
