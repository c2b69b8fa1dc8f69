// The screen of the GIF maker: its stage and options, what it sends, and its result.
import { chooseTrack } from 'contract/clip/plan.ts';
import { fill, type Language } from 'contract/words.ts';
import { ClipResult } from 'ui/clip/clip-result.tsx';
import { nameFormat } from 'ui/format-name.ts';
import { NotedPicture } from 'ui/picture/noted-picture.tsx';
import { defineScreen, type ResultProps } from 'ui/tool-screen.ts';
import { asks, maxFiles } from './contract.ts';
import { Options } from './options.tsx';
import {
  defaultSettings,
  filmKey,
  formatOf,
  type GifSettings,
  isClip,
  judgePart,
  mayBeAnimated,
  toPayload,
} from './settings.ts';
import { GifStage } from './stage.tsx';
import { words } from './words.ts';

function Result(props: ResultProps<GifSettings>) {
  const { result, fileIndex, language, note } = props;
  const file = result.files[fileIndex] ?? result.files[0];
  if (file?.contentType === 'video/mp4') return <ClipResult {...props} />;
  return (
    <NotedPicture
      address={file?.previewUrl || undefined}
      alt={`${words[language].result}: ${file?.name}`}
      note={note}
      ground="p-4"
      look="max-h-[100cqh] max-w-[100cqw] rounded-lg"
    />
  );
}

function runLabel(settings: GifSettings, count: number, language: Language): string {
  const { mode, frames } = settings;
  const t = words[language];
  const format = nameFormat(formatOf(settings));
  if (mode === 'split') {
    const chosen = Object.values(frames);
    return count === 1 && chosen.length === 1 ? fill(t.runSplitSome, { count: chosen[0]!.length }) : t.runSplit;
  }
  if (mode === 'video') return count > 1 ? fill(t.runVideos, { count, format }) : fill(t.runOne, { format });
  return fill(count > 1 ? t.runMake : t.runOne, { count, format });
}

export const screen = defineScreen<GifSettings>({
  Options,
  Stage: GifStage,
  Result,
  asks,
  defaultOptions: defaultSettings,
  payload: toPayload,
  callName: ({ mode, format }) => (mode === 'split' ? 'split' : mode === 'make' && format === 'mp4' ? 'clip' : 'make'),
  siblings: {
    field: 'list',
    kind: 'join',
    max: maxFiles,
    isWanted: ({ mode }) => mode === 'make',
    fits: (_own, other) => !isClip(other),
  },
  refusal: (_options, facts, language) =>
    isClip(facts) && facts.streams && !chooseTrack(facts.streams, 'video') ? words[language].noPicture : undefined,
  blocker: (options, facts, language) => {
    const { mode, frames } = options;
    if (mode === 'video') {
      if (!isClip(facts)) return words[language].videoNeeded;
      const problem = judgePart(facts, options);
      return problem && words[language][problem === 'long' ? 'gifTooLong' : 'rangeEmpty'];
    }
    if (mode === 'make') return isClip(facts) ? words[language].picturesNeeded : undefined;
    if (!mayBeAnimated(facts)) return words[language].splitNotAnimated;
    return frames[filmKey(facts)]?.length === 0 ? words[language].framesMissing : undefined;
  },
  runLabel,
  optionsLabel: options => {
    const pace = options.mode === 'video' ? `${options.fps} fps` : options.delayMs && `${options.delayMs} ms`;
    const format = formatOf(options);
    return [nameFormat(format), format !== 'mp4' && pace].filter(Boolean).join(' · ');
  },
});
