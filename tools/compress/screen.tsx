// The options of compression, with an instant preview of JPG and WebP.
import { fill } from 'contract/words.ts';
import { KilobyteLimit } from 'ui/fields/kilobyte-limit.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { listFormats } from 'ui/format-name.ts';
import { encodePicture } from 'ui/picture/encode-picture.ts';
import { defineScreen, type FileFacts, type OptionsProps } from 'ui/tool-screen.ts';
import { asks, type CompressOptions, defaultQuality, formats } from './contract.ts';
import { words } from './words.ts';

const firstTargetKb = 200;
/** Maximum pixels of an instant preview, to save the browser's memory. */
const previewMaxPixels = 30_000_000;

function Options({ options, change, language }: OptionsProps<CompressOptions>) {
  const t = words[language];
  return (
    <div className="grid gap-5">
      <Slider
        label={t.quality}
        value={options.quality}
        min={1}
        max={100}
        startMark={t.qualityLow}
        endMark={t.qualityHigh}
        disabled={options.targetKb !== undefined}
        onChange={quality => change({ quality })}
      />
      <div className="grid gap-3">
        <KilobyteLimit
          words={{ label: t.limitSize, hint: t.limitSizeHint, number: t.targetKb }}
          value={options.targetKb}
          first={firstTargetKb}
          min={1}
          onChange={targetKb => change({ targetKb })}
        />
      </div>
      <Segmented
        label={t.format}
        value={options.format}
        segments={listFormats(formats, t.formatSame)}
        onChange={format => change({ format })}
      />
    </div>
  );
}

async function instantPreview(file: Blob, options: CompressOptions, facts: FileFacts, signal: AbortSignal) {
  const target = options.format === 'same' ? facts.type : options.format;
  const type = ({ jpg: 'image/jpeg', webp: 'image/webp' } as const)[target as 'jpg' | 'webp'];
  const isTooLarge = (facts.width ?? 0) * (facts.height ?? 0) > previewMaxPixels;
  if (!type || facts.isAnimated || options.targetKb !== undefined || isTooLarge) return undefined;
  const request = { type, quality: options.quality, fit: 'inside', mayEnlarge: false, background: '#ffffff' } as const;
  const blob = await encodePicture(file, request, signal);
  return blob && { blob, isSizeHonest: true };
}

export const screen = defineScreen<CompressOptions>({
  Options,
  asks,
  defaultOptions: () => ({ quality: defaultQuality, format: 'same' }),
  payload: ({ quality, targetKb, format }) => ({ quality, format, ...(targetKb !== undefined && { targetKb }) }),
  runLabel: (_options, count, language) =>
    count > 1 ? fill(words[language].runMany, { count }) : words[language].runOne,
  optionsLabel: ({ quality, targetKb }, language) =>
    targetKb === undefined
      ? fill(words[language].summary, { quality })
      : fill(words[language].summarySize, { size: targetKb }),
  instantPreview,
});
