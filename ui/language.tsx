// The current language of the component tree, and the strings of a catalogue in that language.
import type { Language, Words } from 'contract/words.ts';
import { createContext, type ReactNode, useContext } from 'react';

const LanguageContext = createContext<Language>('zh');

export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** Returns the strings of one part in the current language; `fill` of contract/words.ts inserts values. */
export function useWords<Key extends string>(words: Words<Key>): Readonly<Record<Key, string>> {
  return words[useContext(LanguageContext)];
}
