// The screen's options of watermark removal, and the names of the kinds of findings.
import type { Language } from 'contract/words.ts';
import type { Areas } from './areas.ts';
import { screenWords as words } from './screen-words.ts';

export interface RemoveOptions {
  readonly areas: Areas;
  /** Whether all pictures of one size have the same mark, which is then estimated from all of them. */
  readonly isSameMark: boolean;
  readonly format: 'png' | 'same';
}

/** Names of the kinds of findings; unknown kinds are called marks. */
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
