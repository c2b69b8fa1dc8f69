// The language and theme toggles.
import { Languages, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from 'ui/icon-button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { isEnglishHost } from '../choose-language.ts';
import { switchLanguage } from '../language-store.ts';
import { settings } from '../settings.ts';
import { shellWords } from '../words/shell.ts';
import { currentTheme, switchTheme } from './theme.ts';

/** Hidden on the English host, where it would have no effect. */
export function LanguageToggle() {
  const words = useWords(shellWords);
  const language = useLanguage();
  const other = language === 'zh' ? 'en' : 'zh';
  if (isEnglishHost(globalThis.location?.hostname ?? '', settings.englishHost)) return null;
  return (
    <button
      type="button"
      lang={other === 'en' ? 'en' : 'zh-CN'}
      title={words.switchLanguage}
      onClick={() => void switchLanguage(other)}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 text-sm font-medium transition hover:bg-sunken"
    >
      <Languages aria-hidden className="size-4.5" />
      <span className="max-sm:hidden">{words.otherLanguage}</span>
    </button>
  );
}

export function ThemeToggle() {
  const words = useWords(shellWords);
  const [, redraw] = useState({});
  // Controlled by CSS, so that the painted page is correct in both themes.
  return (
    <IconButton
      label={globalThis.document && currentTheme() === 'dark' ? words.toLight : words.toDark}
      onClick={() => {
        switchTheme();
        redraw({});
      }}
      icon={
        <>
          <Moon aria-hidden className="only-light size-5" />
          <Sun aria-hidden className="only-dark size-5" />
        </>
      }
    />
  );
}
