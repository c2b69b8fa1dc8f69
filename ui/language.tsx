// The current language for everything below it, and the words of a catalogue in that language.
import type { Language, Words } from 'contract/words.ts';
import { createContext, type ReactNode, useContext } from 'react';

const LanguageContext = createContext<Language>('zh');

export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** The words of one part in the current language; `fill` of contract/words.ts puts values into their places. */
export function useWords<Key extends string>(words: Words<Key>): Readonly<Record<Key, string>> {
  return words[useContext(LanguageContext)];
}
