// The screen of watermarks: the mark is placed on the picture itself, its options are beside it.
import { errors } from 'contract/errors.ts';
import { fill, type Language } from 'contract/words.ts';
import { defineScreen, type SideFile } from 'ui/tool-screen.ts';
import { firstDraft, type MarkDraft, payloadOf } from './draft.ts';
import { Options } from './options.tsx';
import { Stage } from './stage.tsx';
import { words } from './words.ts';

const longestLabel = 18;

function optionsLabel({ markType, markContent, image, tile }: MarkDraft, language: Language): string {
  const t = words[language];
  const what = markType === 'text' ? markContent.replace(/\s+/g, ' ').trim() : (image?.name ?? '');
  const short = [...what].length > longestLabel ? `${[...what].slice(0, longestLabel).join('')}…` : what;
  return [short || t.noMark, tile ? t.tile : undefined].filter(Boolean).join(' · ');
}

const needsMark = ({ markType, markContent, image }: MarkDraft) =>
  markType === 'text'
    ? markContent.trim() === ''
      ? 'MARK_MISSING'
      : undefined
    : image
      ? undefined
      : 'MARK_PICTURE_MISSING';

export const screen = defineScreen<MarkDraft>({
  Stage,
  isTunedByEye: true,
  Options,
  defaultOptions: () => firstDraft,
  payload: payloadOf,
  sideFiles: async ({ markType, image }): Promise<Readonly<Record<string, SideFile>>> =>
    markType === 'image' && image ? { markUrl: { name: image.name, blob: image.blob } } : {},
  blocker: (draft, _facts, language) => {
    const missing = needsMark(draft);
    return missing && errors[missing][language];
  },
  runLabel: (_draft, count, language) => fill(count > 1 ? words[language].runMany : words[language].runOne, { count }),
  optionsLabel,
  warningSentence: (warning, language) => {
    const t = words[language];
    const sentences: Record<string, string> = {
      'signs-missing': t.signsLeftOut,
      'first-frame-only': t.firstFrameOnly,
      'transparency-flattened': t.transparencyFlattened,
    };
    return sentences[warning];
  },
});
