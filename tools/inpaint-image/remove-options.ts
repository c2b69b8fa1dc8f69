// The screen's options of watermark removal, and the names of the kinds of findings.
import type { Language } from 'contract/words.ts';
import type { Marks } from './areas.ts';
import { screenWords as words } from './screen-words.ts';

/** With `isSameMark` the mark is estimated from all pictures of a size. */
export interface RemoveOptions extends Marks {
  /** Removes what was marked as soon as the mark is complete. */
  readonly isInstant: boolean;
  readonly format: 'png' | 'same';
  /** Also removes what a brush left of a thing just outside the marked area. */
  readonly includesRest: boolean;
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
