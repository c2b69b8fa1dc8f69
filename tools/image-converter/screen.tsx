// The options of image format conversion, and the instant preview in the browser.
import { fill, type Language } from 'contract/words.ts';
import { ChoiceGrid } from 'ui/fields/choice-grid.tsx';
import { DimensionsField } from 'ui/fields/dimensions-field.tsx';
import { KilobyteLimit } from 'ui/fields/kilobyte-limit.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Select } from 'ui/fields/select.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { Swatches } from 'ui/fields/swatches.tsx';
import { Switch } from 'ui/fields/switch.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import { encodePicture } from 'ui/picture/encode-picture.ts';
import { defineScreen, type FileFacts, type OptionsProps } from 'ui/tool-screen.ts';
import { adviseSmaller, ownWarnings } from './advice.ts';
import {
  defaultOptions,
  formatNames,
  hasQuality,
  isLossy,
  keepsAlpha,
  keepsAnimation,
  mayGrow,
  relevantOptions,
} from './choose-format.ts';
import { asks, type ConvertOptions, outputFormats } from './contract.ts';
import { isPresetOn, presets } from './presets.ts';
import { words } from './words.ts';

const maxSide = 16_383;
const firstTargetKb = 200;
/** Maximum pixels of an instant preview, to save the browser's memory. */
const previewMaxPixels = 30_000_000;
const fits = ['inside', 'cover', 'contain', 'fill'] as const;

type Props = OptionsProps<ConvertOptions>;

function Presets({ options, change, language }: Props) {
  const t = words[language];
  return (
    <div className="grid gap-2">
      <p className="text-sm font-medium">{t.presets}</p>
      <div className="grid grid-cols-4 gap-1.5">
        {presets.map(preset => (
          <button
            key={preset.label}
            type="button"
            title={t[preset.about]}
            aria-pressed={isPresetOn(preset, options)}
            onClick={() => change(preset.options)}
            className="min-h-9 rounded-full bg-sunken px-1 text-[0.8125rem] font-medium whitespace-nowrap text-soft transition hover:text-ink aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent-ink"
          >
            {t[preset.label]}
          </button>
        ))}
      </div>
    </div>
  );
}

function FormatChoice({ options, change, selected, language }: Props) {
  const t = words[language];
  const about = `about${options.format[0]?.toUpperCase()}${options.format.slice(1)}` as keyof typeof t;
  const losesAnimation = selected?.isAnimated && !keepsAnimation(options.format);
  return (
    <div className="grid gap-2">
      <ChoiceGrid
        label={t.format}
        value={options.format}
        choices={outputFormats.map(value => ({ value, label: formatNames[value] }))}
        onChange={format => change({ format })}
        hint={t[about]}
      />
      {losesAnimation && (
        <Callout tone="warn" title={t.firstFrameOnly}>
          {t.keepsFrames}
        </Callout>
      )}
      {!losesAnimation && selected && mayGrow(selected, options) && <Callout tone="warn" title={t.alreadySmall} />}
    </div>
  );
}

function QualityAndSize({ options, change, language }: Props) {
  const t = words[language];
  return (
    <>
      {hasQuality(options.format) && (
        <Slider
          label={t.quality}
          value={options.quality}
          min={1}
          max={100}
          startMark={t.qualityLow}
          endMark={t.qualityHigh}
          onChange={quality => change({ quality })}
        />
      )}
      {isLossy(options.format) && (
        <div className="grid gap-3">
          <KilobyteLimit
            words={{ label: t.limitSize, hint: t.limitSizeHint, number: t.targetKb }}
            value={options.targetKb}
            first={firstTargetKb}
            min={1}
            onChange={targetKb => change({ targetKb })}
          />
        </div>
      )}
    </>
  );
}

