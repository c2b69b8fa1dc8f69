// The options of the cutout: the subject, the background, and the format of the result.

import type { WarningCode } from 'contract/warnings.ts';
import { fill, type Language } from 'contract/words.ts';
import { useEffect, useMemo } from 'react';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { Swatches } from 'ui/fields/swatches.tsx';
import { Switch } from 'ui/fields/switch.tsx';
import { listFormats, nameFormat } from 'ui/format-name.ts';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import { Compare } from 'ui/picture/compare.tsx';
import { useDrawnPicture } from 'ui/picture/use-drawn-picture.ts';
import { type Advice, defineScreen, type FileFacts, type OptionsProps, type ResultProps } from 'ui/tool-screen.ts';
import { BackgroundChoice } from './background-choice.tsx';
import { backgroundNames } from './backgrounds.ts';
import { asks } from './contract.ts';
import { type CutoutOptions, defaultOptions, formatOf, isOpaque, payloadOf } from './cutout-options.ts';
import { drawComposite } from './draw-composite.tsx';
import { findCutout, rememberCutout, sideFilesOf } from './last-cutouts.tsx';
import { Stage } from './stage.tsx';
import { strokesOf } from './strokes.ts';
import { words } from './words.ts';

/** Draws the current options from the known cutout; undefined until it is drawn, or if the options are those of the result. */
function useSketch({ before, facts, options, made }: ResultProps<CutoutOptions>): string | undefined {
  const cutout = options === made ? undefined : findCutout(options, facts);
  const draw = useMemo(
    () => (before && cutout ? () => drawComposite(before, cutout, options) : undefined),
    [before, cutout, options],
  );
  return useDrawnPicture(draw);
}

function Result(props: ResultProps<CutoutOptions>) {
  const { result, before, facts, options, made, note } = props;
  useEffect(() => rememberCutout(facts, made, result), [facts, made, result]);
  const sketch = useSketch(props);
  const file = result.files[0];
  const after = sketch ?? file?.previewUrl;
  if (!file || !after) return null;
  const { width = 1200, height = 900 } = file;
  return (
    <Compare
      before={options.isCropped ? null : before}
      after={after}
      alt={facts.name}
      isOpaque={isOpaque(options)}
      width={Math.max(width, facts.width ?? 0)}
      height={Math.max(height, facts.height ?? 0)}
      note={note}
    />
  );
}

type Props = OptionsProps<CutoutOptions>;

function ShadowAndOutline({ options, change, language }: Props) {
  const t = words[language];
  const { shadow, shadowStrength, outlineWidth, outlineColor } = options;
  const isSet = shadow !== 'none' || outlineWidth > 0;
  return (
    <Disclosure title={t.effects} aside={isSet ? t.on : t.off}>
      <Segmented
        label={t.shadow}
        value={shadow}
        segments={[
          { value: 'none', label: t.shadowNone },
          { value: 'drop', label: t.shadowDrop },
          { value: 'ground', label: t.shadowGround },
        ]}
        onChange={value => change({ shadow: value })}
      />
      {shadow !== 'none' && (
        <Slider
          label={t.shadowStrength}
          value={shadowStrength}
          min={0}
          max={100}
          onChange={value => change({ shadowStrength: value })}
        />
      )}
      <Slider
        label={t.outline}
        value={outlineWidth}
        min={0}
        max={5}
        step={0.25}
        valueText={outlineWidth === 0 ? t.off : `${outlineWidth}%`}
        onChange={value => change({ outlineWidth: value })}
      />
      {outlineWidth > 0 && (
        <Swatches
          label={t.outlineColor}
          value={outlineColor}
          colors={[
            { value: '#ffffff', label: t.white },
            { value: '#000000', label: t.black },
            { value: '#ffd84d', label: t.yellow },
            { value: '#438edb', label: t.blue },
            { value: '#d9001b', label: t.red },
          ]}
          customLabel={t.customColor}
          onChange={value => change({ outlineColor: value })}
        />
      )}
    </Disclosure>
  );
}

