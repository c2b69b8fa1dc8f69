// The picture and the canvas on top of it. The board moves both through CSS variables on their frame.
import { fill } from 'contract/words.ts';
import type { ReactNode, RefObject } from 'react';
import { joinClasses } from '../classes.ts';
import { useWords } from '../language.tsx';
import { Spinner } from '../spinner.tsx';
import { painterWords } from './words.ts';

export type PictureState = 'loading' | 'shown' | 'broken';

interface SurfaceProps {
  frameRef: RefObject<HTMLDivElement | null>;
  canvasRef: RefObject<HTMLCanvasElement | null>;
  address: string;
  name: string;
  state: PictureState;
  onState: (state: PictureState) => void;
  isOpaque: boolean;
  /** Drawn over the canvas. */
  children: ReactNode;
}

export function Surface({ frameRef, canvasRef, address, name, state, onState, isOpaque, children }: SurfaceProps) {
  const t = useWords(painterWords);
  return (
    <div
      ref={frameRef}
      className={joinClasses('relative min-h-0 flex-1 overflow-hidden', isOpaque ? 'bg-sunken' : 'checkerboard')}
    >
      <img
        src={address}
        alt=""
        decoding="async"
        draggable={false}
        onLoad={() => onState('shown')}
        onError={() => onState('broken')}
        className="pointer-events-none absolute inset-0 size-full translate-x-(--x) translate-y-(--y) scale-(--zoom) object-contain select-none [image-rendering:var(--rendering)]"
      />
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the canvas handles all keys itself, which is what this role means. */}
      <canvas
        ref={canvasRef}
        tabIndex={0}
        role="application"
        aria-label={fill(t.canvas, { name })}
        aria-roledescription={t.canvasKind}
        aria-description={t.keys}
        className="absolute inset-0 size-full touch-none -outline-offset-3 select-none [-webkit-touch-callout:none]"
      />
      {children}
      {state !== 'shown' && (
        <p className="pointer-events-none absolute inset-0 grid place-content-center justify-items-center gap-3 p-6 text-center text-sm text-soft">
          {state === 'loading' ? <Spinner className="size-7" label={t.loading} /> : t.notShown}
        </p>
      )}
    </div>
  );
}
