// The options of the video converter, and a forecast of their effect on the selected clip.

import { type ClipFormat, clipFormats, formatRules, hasPicture } from 'contract/clip/formats.ts';
import type { ClipPlan, ClipProblem } from 'contract/clip/plan.ts';
import type { TrackPlan } from 'contract/clip/wish.ts';
import { fill, type Language } from 'contract/words.ts';
import { ClipResult } from 'ui/clip/clip-result.tsx';
import { LeftOut } from 'ui/clip/left-out.tsx';
import { suggestMkv } from 'ui/clip/suggest-mkv.ts';
import { TrimStage } from 'ui/clip/trim-stage.tsx';
import { FactRows } from 'ui/fact-rows.tsx';
import { ChoiceGrid } from 'ui/fields/choice-grid.tsx';
import { NumberField } from 'ui/fields/number-field.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Select } from 'ui/fields/select.tsx';
import { Switch } from 'ui/fields/switch.tsx';
import { formatBytes, formatDimensions } from 'ui/measures.ts';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import { type Advice, defineScreen, type FileFacts, type OptionsProps } from 'ui/tool-screen.ts';
import { asks } from './contract.ts';
import {
  type ConvertSettings,
  defaultSettings,
  foresee,
  hasQuality,
  type Quality,
  toMeasure,
  toPayload,
} from './settings.ts';
import { TrackOptions } from './track-options.tsx';
import { words } from './words.ts';

type Props = OptionsProps<ConvertSettings>;

const formatNames: Readonly<Record<ClipFormat, string>> = {
  mp4: 'MP4',
  mov: 'MOV',
  mkv: 'MKV',
  webm: 'WebM',
  gif: 'GIF',
  mp3: 'MP3',
  m4a: 'M4A',
  wav: 'WAV',
};
const shortSides = [2160, 1440, 1080, 720, 480, 360];
const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];
const firstTargetMb = 10;
const maxTargetMb = 500;

const codecNames = { h264: 'H.264', vp9: 'VP9', gif: 'GIF', aac: 'AAC', opus: 'Opus', mp3: 'MP3', pcm_s16le: 'PCM' };

const problemWords = {
  'no-picture': 'noPicture',
  'no-sound': 'noSound',
  'no-length': 'noLength',
  'range-empty': 'rangeEmpty',
  'frame-too-large': 'frameTooLarge',
  'too-long': 'tooLong',
  'track-missing': 'trackMissing',
  'gif-too-long': 'gifTooLong',
} as const satisfies Record<ClipProblem, keyof (typeof words)['en']>;

function timeWords(seconds: number, language: Language): string {
  const t = words[language];
  const minutes = Math.round(seconds / 60);
  return seconds < 90
    ? fill(t.seconds, { count: Math.max(1, Math.round(seconds)) })
    : fill(t.minutes, { count: minutes });
}

/** `bytes` as OptionsProps has them: null while they are measured, undefined where they could not be. */
function sizeWords(bytes: number | null | undefined, roughBytes: number, language: Language): string {
  const t = words[language];
  if (bytes === null) return t.measuring;
  return fill(bytes === undefined ? t.roughly : t.about, { value: formatBytes(bytes ?? roughBytes) });
}

type Row = readonly [name: string, value: string];

/** Placeholder for a value that is not known. */
const unknown = '–';