function Crop({ options, change, language }: Props) {
  const t = words[language];
  return (
    <Disclosure title={t.crop} aside={options.isCropped ? `${options.cropMargin}%` : t.off}>
      <Switch
        label={t.cropToSubject}
        hint={t.cropHint}
        isOn={options.isCropped}
        onChange={isCropped => change({ isCropped })}
      />
      {options.isCropped && (
        <Slider
          label={t.cropMargin}
          value={options.cropMargin}
          min={0}
          max={50}
          valueText={`${options.cropMargin}%`}
          onChange={cropMargin => change({ cropMargin })}
        />
      )}
    </Disclosure>
  );
}

function Options(props: Props) {
  const { options, change, selected, language } = props;
  const t = words[language];
  const formats = isOpaque(options) ? (['png', 'webp', 'jpg'] as const) : (['png', 'webp'] as const);
  const isPainted = selected !== undefined && strokesOf(options.strokes, selected) !== undefined;
  return (
    <div className="grid gap-5">
      <Segmented
        label={t.subject}
        value={options.subject}
        segments={[
          { value: 'general', label: t.subjectAny },
          { value: 'person', label: t.subjectPerson },
        ]}
        hint={options.subject === 'person' ? t.subjectPersonHint : t.subjectAnyHint}
        onChange={subject => change({ subject })}
      />
      <BackgroundChoice {...props} />
      <div>
        {options.background !== 'mask' && <ShadowAndOutline {...props} />}
        <Crop {...props} />
      </div>
      {isPainted ? (
        <Switch
          label={t.spread}
          hint={t.spreadHint}
          isOn={options.strokesSpread}
          onChange={strokesSpread => change({ strokesSpread })}
        />
      ) : (
        <p className="text-[0.8125rem] leading-5 text-soft">{t.paintHint}</p>
      )}
      <Segmented
        label={t.format}
        value={formatOf(options)}
        segments={listFormats(formats)}
        onChange={format => change({ format })}
      />
    </div>
  );
}

/** Returns buttons that select another part as the subject. */
function advise(warning: WarningCode, { extent }: CutoutOptions, _facts: FileFacts, language: Language) {
  const t = words[language];
  const back = { label: t.backToUsual, patch: { extent: 'usual' } } as const;
  const advices: Partial<Record<WarningCode, readonly Advice<CutoutOptions>[]>> = {
    'subject-unsure': [{ label: t.keepMore, patch: { extent: 'more' } }],
    'parts-half-seen': [{ label: t.keepMore, patch: { extent: 'more' } }],
    'several-subjects': [
      { label: t.onlyLargest, patch: { extent: 'largest' } },
      { label: t.onlySecond, patch: { extent: 'second' } },
    ],
    'more-kept': [back],
    'one-kept': [{ label: t.theOther, patch: { extent: extent === 'second' ? 'largest' : 'second' } }, back],
  };
  return advices[warning] ?? [];
}

export const screen = defineScreen<CutoutOptions>({
  Stage,
  Result,
  Options,
  asks,
  defaultOptions,
  startsAtOnce: true,
  isLightChange: (made, now, facts, result) => {
    if (result) rememberCutout(facts, made, result);
    return findCutout(now, facts) !== undefined;
  },
  payload: payloadOf,
  sideFiles: sideFilesOf,
  blocker: ({ background, own }, _facts, language) =>
    background === 'own' && !own ? words[language].ownFirst : undefined,
  runLabel: (_options, count, language) =>
    count > 1 ? fill(words[language].runMany, { count }) : words[language].runOne,
  optionsLabel: (options, language) => {
    const { background, scene } = options;
    const behind = background === 'scene' ? backgroundNames[scene][language] : words[language][`kind-${background}`];
    return `${behind} · ${nameFormat(formatOf(options))}`;
  },
  advise,
});
