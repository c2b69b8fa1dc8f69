// The options of avatar to anime, with a preview by the code that draws the result.

import { animeLookIds, animeLookNames } from 'contract/anime-looks.ts';
import { fill } from 'contract/words.ts';
import { useEffect } from 'react';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Select } from 'ui/fields/select.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { Swatches } from 'ui/fields/swatches.tsx';
import { listFormats } from 'ui/format-name.ts';
import { AnimationNote } from 'ui/panels/animation-note.tsx';
import { Cover, CoverGrid } from 'ui/pick/cover-grid.tsx';
import { defineScreen, type OptionsProps } from 'ui/tool-screen.ts';
import { chooseFrame, longestSide } from './choose-frame.ts';
import { type AnimeOptions, asks, backgrounds, crops, formats } from './contract.ts';
import { askForFaces, askForMatte } from './found-faces.tsx';
import { drawPreview } from './preview.tsx';
import { words } from './words.ts';

type Choice = Pick<
  AnimeOptions,
  'styleId' | 'strength' | 'lineWeight' | 'crop' | 'background' | 'backgroundColour' | 'format'
> & {
  readonly modelId: Exclude<AnimeOptions['modelId'], 'auto'>;
};
type Props = OptionsProps<Choice>;

/** Converts the slider position to the line weight: 0 is the thinnest, 50 the look's own, 100 the thickest. */
const toLine = (place: number) => (place <= 50 ? 0.4 + (place / 50) * 0.6 : 1 + (place - 50) / 50);
const toPlace = (line: number) => Math.round(line <= 1 ? ((line - 0.4) / 0.6) * 50 : 50 + (line - 1) * 50);

function tellSize({ options, selected, language }: Props): string | undefined {
  const t = words[language];
  if (options.crop === 'head') return fill(t.sizeHead, { side: longestSide });
  if (!selected?.width || !selected.height) return undefined;
  const { drawn } = chooseFrame({ width: selected.width, height: selected.height }, [], { crop: 'none' });
  return fill(t.size, { width: drawn.width, height: drawn.height });
}

function tellDrawer({ result, language }: Props): string | undefined {
  const t = words[language];
  const engine = result?.meta?.engine;
  return engine === 'network'
    ? t.drawnNetwork
    : engine === 'server'
      ? t.drawnServer
      : engine
        ? t.drawnBuiltin
        : undefined;
}

function Drawer({ options, change, drawers, language }: Props) {
  const t = words[language];
  const { modelId } = options;
  // Also shown if the chosen drawer no longer exists.
  if (drawers.length === 0 && modelId !== 'network' && modelId !== 'server') return null;
  return (
    <Segmented
      label={t.model}
      value={modelId}
      segments={(['builtin', ...drawers] as const).map(value => ({ value, label: t[`model-${value}`] }))}
      hint={modelId === 'network' ? t.networkHint : modelId === 'server' ? t.serverHint : undefined}
      onChange={value => change({ modelId: value })}
    />
  );
}

function Background({ options, change, language }: Props) {
  const t = words[language];
  return (
    <div className="grid gap-3">
      <Segmented
        label={t.background}
        value={options.background}
        segments={backgrounds.map(value => ({ value, label: t[`background-${value}`] }))}
        onChange={background => change({ background })}
      />
      {options.background === 'colour' && (
        <Swatches
          label={t.backgroundColour}
          value={options.backgroundColour}
          colors={[
            { value: '#ffffff', label: t.white },
            { value: '#f6d9a8', label: t.sand },
            { value: '#ffc2cf', label: t.pink },
            { value: '#a9d8f5', label: t.sky },
            { value: '#b9e3c6', label: t.mint },
            { value: '#22243a', label: t.night },
          ]}
          customLabel={t.customColour}
          onChange={backgroundColour => change({ backgroundColour })}
        />
      )}
    </div>
  );
}

function Options(props: Props) {
  const { options, change, selected, file, ask, language } = props;
  const t = words[language];
  const isBuiltin = options.modelId === 'builtin';
  useEffect(() => {
    if (file) askForFaces(file, ask);
    if (file && options.background !== 'keep' && isBuiltin) askForMatte(file, ask);
  }, [file, ask, options.background, isBuiltin]);
  return (
    <div className="grid gap-5">
      {options.modelId !== 'network' && (
        <CoverGrid
          label={t.looks}
          items={animeLookIds.map(id => ({
            id,
            name: animeLookNames[id][language],
            cover: <Cover tool="image-anime" id={id} />,
          }))}
          value={options.styleId}
          onChange={styleId => change({ styleId })}
        />
      )}
      <Drawer {...props} />
      <Segmented
        label={t.crop}
        value={options.crop}
        segments={crops.map(value => ({ value, label: t[`crop-${value}`] }))}
        hint={t.cropHint}
        onChange={crop => change({ crop })}
      />
      <Background {...props} />
      <Slider
        label={t.strength}
        value={Math.round(options.strength * 100)}
        min={0}
        max={100}
        startMark={t.strengthLow}
        endMark={t.strengthHigh}
        onChange={value => change({ strength: value / 100 })}
      />
      {isBuiltin && (
        <Slider
          label={t.line}
          value={toPlace(options.lineWeight)}
          min={0}
          max={100}
          startMark={t.lineLow}
          endMark={t.lineHigh}
          onChange={place => change({ lineWeight: toLine(place) })}
        />
      )}
      <Select
        label={t.format}
        value={options.format}
        choices={listFormats(formats, t.formatSame)}
        onChange={format => change({ format })}
      />
      {/* Space for two lines, so that the layout does not shift when the result arrives. */}
      <p className="min-h-10 text-[0.8125rem] leading-5 text-soft" aria-live="polite">
        {[tellDrawer(props), isBuiltin ? tellSize(props) : undefined]
          .filter(Boolean)
          .join(language === 'zh' ? '。' : '. ')}
      </p>
      <AnimationNote facts={selected} language={language} />
    </div>
  );
}

export const screen = defineScreen<Choice>({
  Options,
  asks,
  defaultOptions: () => ({
    styleId: 'cel',
    modelId: 'builtin',
    strength: 1,
    lineWeight: 1,
    crop: 'none',
    background: 'keep',
    backgroundColour: '#ffffff',
    format: 'same',
  }),
  runLabel: ({ styleId, modelId }, count, language) => {
    const t = words[language];
    if (modelId === 'network') return t.runModel;
    return fill(count > 1 ? t.runMany : t.runOne, { count, look: animeLookNames[styleId][language] });
  },
  optionsLabel: ({ styleId, modelId, strength }, language) => {
    const t = words[language];
    const look = modelId === 'network' ? t['model-network'] : animeLookNames[styleId][language];
    return strength < 1 ? `${look} · ${Math.round(strength * 100)}` : look;
  },
  instantPreview: async (file, options, _facts, signal) => {
    if (options.modelId !== 'builtin') return undefined;
    const blob = await drawPreview(file, options, signal);
    return blob && { blob, isSizeHonest: false };
  },
});