function Dimensions({ options, change, selected, language }: Props) {
  const t = words[language];
  const { width, height } = options;
  const isSet = width !== undefined || height !== undefined;
  const original = selected?.width && selected.height ? { width: selected.width, height: selected.height } : undefined;
  const fitWords = { inside: t.fitInside, cover: t.fitCover, contain: t.fitContain, fill: t.fitFill };
  return (
    <Disclosure title={t.dimensions} aside={isSet ? `${width ?? t.auto} × ${height ?? t.auto}` : t.dimensionsKeep}>
      <DimensionsField
        width={width}
        height={height}
        original={original}
        max={maxSide}
        onChange={change}
        words={{ width: t.width, height: t.height, auto: t.auto, lock: t.lockRatio, unlock: t.unlockRatio }}
      />
      {width !== undefined && height !== undefined && (
        <Select
          label={t.fit}
          value={options.fit}
          choices={fits.map(value => ({ value, label: fitWords[value] }))}
          onChange={fit => change({ fit })}
        />
      )}
      {isSet && (
        <Switch
          label={t.enlarge}
          hint={t.enlargeHint}
          isOn={options.enlarge}
          onChange={enlarge => change({ enlarge })}
        />
      )}
    </Disclosure>
  );
}

function Background({ options, change, selected, language }: Props) {
  const t = words[language];
  const isPadded = options.fit === 'contain' && options.width !== undefined && options.height !== undefined;
  const isFlattened = !keepsAlpha(options.format) && selected?.hasAlpha === true;
  if (!isPadded && !isFlattened) return null;
  return (
    <Swatches
      label={t.background}
      value={options.background}
      colors={[
        { value: '#ffffff', label: t.white },
        { value: '#000000', label: t.black },
        { value: '#f2f2f2', label: t.grey },
        { value: '#438edb', label: t.blue },
        { value: '#d9001b', label: t.red },
      ]}
      customLabel={t.customColor}
      hint={isPadded ? t.backgroundPadHint : t.backgroundHint}
      onChange={background => change({ background })}
    />
  );
}

function Options(props: Props) {
  const { options, change, language } = props;
  const t = words[language];
  return (
    <div className="grid gap-5">
      <Presets {...props} />
      <FormatChoice {...props} />
      <QualityAndSize {...props} />
      <Background {...props} />
      <div>
        <Dimensions {...props} />
        <Disclosure title={t.more}>
          <Select
            label={t.metadata}
            hint={options.keepMetadata === 'everything' ? t.metadataWarning : t.metadataHint}
            value={String(options.keepMetadata)}
            choices={[
              { value: 'false', label: t.metadataNone },
              { value: 'true', label: t.metadataSafe },
              { value: 'everything', label: t.metadataEverything },
            ]}
            onChange={chosen => change({ keepMetadata: chosen === 'everything' ? chosen : chosen === 'true' })}
          />
          <Segmented
            label={t.colorProfile}
            value={options.colorProfile}
            segments={[
              { value: 'srgb', label: t.profileSrgb },
              { value: 'keep', label: t.profileKeep },
            ]}
            hint={t.profileHint}
            onChange={colorProfile => change({ colorProfile })}
          />
        </Disclosure>
      </div>
    </div>
  );
}

async function instantPreview(file: Blob, options: ConvertOptions, facts: FileFacts, signal: AbortSignal) {
  const type = ({ jpg: 'image/jpeg', webp: 'image/webp' } as const)[options.format as 'jpg' | 'webp'];
  const isTooLarge = (facts.width ?? 0) * (facts.height ?? 0) > previewMaxPixels;
  // A canvas has one frame, and cannot search for the quality that meets a file size.
  if (!type || facts.isAnimated || options.targetKb !== undefined || isTooLarge) return undefined;
  const { quality, width, height, fit, background } = options;
  const request = { type, quality, width, height, fit, background, mayEnlarge: options.enlarge };
  const blob = await encodePicture(file, request, signal);
  return blob && { blob, isSizeHonest: true };
}

function optionsLabel(options: ConvertOptions, _language: Language): string {
  const size = options.width || options.height ? ` · ${options.width ?? '–'} × ${options.height ?? '–'}` : '';
  return `${formatNames[options.format]}${hasQuality(options.format) ? ` · ${options.quality}` : ''}${size}`;
}

export const screen = defineScreen<ConvertOptions>({
  asks,
  Options,
  defaultOptions,
  payload: relevantOptions,
  runLabel: (options, count, language) =>
    fill(count > 1 ? words[language].runMany : words[language].runOne, { count, format: formatNames[options.format] }),
  optionsLabel,
  instantPreview,
  advise: (warning, options, facts, language) =>
    warning === 'bigger-than-input' ? adviseSmaller(options, facts, language) : [],
  ownWarnings,
});
