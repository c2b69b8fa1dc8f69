// The options of thumbnails: sizes, crops and file format.
import { fill, type Language } from 'contract/words.ts';
import { KilobyteLimit } from 'ui/fields/kilobyte-limit.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { Swatches } from 'ui/fields/swatches.tsx';
import { listFormats } from 'ui/format-name.ts';
import { formatBytes, formatDimensions } from 'ui/measures.ts';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import { PickerList } from 'ui/pick/picker-list.tsx';
import { defineScreen, type FileFacts, type OptionsProps, type ResultProps } from 'ui/tool-screen.ts';
import { asks, maxKbLimit, maxSizes, outputFormats, type ThumbnailOptions } from './contract.ts';
import { listGroups, startSizes } from './list-choices.ts';
import { OwnSizes } from './own-sizes.tsx';
import { Stage } from './stage.tsx';
import { words } from './words.ts';

function Result({ result, fileIndex }: ResultProps<ThumbnailOptions>) {
  const file = result.files[fileIndex] ?? result.files[0];
  if (!file?.width || !file.height) return null;
  const ratio = file.width / file.height;
  return (
    <div className="grid size-full grid-rows-[minmax(0,1fr)_auto] gap-3 bg-sunken/50 p-4 sm:p-6">
      <div className="grid place-items-center [container-type:size]">
        <img
          src={file.previewUrl || undefined}
          alt={file.name}
          className="checkerboard block rounded-lg shadow-lift ring-1 ring-line"
          style={{ aspectRatio: ratio, width: `min(100cqw, 100cqh * ${ratio}, ${file.width}px)` }}
        />
      </div>
      <p className="flex min-w-0 flex-wrap justify-center gap-x-3 text-[0.8125rem] text-soft tabular-nums">
        <span className="truncate">{file.name}</span>
        <span className="whitespace-nowrap">
          {formatDimensions(file.width, file.height)} · {formatBytes(file.size)}
        </span>
      </p>
    </div>
  );
}

type Props = OptionsProps<ThumbnailOptions>;

const firstMaxKb = 200;
const countOf = ({ sizes, custom }: ThumbnailOptions) => sizes.length + custom.length;

function Sizes({ options, change, language }: Props) {
  const t = words[language];
  const { sizes, custom } = options;
  const isFull = countOf(options) >= maxSizes;

  function pick(id: string) {
    if (sizes.includes(id)) change({ sizes: sizes.filter(size => size !== id) });
    else if (!isFull) change({ sizes: [...sizes, id] });
  }

  return (
    <>
      <PickerList
        label={t.sizes}
        aside={fill(t.chosen, { count: countOf(options), max: maxSizes })}
        groups={listGroups(language)}
        chosen={sizes}
        kind="many"
        onPick={pick}
        words={{ search: t.search, nothing: t.nothing }}
      />
      <Disclosure title={t.own} aside={custom.length > 0 ? custom.length : undefined}>
        <OwnSizes custom={custom} onChange={next => change({ custom: next })} isFull={isFull} language={language} />
      </Disclosure>
    </>
  );
}

function Fit({ options, change, selected, language }: Props) {
  const t = words[language];
  const hints = { smart: t.fitSmartHint, cover: t.fitCoverHint, contain: t.fitContainHint };
  const isColoured = options.fit === 'contain' && options.border === 'colour';
  const isFlattened = options.format === 'jpg' && selected?.hasAlpha === true;
  return (
    <>
      <Segmented
        label={t.fit}
        value={options.fit}
        segments={[
          { value: 'smart', label: t.fitSmart },
          { value: 'cover', label: t.fitCover },
          { value: 'contain', label: t.fitContain },
        ]}
        hint={hints[options.fit]}
        onChange={fit => change({ fit })}
      />
      {options.fit === 'contain' && (
        <Segmented
          label={t.border}
          value={options.border}
          segments={[
            { value: 'colour', label: t.borderColour },
            { value: 'blur', label: t.borderBlur },
          ]}
          onChange={border => change({ border })}
        />
      )}
      {(isColoured || isFlattened) && (
        <Swatches
          label={t.background}
          value={options.background}
          colors={[
            { value: '#ffffff', label: t.white },
            { value: '#000000', label: t.black },
            { value: '#f2f2f2', label: t.grey },
          ]}
          customLabel={t.customColor}
          onChange={background => change({ background })}
        />
      )}
    </>
  );
}

function Files({ options, change, language }: Props) {
  const t = words[language];
  const { format, quality, maxKb } = options;
  return (
    <>
      <Segmented
        label={t.format}
        value={format}
        segments={listFormats(outputFormats)}
        onChange={value => change({ format: value })}
      />
      {format !== 'png' && (
        <Slider
          label={t.quality}
          value={quality}
          min={1}
          max={100}
          startMark={t.qualityLow}
          endMark={t.qualityHigh}
          onChange={value => change({ quality: value })}
        />
      )}
      <Disclosure title={t.more} aside={maxKb === undefined ? t.moreFree : `${maxKb} KB`}>
        <KilobyteLimit
          words={{ label: t.limitKb, hint: t.limitKbHint, number: t.maxKb }}
          value={maxKb}
          first={firstMaxKb}
          min={1}
          max={maxKbLimit}
          onChange={value => change({ maxKb: value })}
        />
      </Disclosure>
    </>
  );
}

function Options(props: Props) {
  return (
    <div className="grid gap-5">
      <Sizes {...props} />
      <Fit {...props} />
      <Files {...props} />
    </div>
  );
}

function blocker(options: ThumbnailOptions, _facts: FileFacts, language: Language): string | undefined {
  const count = countOf(options);
  if (count === 0) return words[language].noneChosen;
  return count > maxSizes ? fill(words[language].tooMany, { max: maxSizes }) : undefined;
}

export const screen = defineScreen<ThumbnailOptions>({
  Options,
  Stage,
  isTunedByEye: true,
  Result,
  blocker,
  asks,
  defaultOptions: facts => ({
    // The language of the page indicates the visitor's platforms.
    sizes: [...startSizes[document.documentElement.lang.startsWith('en') ? 'en' : 'zh']],
    custom: [],
    fit: 'smart',
    border: 'colour',
    background: '#ffffff',
    format: facts.hasAlpha ? 'png' : 'jpg',
    quality: 85,
  }),
  payload: ({ sizes, custom, fit, focus, border, background, format, quality, maxKb }) => ({
    sizes,
    custom,
    fit,
    border,
    background,
    format,
    quality,
    ...(fit === 'cover' && focus && { focus }),
    ...(maxKb !== undefined && { maxKb }),
  }),
  runLabel: (options, count, language) =>
    count > 1
      ? fill(words[language].runMany, { files: count })
      : fill(words[language].runOne, { count: countOf(options) }),
  optionsLabel: (options, language) => fill(words[language].optionsLabel, { count: countOf(options) }),
});
