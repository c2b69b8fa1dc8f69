// The stage of AI expansion: the frame is dragged outwards by its handles, and the picture is moved within it.
import { useRef, useState } from 'react';
import { FrameGrips, placeIn } from 'ui/picture/frame-grips.tsx';
import { type Grip, moveFrame, pullFrame, type Rectangle } from 'ui/picture/move-frame.ts';
import { useFrameDrag } from 'ui/picture/use-frame-drag.ts';
import type { StageProps } from 'ui/tool-screen.ts';
import { maxShare } from './contract.ts';
import { readRatio } from './plan-sides.ts';
import { frameOf, type Settings, takeFrame } from './settings.ts';
import { words } from './words.ts';

/** Maximum extent of a frame, in widths and heights of the picture. */
const max = 1 + 2 * maxShare;
/** Visible margin around the frame, as a share of the picture, so that it can be dragged further. */
const around = 0.3;

/** Converts a rectangle between units of the picture and fractions of the area that a frame can reach. */
const toArea = ({ left, top, width, height }: Rectangle): Rectangle => ({
  left: (left + maxShare) / max,
  top: (top + maxShare) / max,
  width: width / max,
  height: height / max,
});
const fromArea = ({ left, top, width, height }: Rectangle): Rectangle => ({
  left: left * max - maxShare,
  top: top * max - maxShare,
  width: width * max,
  height: height * max,
});

const inner = toArea({ left: 0, top: 0, width: 1, height: 1 });

/** Converts a rectangle in units of the picture to fractions of the visible area. */
const within = (seen: Rectangle, { left, top, width, height }: Rectangle): Rectangle => ({
  left: (left - seen.left) / seen.width,
  top: (top - seen.top) / seen.height,
  width: width / seen.width,
  height: height / seen.height,
});

const widen = ({ left, top, width, height }: Rectangle): Rectangle => ({
  left: left - around,
  top: top - around,
  width: width + 2 * around,
  height: height + 2 * around,
});

export function Stage({ address, facts, options, change, isBusy, language }: StageProps<Settings>) {
  const t = words[language];
  const area = useRef<HTMLDivElement>(null);
  // The visible area is fixed while a handle is dragged, or it would move away from the pointer.
  const [held, setHeld] = useState<Rectangle>();
  const { width = 0, height = 0 } = facts;
  const picture = { width: Math.max(1, width), height: Math.max(1, height) };
  const frame = frameOf(options, picture);
  const seen = held ?? widen(frame);
  const set = (next: Rectangle) => change(takeFrame(options, fromArea(next), picture));
  const dragHandle = useFrameDrag(area, toArea(frame), set, {
    onStart: () => setHeld(seen),
    onEnd: () => setHeld(undefined),
  });
  const dragPicture = useFrameDrag(area, toArea(frame), set);
  if (!address || !width || !height)
    return <p className="grid size-full place-content-center p-8 text-center text-soft text-balance">{t.noPreview}</p>;
  const aspect = (seen.width * width) / (seen.height * height);
  const ratio = options.ratio === 'free' ? undefined : (readRatio(options.ratio) * height) / width;
  const gripNames = [
    t.gripTop,
    t.gripTopRight,
    t.gripRight,
    t.gripBottomRight,
    t.gripBottom,
    t.gripBottomLeft,
    t.gripLeft,
    t.gripTopLeft,
  ];
  // Drags are in units of the visible area, frames in units of their maximum extent.
  const [perX, perY] = [seen.width / max, seen.height / max];
  const pullBy = (grip: Grip) => (from: Rectangle, dx: number, dy: number) =>
    pullFrame(from, grip, dx * perX, dy * perY, { ratio, inner });
  return (
    <div
      className="grid size-full place-items-center overflow-hidden bg-sunken/50 [container-type:size]"
      inert={isBusy}
    >
      <div
        ref={area}
        className="relative touch-none select-none"
        style={{ aspectRatio: aspect, width: `min(100cqw, 100cqh * ${aspect})` }}
      >
        <div
          className="checkerboard absolute outline-2 outline-accent outline-dashed"
          style={placeIn(within(seen, frame))}
        />
        <button
          type="button"
          aria-label={t.movePicture}
          title={t.moveHint}
          className="absolute cursor-move touch-none outline-offset-2"
          style={placeIn(within(seen, { left: 0, top: 0, width: 1, height: 1 }))}
          {...dragPicture((from, dx, dy) => moveFrame(from, -dx * perX, -dy * perY, inner))}
        >
          <img src={address} alt={t.stageLabel} draggable={false} className="block size-full max-w-none" />
        </button>
        <div className="pointer-events-none absolute *:pointer-events-auto" style={placeIn(within(seen, frame))}>
          <FrameGrips names={gripNames} drag={dragHandle} pullBy={pullBy} />
        </div>
      </div>
    </div>
  );
}
