// The zoom control in the lower corner of the stage.
import { Maximize, Minus, Plus } from 'lucide-react';
import type { RefObject } from 'react';
import type { ArtboardApi } from 'ui/artwork/stage/artboard.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { useWords } from 'ui/language.tsx';
import { editorWords } from './words.ts';

export function ZoomBar({ scale, api }: { scale: number; api: RefObject<ArtboardApi | null> }) {
  const t = useWords(editorWords);
  const percent = Math.round(scale * (globalThis.devicePixelRatio || 1) * 100);
  return (
    <div className="absolute end-3 bottom-3 flex items-center rounded-full border border-line bg-raised shadow-card">
      <IconButton
        size="sm"
        label={t.zoomOut}
        icon={<Minus className="size-4" />}
        onClick={() => api.current?.zoomBy(0.8)}
      />
      <button
        type="button"
        title={t.truePixels}
        aria-label={`${percent}% ${t.truePixels}`}
        onClick={() => api.current?.showTruePixels()}
        className="min-h-9 min-w-13 rounded-full text-sm tabular-nums hover:bg-sunken"
      >
        {percent}%
      </button>
      <IconButton
        size="sm"
        label={t.zoomIn}
        icon={<Plus className="size-4" />}
        onClick={() => api.current?.zoomBy(1.25)}
      />
      <IconButton
        size="sm"
        label={t.zoomFit}
        icon={<Maximize className="size-4" />}
        onClick={() => api.current?.fit()}
      />
    </div>
  );
}