/** Describes the processing of each track, and the expected size and duration of the run. */
function Forecast({ options, selected, usualSeconds, measuredBytes, language }: Props) {
  const t = words[language];
  const seen = selected && foresee(selected, options);
  if (seen && 'problem' in seen)
    return <p className="text-sm font-medium text-warn">{t[problemWords[seen.problem]]}</p>;
  const { makes } = formatRules[options.format];
  const trackWords = (track: TrackPlan | undefined, copied: string, codec: keyof typeof codecNames | undefined) =>
    track?.does === 'copy' ? copied : `${t.encoded} · ${codecNames[codec ?? 'h264']}`;
  const pictureWords = ({ video, size }: ClipPlan) =>
    video?.does === 'encode' && size
      ? // Non-breaking spaces keep it on one line.
        `${trackWords(video, t.copied, makes.video)} · ${formatDimensions(size.width, size.height)}`
      : trackWords(video, t.copied, makes.video);
  const lacksSound = !selected?.streams?.some(({ kind }) => kind === 'sound');
  const soundWords = (sound: TrackPlan) =>
    [
      trackWords(sound, t.soundCopied, makes.sound),
      sound.does === 'encode' && sound.layout === 'stereo' ? t.mixed : sound.does === 'encode' && sound.layout,
    ]
      .filter(Boolean)
      .join(' · ');
  const soundRows = ({ sounds }: ClipPlan): Row[] =>
    sounds.length === 0
      ? [[t.sound, lacksSound ? t.none : t.removed]]
      : sounds.map((sound, at) => [sounds.length > 1 ? `${t.sound} ${at + 1}` : t.sound, soundWords(sound)]);
  const otherRows = ({ extras: { subtitles, chapters, cover } }: ClipPlan): Row[] => [
    ...(subtitles.length > 0 ? [[t.subtitles, fill(t.kept, { count: subtitles.length })] as const] : []),
    ...(chapters.length > 0 ? [[t.chapters, fill(t.kept, { count: chapters.length })] as const] : []),
    ...(cover ? [[t.cover, fill(t.kept, { count: 1 })] as const] : []),
  ];
  const showsPicture = seen ? seen.plan.video !== undefined : makes.video !== undefined;
  const rows: Row[] = [
    ...(showsPicture ? [[t.picture, seen ? pictureWords(seen.plan) : unknown] as const] : []),
    ...(makes.sound ? (seen ? soundRows(seen.plan) : [[t.sound, unknown] as const]) : []),
    ...(seen ? otherRows(seen.plan) : []),
    [t.expected, seen ? sizeWords(seen.isMeasured ? measuredBytes : seen.bytes, seen.bytes, language) : unknown],
    // The estimate arrives later than the rest and changes with the options, so its row is always there.
    [t.time, usualSeconds === undefined ? unknown : fill(t.about, { value: timeWords(usualSeconds, language) })],
  ];
  return (
    <>
      <FactRows label={t.plan} rows={rows} waiting={seen ? undefined : t.looking} />
      <LeftOut losses={seen?.plan.losses} language={language} />
    </>
  );
}

function Resolution({ options, change, selected, language }: Props) {
  const t = words[language];
  const short = Math.min(selected?.width ?? Number.POSITIVE_INFINITY, selected?.height ?? Number.POSITIVE_INFINITY);
  const choices = shortSides.filter(side => side < short || side === options.shortSide);
  return (
    <Select
      label={t.resolution}
      value={String(options.shortSide ?? '')}
      choices={[
        { value: '', label: options.format === 'gif' ? t.resolutionAuto : t.resolutionKeep },
        ...choices.map(side => ({ value: String(side), label: `${side}p` })),
      ]}
      onChange={side => change({ shortSide: side === '' ? undefined : Number(side) })}
    />
  );
}

function More({ options, change, language }: Props) {
  const t = words[language];
  const { format, targetMb, speed, mute } = options;
  const speedLabel = (times: number) => (times === 1 ? t.speedNormal : fill(t.speedTimes, { times }));
  const aside = [targetMb && `${targetMb} MB`, speed !== 1 && speedLabel(speed), mute && t.mute]
    .filter(Boolean)
    .join(' · ');
  return (
    <Disclosure title={t.more} aside={aside}>
      {format !== 'gif' && format !== 'wav' && (
        <>
          <Switch
            label={t.limitSize}
            hint={t.limitSizeHint}
            isOn={targetMb !== undefined}
            onChange={isOn => change({ targetMb: isOn ? firstTargetMb : undefined })}
          />
          {targetMb !== undefined && (
            <NumberField
              label={t.targetMb}
              value={targetMb}
              min={1}
              max={maxTargetMb}
              unit="MB"
              onChange={typed => typed && change({ targetMb: typed })}
            />
          )}
        </>
      )}
      <Select
        label={t.speed}
        value={String(speed)}
        choices={speeds.map(times => ({ value: String(times), label: speedLabel(times) }))}
        onChange={times => change({ speed: Number(times) })}
      />
      {hasPicture(format) && format !== 'gif' && (
        <Switch label={t.mute} isOn={mute} onChange={isOn => change({ mute: isOn })} />
      )}
    </Disclosure>
  );
}

