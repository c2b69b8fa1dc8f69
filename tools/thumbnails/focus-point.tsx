// The picture with the point that every frame keeps, set by click, drag, touch or arrow keys.
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Props {
  address: string;
  aspect: number;
  point: Point;
  onChange: (point: Point) => void;
  label: string;
  hint: string;
}

const keyStep = 0.02;
const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const hold = (value: number) => Math.min(1, Math.max(0, Math.round(value * 1000) / 1000));
const inPercent = ({ x, y }: Point) => `${Math.round(x * 100)}%, ${Math.round(y * 100)}%`;

export function FocusPoint({ address, aspect, point, onChange, label, hint }: Props) {
  const picture = useRef<HTMLButtonElement>(null);

  function follow(event: PointerEvent) {
    if (event.type === 'pointermove' && event.buttons === 0) return;
    const box = picture.current?.getBoundingClientRect();
    if (!box) return;
    onChange({ x: hold((event.clientX - box.left) / box.width), y: hold((event.clientY - box.top) / box.height) });
  }

  function press(event: KeyboardEvent) {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    onChange({ x: hold(point.x + move[0] * keyStep), y: hold(point.y + move[1] * keyStep) });
  }

  return (
    <div className="grid justify-items-center gap-1.5">
      <button
        ref={picture}
        type="button"
        aria-label={`${label} · ${inPercent(point)}`}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={follow}
        onKeyDown={press}
        className="relative block max-w-full touch-none overflow-hidden rounded-xl ring-1 ring-line"
        style={{ aspectRatio: aspect, width: `min(100%, 13rem * ${aspect})`, cursor: 'crosshair' }}
      >
        <img src={address} alt="" draggable={false} className="block size-full" />
        <span
          aria-hidden
          className="pointer-events-none absolute size-7 -translate-1/2 rounded-full border-[3px] border-white ring-2 ring-accent"
          style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
        />
      </button>
      <p className="text-[0.8125rem] text-soft">{hint}</p>
    </div>
  );
}
