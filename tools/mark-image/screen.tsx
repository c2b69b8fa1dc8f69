// The screen of watermarks: marks are placed on the picture, and the options of the selected one are beside it.
import { errors } from 'contract/errors.ts';
import { markAsks } from 'contract/mark/asks.ts';
import { fill, type Language } from 'contract/words.ts';
import { applyAsked, firstMark, lackOf, nameMark, signWithYear } from 'ui/mark-options/draft-mark.ts';
import { markWords } from 'ui/mark-options/words.ts';
import { defineScreen } from 'ui/tool-screen.ts';
import { filesOf, firstDraft, type MarkDraft, newMark, payloadOf } from './draft.ts';
import { Options } from './options.tsx';
import { Stage } from './stage.tsx';
import { words } from './words.ts';

const longestLabel = 18;

function optionsLabel({ marks }: MarkDraft, language: Language): string {
  const t = words[language];
  if (marks.length > 1) return fill(t.markCount, { count: marks.length });
  const [mark = firstMark] = marks;
  const what = nameMark(mark);
  const short = [...what].length > longestLabel ? `${[...what].slice(0, longestLabel).join('')}…` : what;
  return [short || t.noMark, mark.tile ? markWords[language].tile : undefined].filter(Boolean).join(' · ');
}

export const screen = defineScreen<MarkDraft>({
  Stage,
  isTunedByEye: true,
  Options,
  // A useful default, so that the first run already gives a result.
  defaultOptions: () => ({ ...firstDraft, marks: [{ ...newMark, markContent: signWithYear() }] }),
  asks: markAsks,
  // Applies to the mark on top, which is the one added last.
  takeAsked: (draft, asked) => ({
    ...draft,
    marks: draft.marks.map((mark, at) => (at === draft.marks.length - 1 ? applyAsked(mark, asked) : mark)),
  }),
  payload: payloadOf,
  sideFiles: async draft => filesOf(draft),
  blocker: ({ marks }, _facts, language) => {
    const missing = marks.map(lackOf).find(Boolean);
    if (!missing) return undefined;
    if (marks.length === 1) return errors[missing][language];
    return missing === 'MARK_MISSING' ? words[language].oneWithoutText : words[language].oneWithoutImage;
  },
  runLabel: (_draft, count, language) => fill(count > 1 ? words[language].runMany : words[language].runOne, { count }),
  optionsLabel,
  ownWarnings: ({ language, facts }) => {
    const { firstFrameOnly, keepsFrames, keepsDepth } = words[language];
    return {
      ...(facts.isAnimated && { 'first-frame-only': { sentence: firstFrameOnly, remedy: keepsFrames } }),
      'depth-reduced': { remedy: keepsDepth },
      // The page offers no other font.
      'font-replaced': null,
    };
  },
});
