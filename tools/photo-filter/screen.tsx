// The screen of photo filters, with a preview by the filter itself.

import { lookNames } from 'contract/looks.ts';
import { fill } from 'contract/words.ts';
import { applyLook } from 'engines/pixels/looks/apply-look.ts';
import { Select } from 'ui/fields/select.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { listFormats } from 'ui/format-name.ts';
import { AnimationNote } from 'ui/panels/animation-note.tsx';
import { readPicturePixels, writePicture } from 'ui/picture/picture-pixels.ts';
import { defineScreen, type FileFacts, type OptionsProps } from 'ui/tool-screen.ts';
import { asks, type FilterOptions } from './contract.ts';
import { LookGrid } from './look-grid.tsx';
import { words } from './words.ts';

/** Maximum pixels of the preview: more than a screen shows, and few enough that a slider reacts immediately. */
const previewPixels = 1_200_000;
const formats = ['same', 'jpg', 'png', 'webp'] as const;

function Options({ options, change, selected, file, language }: OptionsProps<FilterOptions>) {
  const t = words[language];
  return (
    <div className="grid gap-5">
      <LookGrid
        label={t.looks}
        file={file}
        value={options.filterType}
        language={language}
        onChange={filterType => change({ filterType })}
      />
      <Slider
        label={t.strength}
        value={options.strength}
        min={0}
        max={100}
        startMark={t.strengthLow}
        endMark={t.strengthHigh}
        onChange={strength => change({ strength })}
      />
      <AnimationNote facts={selected} language={language} />
      <Select
        label={t.format}
        value={options.format}
        choices={listFormats(formats, t.formatSame)}
        onChange={format => change({ format })}
      />
    </div>
  );
}

async function instantPreview(file: Blob, options: FilterOptions, _facts: FileFacts, signal: AbortSignal) {
  const pixels = await readPicturePixels(file, { maxPixels: previewPixels });
  signal.throwIfAborted();
  if (!pixels) return undefined;
  const { width, height } = pixels;
  const data = new Uint8Array(pixels.data.buffer);
  applyLook({ data, channels: 4, width, height }, options.filterType, options.strength);
  const blob = await writePicture(pixels);
  signal.throwIfAborted();
  return { blob, isSizeHonest: false };
}

export const screen = defineScreen<FilterOptions>({
  Options,
  asks,
  defaultOptions: () => ({ filterType: 'vivid', strength: 80, format: 'same' }),
  payload: ({ filterType, strength, format }) => ({ filterType, strength, format }),
  runLabel: (options, count, language) =>
    fill(count > 1 ? words[language].runMany : words[language].runOne, {
      count,
      look: lookNames[options.filterType][language],
    }),
  optionsLabel: (options, language) => `${lookNames[options.filterType][language]} · ${options.strength}`,
  instantPreview,
});
