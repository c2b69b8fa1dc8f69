// What the screen says of how the marked area was filled, and what helps.
import type { Language } from 'contract/words.ts';
import type { TaskResult } from 'ui/tool-screen.ts';
import { screenWords as words } from './screen-words.ts';

interface Told {
  readonly tone: 'info' | 'good';
  readonly title: string;
  readonly hint: string | undefined;
}

/** Warnings that stand beside it and give the same advice. */
const advising = new Set<string>(['filling-unsure', 'thing-left', 'hard-area']);

/** Undefined where there is nothing to say. */
export function tellFilling(meta: TaskResult['meta'], language: Language): Told | undefined {
  const t = words[language];
  const isAdvised = meta?.warnings?.some(code => advising.has(code)) ?? false;
  switch (meta?.engine) {
    case 'patches':
      return { tone: 'info', title: t.patchesTitle, hint: isAdvised ? undefined : t.patchesHint };
    case 'migan':
      return { tone: 'info', title: t.imaginedTitle, hint: isAdvised ? t.imaginedReason : t.imaginedHint };
    case 'unblend':
      return { tone: 'good', title: t.unblendTitle, hint: t.unblendHint };
    default:
      return undefined;
  }
}
