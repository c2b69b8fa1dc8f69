// The home page as HTML, rendered at build time, so that it is visible before any script has run.

import type { Language } from 'contract/words.ts';
import { renderToString } from 'react-dom/server';
import { createPath, Router, type To } from 'react-router';
import { LanguageProvider } from 'ui/language.tsx';
import { HomePage } from './home/home-page.tsx';
import { loadTileWords, useLanguageStore } from './language-store.ts';
import { PageFrame } from './layout/page-frame.tsx';
import { settings } from './settings.ts';
import { shellWords } from './words/shell.ts';

const stay = () => undefined;
const navigator = {
  createHref: (to: To) => `#${typeof to === 'string' ? to : createPath(to)}`,
  push: stay,
  replace: stay,
  go: stay,
};

/** Placeholder for the product's name, which the server fills in. */
const brand = '%BRAND%';
settings.brand = { ...settings.brand, nameZh: brand, nameEn: brand };
/** Likewise for the retention hours, which are only displayed. */
settings.retentionHours = '%RETENTION_HOURS%' as unknown as number;

/** `isSold`: for servers that sell memberships, whose page mentions them. */
export async function paintHome(language: Language, isSold: boolean): Promise<{ html: string; title: string }> {
  settings.membership = isSold;
  const { tileWords } = await loadTileWords[language]();
  // During rendering at build time, zustand reads the initial state, so the language must be set there.
  Object.assign(useLanguageStore.getInitialState(), { language, tileWords });
  const html = renderToString(
    <LanguageProvider language={language}>
      <Router location="/" navigator={navigator}>
        <PageFrame>
          <HomePage />
        </PageFrame>
      </Router>
    </LanguageProvider>,
  );
  return { html, title: `${brand} - ${shellWords[language].tagline}` };
}
