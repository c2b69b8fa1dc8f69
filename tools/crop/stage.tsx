// The picture as it will be turned and straightened, with the crop on it: dragged by mouse or finger, or moved with the arrow keys.
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { StageProps } from 'ui/tool-screen.ts';
import { coverScale, type Rectangle, turnSize } from './frame.ts';
import { type Grip, grips, moveCrop, pullCrop } from './move-crop.ts';
import { frameRatio, type Settings } from './settings.ts';
import { words } from './words.ts';

const keyStep = 0.01;
const keys: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const inPercent = (share: number) => `${Math.round(share * 10_000) / 100}%`;
const place = (share: -1 | 0 | 1) => `${50 + share * 50}%`;
/** By 45° each, from the top clockwise. */
const cursors = ['ns', 'nesw', 'ew', 'nwse', 'ns', 'nesw', 'ew', 'nwse'] as const;

/** Calls `change` with how far the pointer has gone since it went down, in fractions of the frame. */
function useDrag(frame: { current: HTMLDivElement | null }, crop: Rectangle, change: (crop: Rectangle) => void) {
  const started = useRef<{ x: number; y: number; crop: Rectangle } | undefined>(undefined);
  return (follow: (from: Rectangle, dx: number, dy: number) => Rectangle) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      started.current = { x: event.clientX, y: event.clientY, crop };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const box = frame.current?.getBoundingClientRect();
      const from = started.current;
      if (!box || !from) return;
      event.stopPropagation();
      change(follow(from.crop, (event.clientX - from.x) / box.width, (event.clientY - from.y) / box.height));
    },
    onPointerUp: () => {
      started.current = undefined;
    },
    onPointerCancel: () => {
      started.current = undefined;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = keys[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const by = event.shiftKey ? keyStep * 5 : keyStep;
      change(follow(crop, step[0] * by, step[1] * by));
    },
  });
}

export function Stage({ address, facts, options, change, isBusy, language }: StageProps<Settings>) {
  const t = words[language];
  const frame = useRef<HTMLDivElement>(null);
  const crop: Rectangle = { left: options.left, top: options.top, width: options.width, height: options.height };
  const drag = useDrag(frame, crop, change);
  const { width = 0, height = 0 } = facts;
  if (!address || !width || !height)
    return <p className="grid size-full place-content-center p-8 text-center text-soft text-balance">{t.noPreview}</p>;
  const turned = turnSize(facts as { width: number; height: number }, options.turn);
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
  const pullBy = (grip: Grip) => (from: Rectangle, dx: number, dy: number) => pullCrop(from, grip, dx, dy, ratio);
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
          <div
            className="absolute shadow-[0_0_0_200rem_rgb(0_0_0/0.55)]"
            style={{
              left: inPercent(crop.left),
              top: inPercent(crop.top),
              width: inPercent(crop.width),
              height: inPercent(crop.height),
            }}
          />
        </div>
        <div
          className="absolute"
          style={{
            left: inPercent(crop.left),
            top: inPercent(crop.top),
            width: inPercent(crop.width),
            height: inPercent(crop.height),
          }}
        >
          <button
            type="button"
            aria-label={t.moveCrop}
            title={t.moveHint}
            className="absolute inset-0 cursor-move touch-none border-2 border-white outline-offset-2 ring-1 ring-black/40"
            {...drag(moveCrop)}
          >
            <span aria-hidden className="absolute inset-x-1/3 inset-y-0 border-x border-white/50" />
            <span aria-hidden className="absolute inset-x-0 inset-y-1/3 border-y border-white/50" />
          </button>
          {grips.map((grip, index) => (
            <button
              key={gripNames[index]}
              type="button"
              aria-label={gripNames[index]}
              className="absolute grid size-9 -translate-1/2 touch-none place-items-center"
              style={{ left: place(grip.x), top: place(grip.y), cursor: `${cursors[index]}-resize` }}
              {...drag(pullBy(grip))}
            >
              <span aria-hidden className="size-3.5 rounded-full border-2 border-accent bg-white shadow" />
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}