function Options(props: Props) {
  const { options, change, language } = props;
  const t = words[language];
  const about = `about${options.format[0]?.toUpperCase()}${options.format.slice(1)}` as keyof typeof t;
  const names: Record<Quality, string> = {
    auto: t.qualityAuto,
    high: t.qualityHigh,
    standard: t.qualityStandard,
    small: t.qualitySmall,
  };
  return (
    <div className="grid gap-5">
      <ChoiceGrid
        label={t.format}
        value={options.format}
        choices={clipFormats.map(value => ({ value, label: formatNames[value] }))}
        onChange={format => change({ format })}
        hint={t[about]}
      />
      <Forecast {...props} />
      {hasPicture(options.format) && <Resolution {...props} />}
      {options.format === 'gif' && (
        <Select
          label={t.fps}
          value={String(options.fps)}
          choices={[8, 10, 12, 15, 20, 25].map(fps => ({ value: String(fps), label: String(fps) }))}
          onChange={fps => change({ fps: Number(fps) })}
        />
      )}
      {hasQuality(options) && (
        <Segmented
          label={hasPicture(options.format) ? t.quality : t.soundQuality}
          value={options.quality}
          {...(options.quality === 'auto' && { hint: t.qualityAutoHint })}
          segments={(['auto', 'high', 'standard', 'small'] as const).map(value => ({ value, label: names[value] }))}
          onChange={quality => change({ quality })}
        />
      )}
      <TrackOptions {...props} />
      <More {...props} />
    </div>
  );
}

/** Whether MKV would keep the clip's own codec. */
function isKeptByMkv(options: ConvertSettings, facts: FileFacts): boolean {
  const seen = foresee(facts, { ...options, format: 'mkv' });
  return seen !== undefined && 'plan' in seen && seen.plan.video?.does === 'copy';
}

/** Ways to a result that is not larger than the clip: its own codec, or its own size. */
function adviseSmaller(options: ConvertSettings, facts: FileFacts, language: Language): Advice<ConvertSettings>[] {
  const t = words[language];
  const sameMb = Math.min(maxTargetMb, Math.floor((facts.bytes ?? 0) / 1024 / 1024));
  return [
    ...(isKeptByMkv(options, facts)
      ? [{ label: fill(t.runOne, { format: formatNames.mkv }), patch: { format: 'mkv' } as const }]
      : []),
    ...(sameMb >= 1 && options.targetMb !== sameMb
      ? [{ label: fill(t.adviseSize, { size: sameMb }), patch: { targetMb: sameMb } }]
      : []),
  ];
}

export const screen = defineScreen<ConvertSettings>({
  Options,
  Stage: TrimStage,
  Result: ClipResult,
  tellsTime: true,
  measure: toMeasure,
  asks,
  defaultOptions: defaultSettings,
  payload: toPayload,
  refusal: (options, facts, language) => {
    const seen = foresee(facts, options);
    return seen && 'problem' in seen ? words[language][problemWords[seen.problem]] : undefined;
  },
  runLabel: ({ format }, count, language) =>
    fill(count > 1 ? words[language].runMany : words[language].runOne, { count, format: formatNames[format] }),
  optionsLabel: ({ format, shortSide }) => `${formatNames[format]}${shortSide === undefined ? '' : ` · ${shortSide}p`}`,
  advise: (warning, options, facts, language) =>
    warning === 'codec-needs-more' ? adviseSmaller(options, facts, language) : [],
  ownWarnings: ({ language, options, facts }) => ({
    ...suggestMkv(options.format, language),
    'dimensions-reduced': { sentence: words[language].dimensionsReduced },
    ...(!isKeptByMkv(options, facts) && { 'codec-needs-more': { remedy: words[language].setSize } }),
  }),
});
