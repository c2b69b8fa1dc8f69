// The current language and the strings of the tiles. Both change together, so that the page never mixes languages.
import type { Language } from 'contract/words.ts';
import { create } from 'zustand';
import { chooseLanguage, isEnglishHost, languageInAddress, withoutLanguage } from './choose-language.ts';
import { settings } from './settings.ts';
import { readStored, store } from './storage.ts';

interface TileWords {
  title: string;
  blurb: string;
}

interface LanguageState {
  language: Language;
  /** By tool name. */
  tileWords: Readonly<Record<string, TileWords>>;
}

export const useLanguageStore = create<LanguageState>()(() => ({ language: 'zh', tileWords: {} }));

export const loadTileWords: Record<Language, () => Promise<{ tileWords: Record<string, TileWords> }>> = {
  zh: () => import('virtual:tile-words/zh'),
  en: () => import('virtual:tile-words/en'),
};

export const currentLanguage = (): Language => useLanguageStore.getState().language;

/** The language requested last; its words may still be loading. */
let wanted: Language | undefined;

async function speak(language: Language): Promise<void> {
  wanted = language;
  const { tileWords } = await loadTileWords[language]();
  // Another language was requested in the meantime.
  if (wanted !== language) return;
  useLanguageStore.setState({ language, tileWords });
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
}

/** Called once, before the first rendering. A language requested in the address is also stored. */
export async function startLanguage(): Promise<void> {
  const language = chooseLanguage(location, readStored('lang'), settings.englishHost);
  store('lang', language);
  await speak(language);
  addEventListener('popstate', () => void followAddress());
}

/** Applies the language requested by an address that is opened later in the same page. */
async function followAddress(): Promise<void> {
  const asked = languageInAddress(location);
  if (!asked || asked === wanted || isEnglishHost(location.hostname, settings.englishHost)) return;
  store('lang', asked);
  await speak(asked);
}

/** Switches the language manually: it is stored for the next visit, and the parameter is removed from the address. */
export async function switchLanguage(language: Language): Promise<void> {
  store('lang', language);
  const { search, hash } = withoutLanguage(location);
  history.replaceState(history.state, '', location.pathname + search + hash);
  await speak(language);
}
