// The options of the GIF maker: task, playback and size.
import { fill, type Language } from 'contract/words.ts';
import { DimensionsField } from 'ui/dimensions-field.tsx';
import { Disclosure } from 'ui/disclosure.tsx';
import { KilobyteLimit } from 'ui/kilobyte-limit.tsx';
import { Segmented } from 'ui/segmented.tsx';
import { Select } from 'ui/select.tsx';
import { Slider } from 'ui/slider.tsx';
import { Swatches } from 'ui/swatches.tsx';
import { Switch } from 'ui/switch.tsx';
import { defineScreen, type OptionsProps, type ResultProps } from 'ui/tool-screen.ts';
import { fits, maxFiles } from './contract.ts';
import { defaultSettings, filmKey, firstDelayMs, type GifSettings, mayBeAnimated, toPayload } from './settings.ts';
import { GifStage } from './stage.tsx';
import { words } from './words.ts';

type Props = OptionsProps<GifSettings>;
const firstMaxKb = 2048;

function Playing({ options, change, language }: Props) {
  const t = words[language];
  const direction = options.boomerang ? 'both' : options.reverse ? 'back' : 'on';
  const loops = { '0': t.loopForever, '1': t.loopOnce, '3': t.loopThree } as const;
  return (
    <>
      <Slider
        label={t.delay}
        value={options.delayMs ?? firstDelayMs}
        min={20}
        max={3000}
        step={10}
        valueText={options.delayMs === undefined ? '—' : `${options.delayMs} ${t.ms}`}
        {...(options.delayMs === undefined && { hint: t.delayKeep })}
        onChange={delayMs => change({ delayMs })}
      />
      <Segmented
        label={t.direction}
        value={direction}
        segments={[
          { value: 'on', label: t.forwards },
          { value: 'back', label: t.backwards },
          { value: 'both', label: t.backAndForth },
        ]}
        onChange={way => change({ reverse: way === 'back', boomerang: way === 'both' })}
      />
      <Select
        label={t.loop}
        value={String(options.loop) as keyof typeof loops}
        choices={(['0', '1', '3'] as const).map(value => ({ value, label: loops[value] }))}
        onChange={loop => change({ loop: Number(loop) })}
      />
    </>
  );
}

function Shape({ options, change, selected, language }: Props) {
  const t = words[language];
  const { width, height } = options;
  const isSet = width !== undefined || height !== undefined;
  const original = selected?.width && selected.height ? { width: selected.width, height: selected.height } : undefined;
  const labels = { contain: t.fitContain, cover: t.fitCover, fill: t.fitFill };
  return (
    <Disclosure title={t.size} aside={isSet ? `${width ?? t.auto} × ${height ?? t.auto}` : t.sizeAuto}>
      <DimensionsField
        width={width}
        height={height}
        original={original}
        max={4096}
        onChange={change}
        words={{ width: t.width, height: t.height, auto: t.auto, lock: t.lock, unlock: t.unlock }}
      />
      <Select
        label={t.fit}
        value={options.fit}
        choices={fits.map(value => ({ value, label: labels[value] }))}
        onChange={fit => change({ fit })}
      />
      <Switch
        label={t.transparent}
        isOn={options.background === 'transparent'}
        onChange={isOn => change({ background: isOn ? 'transparent' : '#ffffff' })}
      />
      {options.background !== 'transparent' && (
        <Swatches
          label={t.background}
          value={options.background}
          colors={[
            { value: '#ffffff', label: t.white },
            { value: '#000000', label: t.black },
            { value: '#808080', label: t.grey },
          ]}
          customLabel={t.customColor}
          onChange={background => change({ background })}
        />
      )}
    </Disclosure>
  );
}

function FileSize({ options, change, language }: Props) {
  const t = words[language];
  return (
    <Disclosure title={t.more}>
      {options.format === 'gif' ? (
        <>
          <Slider
            label={t.colors}
            value={options.colors}
            min={8}
            max={256}
            step={8}
            onChange={colors => change({ colors })}
          />
          <Switch
            label={t.dither}
            hint={t.ditherHint}
            isOn={options.dither > 0}
            onChange={isOn => change({ dither: isOn ? 0.8 : 0 })}
          />
        </>
      ) : (
        <Slider label={t.quality} value={options.quality} min={1} max={100} onChange={quality => change({ quality })} />
      )}
      <KilobyteLimit
        words={{ label: t.limitSize, hint: t.limitSizeHint, number: t.maxKb }}
        value={options.maxKb}
        first={firstMaxKb}
        min={10}
        onChange={maxKb => change({ maxKb })}
      />
    </Disclosure>
  );
}

function Options(props: Props) {
  const { options, change, language } = props;
  const t = words[language];
  return (
    <div className="grid gap-5">
      <Segmented
        label={t.mode}
        value={options.mode}
        segments={[
          { value: 'make', label: t.modeMake },
          { value: 'split', label: t.modeSplit },
        ]}
        onChange={mode => change({ mode })}
      />
      {options.mode === 'split' ? (
        <p className="text-sm text-soft">{t.splitHint}</p>
      ) : (
        <>
          <Playing {...props} />
          <Segmented
            label={t.format}
            value={options.format}
            segments={[
              { value: 'gif', label: 'GIF' },
              { value: 'webp', label: 'WebP' },
            ]}
            hint={options.format === 'gif' ? t.formatHintGif : t.formatHintWebp}
            onChange={format => change({ format })}
          />
          <div>
            <Shape {...props} />
            <FileSize {...props} />
          </div>
        </>
      )}
    </div>
  );
}

function Result({ result, fileIndex, language }: ResultProps<GifSettings>) {
  const file = result.files[fileIndex] ?? result.files[0];
  return (
    <div className="grid size-full place-content-center overflow-hidden bg-sunken p-4 [container-type:size]">
      {file?.previewUrl && (
        <img
          src={file.previewUrl}
          alt={`${words[language].result}: ${file.name}`}
          className="max-h-[100cqh] max-w-[100cqw] rounded-lg object-contain"
        />
      )}
    </div>
  );
}

const warningWords = {
  'colours-reduced': 'coloursReduced',
  'quality-reduced': 'qualityReduced',
  'dimensions-reduced': 'dimensionsReduced',
  'one-frame': 'oneFrame',
} as const;

function runLabel({ mode, frames }: GifSettings, count: number, language: Language): string {
  const t = words[language];
  if (mode === 'split') {
    const chosen = Object.values(frames);
    return count === 1 && chosen.length === 1 ? fill(t.runSplitSome, { count: chosen[0]!.length }) : t.runSplit;
  }
  return count > 1 ? fill(t.runMake, { count }) : t.runOne;
}

export const screen = defineScreen<GifSettings>({
  Options,
  Stage: GifStage,
  Result,
  defaultOptions: defaultSettings,
  payload: toPayload,
  callName: ({ mode }) => mode,
  siblings: { field: 'list', kind: 'join', max: maxFiles, isWanted: ({ mode }) => mode === 'make' },
  blocker: ({ mode, frames }, facts, language) => {
    if (mode !== 'split') return undefined;
    if (!mayBeAnimated(facts)) return words[language].splitNotAnimated;
    return frames[filmKey(facts)]?.length === 0 ? words[language].framesMissing : undefined;
  },
  runLabel,
  optionsLabel: ({ format, delayMs }) => `${format.toUpperCase()}${delayMs === undefined ? '' : ` · ${delayMs} ms`}`,
  warningSentence: (warning, language) => {
    const key = warningWords[warning as keyof typeof warningWords];
    return key && words[language][key];
  },
});
