// The screen of video watermarks and subtitles: both are shown over the playing clip, and edited beside it.
import { errors } from 'contract/errors.ts';
import { fill, type Language } from 'contract/words.ts';
import { ClipResult } from 'ui/clip/clip-result.tsx';
import { suggestMkv } from 'ui/clip/suggest-mkv.ts';
import { applyAsked, nameMark } from 'ui/mark-options/draft-mark.ts';
import { defineScreen } from 'ui/tool-screen.ts';
import { asks } from './contract.ts';
import { filesOf, findLack, hasMark, hasSubtitles, payloadOf, type VideoDraft } from './draft.ts';
import { withIds } from './edit-cues.ts';
import { readKept } from './kept-draft.ts';
import { Options, problemSentence } from './options.tsx';
import { Stage } from './stage.tsx';
import { words } from './words.ts';

const longestLabel = 18;

function optionsLabel(draft: VideoDraft, language: Language): string {
  const t = words[language];
  const what = nameMark(draft.mark);
  const short = [...what].length > longestLabel ? `${[...what].slice(0, longestLabel).join('')}…` : what;
  const parts = [
    hasMark(draft) ? short : undefined,
    hasSubtitles(draft) ? fill(t.lineCount, { count: draft.cues.length }) : undefined,
  ];
  return parts.filter(Boolean).join(' · ') || t.noMark;
}

function runLabel(draft: VideoDraft, count: number, language: Language): string {
  const t = words[language];
  if (count > 1) return fill(t.runMany, { count });
  if (!hasSubtitles(draft)) return draft.tab === 'subtitles' && !hasMark(draft) ? t.runSubtitles : t.runMark;
  return hasMark(draft) ? t.runBoth : t.runSubtitles;
}

export const screen = defineScreen<VideoDraft>({
  Stage,
  Result: ClipResult,
  isTunedByEye: true,
  tellsTime: true,
  Options,
  defaultOptions: readKept,
  takeOver: (draft, { cues }) => ({ ...draft, tab: 'subtitles', cues: withIds(cues) }),
  asks,
  takeAsked: (draft, asked) => {
    const { tab = draft.tab, motion = draft.motion } = asked as Partial<VideoDraft>;
    return { ...draft, tab, motion, mark: applyAsked(draft.mark, asked) };
  },
  payload: payloadOf,
  sideFiles: async draft => filesOf(draft),
  refusal: (_draft, facts, language) => problemSentence(facts, language),
  blocker: (draft, _facts, language) => {
    const lack = findLack(draft);
    return lack && errors[lack][language];
  },
  runLabel,
  optionsLabel,
  ownWarnings: ({ language, options }) => suggestMkv(options.format, language),
});
