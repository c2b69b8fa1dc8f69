// A result that can be moved by dragging: the server's picture, fitted into the stage, under a canvas on which the browser sketches changes.
import type { ReactNode, RefObject } from 'react';
import { joinClasses } from '../classes.ts';
import type { usePlaceDrag } from './use-place-drag.ts';

interface PlacedPictureProps {
  src: string | undefined;
  alt: string;
  /** Width divided by height. */
  ratio: number;
  /** Whether the canvas covers the picture. */
  isSketched: boolean;
  canvasRef: RefObject<HTMLCanvasElement | null>;
  /** Undefined: the picture cannot be moved. */
  drag: ReturnType<typeof usePlaceDrag> | undefined;
  /** The accessible name, which mentions the keys if the picture can be moved. */
  label: string;
  /** Drawn over the picture. */
  children?: ReactNode;
}

export function PlacedPicture({ src, alt, ratio, isSketched, canvasRef, drag, label, children }: PlacedPictureProps) {
  return (
    <div className="grid place-items-center p-3 [container-type:size] sm:p-4">
      <section
        aria-label={label}
        {...(drag && { tabIndex: 0, ...drag })}
        className={joinClasses(
          'relative overflow-hidden rounded-md shadow-lift ring-1 ring-line select-none',
          drag && 'cursor-grab touch-none active:cursor-grabbing',
        )}
        style={{ aspectRatio: ratio, width: `min(100cqw - 2rem, (100cqh - 2rem) * ${ratio})` }}
      >
        <img
          src={src}
          alt={alt}
          draggable={false}
          className={joinClasses('block size-full', isSketched && 'invisible')}
        />
        <canvas
          ref={canvasRef}
          aria-hidden
          data-sketch={isSketched}
          className={joinClasses('pointer-events-none absolute inset-0 size-full', !isSketched && 'hidden')}
        />
        {children}
      </section>
    </div>
  );
}
