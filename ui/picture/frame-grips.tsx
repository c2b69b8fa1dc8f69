// The eight handles of a frame, as buttons that can be dragged or moved by keys.
import type { ComponentProps } from 'react';
import { type Grip, grips, type Rectangle } from './move-frame.ts';
import type { useFrameDrag } from './use-frame-drag.ts';

const inPercent = (share: number) => `${Math.round(share * 10_000) / 100}%`;

/** Positions an element in its parent by fractions. */
export const placeIn = ({ left, top, width, height }: Rectangle) => ({
  left: inPercent(left),
  top: inPercent(top),
  width: inPercent(width),
  height: inPercent(height),
});

const place = (share: -1 | 0 | 1) => `${50 + share * 50}%`;
/** In steps of 45°, clockwise from the top. */
const cursors = ['ns', 'nesw', 'ew', 'nwse', 'ns', 'nesw', 'ew', 'nwse'] as const;

interface FrameGripsProps {
  /** In the order of `grips`. */
  readonly names: readonly string[];
  readonly drag: ReturnType<typeof useFrameDrag>;
  readonly pullBy: (grip: Grip) => Parameters<ReturnType<typeof useFrameDrag>>[0];
}

/** Positioned on the border of their parent. */
export function FrameGrips({ names, drag, pullBy }: FrameGripsProps) {
  return grips.map((grip, index) => {
    const handlers: Partial<ComponentProps<'button'>> = drag(pullBy(grip));
    return (
      <button
        key={names[index]}
        type="button"
        aria-label={names[index]}
        className="absolute grid size-9 -translate-1/2 touch-none place-items-center"
        style={{ left: place(grip.x), top: place(grip.y), cursor: `${cursors[index]}-resize` }}
        {...handlers}
      >
        <span aria-hidden className="size-3.5 rounded-full border-2 border-accent bg-white shadow" />
      </button>
    );
  });
}
