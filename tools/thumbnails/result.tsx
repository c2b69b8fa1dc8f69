// One finished thumbnail, as large as there is room; the strip below shows the others.
import { formatBytes, formatDimensions } from 'ui/measures.ts';
import type { ResultProps } from 'ui/tool-screen.ts';
import type { ThumbnailOptions } from './contract.ts';

export function Result({ result, fileIndex }: ResultProps<ThumbnailOptions>) {
  const file = result.files[fileIndex] ?? result.files[0];
  if (!file?.width || !file.height) return null;
  const ratio = file.width / file.height;
  return (
    <div className="grid size-full grid-rows-[minmax(0,1fr)_auto] gap-3 bg-sunken/50 p-4 sm:p-6">
      <div className="grid place-items-center [container-type:size]">
        <img
          src={file.previewUrl ?? undefined}
          alt={file.name}
          className="checkerboard block rounded-lg shadow-lift ring-1 ring-line"
          style={{ aspectRatio: ratio, width: `min(100cqw, 100cqh * ${ratio}, ${file.width}px)` }}
        />
      </div>
      <p className="truncate text-center text-[0.8125rem] text-soft tabular-nums">
        {file.name} · {formatDimensions(file.width, file.height)} · {formatBytes(file.size)}
      </p>
    </div>
  );
}
