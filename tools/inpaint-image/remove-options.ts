// What a person sets for removing watermarks, and the names of what can be found.
import type { Language } from 'contract/words.ts';
import type { Areas } from './areas.ts';
import { screenWords as words } from './screen-words.ts';

export interface RemoveOptions {
  readonly areas: Areas;
  /** The same mark is on all pictures of a size: it is worked out from all of them together. */
  readonly isSameMark: boolean;
  readonly format: 'png' | 'same';
}

/** Names of the kinds of findings, in the page's language; unknown kinds are called marks. */
export const kindNames =
  (language: Language) =>
  (kind: string | undefined): string => {
    const t = words[language];
    const names: Readonly<Record<string, string>> = {
      text: t.kindText,
      logo: t.kindLogo,
      tiled: t.kindTiled,
      overlay: t.kindOverlay,
    };
    return names[kind ?? ''] ?? t.kindMark;
  };
