// Shows the rotated and straightened picture with the crop, which is moved by pointer or arrow keys.
import { useRef } from 'react';
import { FrameGrips, placeIn } from 'ui/picture/frame-grips.tsx';
import { type Grip, moveFrame, pullFrame, type Rectangle } from 'ui/picture/move-frame.ts';
import { useFrameDrag } from 'ui/picture/use-frame-drag.ts';
import type { StageProps } from 'ui/tool-screen.ts';
import type { CropOptions } from './contract.ts';
import { coverScale, frameRatio, shapeCrop, turnSize } from './frame.ts';
import { words } from './words.ts';

export function Stage({ address, facts, options, change, isBusy, language }: StageProps<CropOptions>) {
  const t = words[language];
  const frame = useRef<HTMLDivElement>(null);
  const { width = 0, height = 0 } = facts;
  const turned = turnSize({ width, height }, options.turn);
  const crop: Rectangle = shapeCrop(options, turned);
  const drag = useFrameDrag(frame, crop, change);
  if (!address || !width || !height)
    return <p className="grid size-full place-content-center p-8 text-center text-soft text-balance">{t.noPreview}</p>;
  const aspect = turned.width / turned.height;
  const ratio = frameRatio(options.ratio, turned);
  const isSideways = options.turn % 180 !== 0;
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
  const pullBy = (grip: Grip) => (from: Rectangle, dx: number, dy: number) => pullFrame(from, grip, dx, dy, { ratio });
  const mirrors = `scale(${options.mirror ? -1 : 1}, ${options.flip ? -1 : 1})`;
  const straight = `rotate(${options.angle}deg) scale(${coverScale(turned, options.angle)})`;
  return (
    <div className="grid size-full place-items-center bg-sunken/50 p-6 [container-type:size] sm:p-8" inert={isBusy}>
      <div
        ref={frame}
        className="relative touch-none select-none"
        style={{ aspectRatio: aspect, width: `min(100cqw - 3rem, (100cqh - 3rem) * ${aspect})` }}
      >
        <div className="checkerboard absolute inset-0 overflow-hidden [container-type:size]">
          <img
            src={address}
            alt={t.stageLabel}
            draggable={false}
            className="absolute top-1/2 left-1/2 max-w-none"
            style={{
              width: isSideways ? '100cqh' : '100cqw',
              height: isSideways ? '100cqw' : '100cqh',
              transform: `translate(-50%, -50%) ${straight} ${mirrors} rotate(${options.turn}deg)`,
            }}
          />
        </div>
        <div className="pointer-events-none absolute inset-0 overflow-hidden">
          <div className="absolute shadow-[0_0_0_200rem_rgb(0_0_0/0.55)]" style={placeIn(crop)} />
        </div>
        <div className="absolute" style={placeIn(crop)}>
          <button
            type="button"
            aria-label={t.moveCrop}
            title={t.moveHint}
            className="absolute inset-0 cursor-move touch-none border-2 border-white outline-offset-2 ring-1 ring-black/40"
            {...drag((from, dx, dy) => moveFrame(from, dx, dy))}
          >
            <span aria-hidden className="absolute inset-x-1/3 inset-y-0 border-x border-white/50" />
            <span aria-hidden className="absolute inset-x-0 inset-y-1/3 border-y border-white/50" />
          </button>
          <FrameGrips names={gripNames} drag={drag} pullBy={pullBy} />
        </div>
      </div>
    </div>
  );
}
