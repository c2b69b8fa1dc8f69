// The zoom control. Its numbers are updated without React, at each wheel event.
import { Minus, Plus } from 'lucide-react';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { useWords } from '../language.tsx';
import { painterWords } from './words.ts';

export interface ZoomReadout {
  show: (percent: number, canZoomIn: boolean, canZoomOut: boolean) => void;
}

interface ZoomPillProps {
  ref: Ref<ZoomReadout>;
  zoom: (factor: number) => void;
  showWhole: () => void;
}

const round = 'grid size-9 place-items-center rounded-full hover:bg-sunken disabled:opacity-40';

export function ZoomPill({ ref, zoom, showWhole }: ZoomPillProps) {
  const t = useWords(painterWords);
  const percentRef = useRef<HTMLSpanElement>(null);
  const inRef = useRef<HTMLButtonElement>(null);
  const outRef = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => ({
    show(percent, canZoomIn, canZoomOut) {
      if (percentRef.current) percentRef.current.textContent = `${percent}%`;
      if (inRef.current) inRef.current.disabled = !canZoomIn;
      if (outRef.current) outRef.current.disabled = !canZoomOut;
    },
  }));
  return (
    <div className="flex shrink-0 items-center text-ink">
      <button
        ref={outRef}
        type="button"
        aria-label={t.zoomOut}
        title={t.zoomOut}
        onClick={() => zoom(0.667)}
        className={round}
      >
        <Minus className="size-5" />
      </button>
      <button
        type="button"
        title={t.showWhole}
        onClick={showWhole}
        className="min-h-9 w-11 rounded-full text-center text-xs font-semibold tabular-nums hover:bg-sunken"
      >
        <span ref={percentRef} />
        <span className="sr-only"> {t.showWhole}</span>
      </button>
      <button
        ref={inRef}
        type="button"
        aria-label={t.zoomIn}
        title={t.zoomIn}
        onClick={() => zoom(1.5)}
        className={round}
      >
        <Plus className="size-5" />
      </button>
    </div>
  );
}
