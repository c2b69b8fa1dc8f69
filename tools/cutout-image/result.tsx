// The cutout beside its picture, on squares where one sees through it. A cropped one stands alone: it lies elsewhere in the frame.
import { Compare } from 'ui/compare.tsx';
import type { ResultProps } from 'ui/tool-screen.ts';
import { type CutoutOptions, isOpaque } from './cutout-options.ts';
import { words } from './words.ts';

export function Result({ result, before, facts, options, language }: ResultProps<CutoutOptions>) {
  const t = words[language];
  const file = result.files[0];
  const after = file?.previewUrl;
  if (!file || !after) return null;
  const { width = 1200, height = 900 } = file;
  return (
    <Compare
      className="size-full"
      before={options.isCropped ? null : before}
      after={after}
      alt={facts.name}
      isOpaque={isOpaque(options)}
      width={Math.max(width, facts.width ?? 0)}
      height={Math.max(height, facts.height ?? 0)}
      words={{
        before: t.before,
        after: t.after,
        divider: t.divider,
        zoomIn: t.zoomIn,
        zoomOut: t.zoomOut,
        showWhole: t.showWhole,
        keys: t.compareKeys,
      }}
    />
  );
}
