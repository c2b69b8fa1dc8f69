// The curves control: a line from dark to light. Points are dragged, added by a double press, and removed by Delete.
import type { Adjustments, CurvePoints } from 'contract/artwork/artwork.ts';
import { fill } from 'contract/words.ts';
import { makeCurve } from 'engines/pixels/adjust.ts';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { Segmented } from '../fields/segmented.tsx';

const side = 240;
const channels = ['all', 'red', 'green', 'blue'] as const;
const inks = { all: 'var(--color-ink)', red: '#e5484d', green: '#23a65f', blue: '#3b8df0' } as const;
const maxPoints = 12;
const minGap = 0.02;

const clamp = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value));
const round = (value: number) => Math.round(value * 1000) / 1000;

interface CurveWords {
  readonly curves: string;
  readonly channel: string;
  /** The label of each channel. */
  readonly channels: Readonly<Record<(typeof channels)[number], string>>;
  /** `{count}` is the point's number from the left. */
  readonly point: string;
  readonly hint: string;
}

interface CurveFieldProps {
  words: CurveWords;
  curves: Adjustments['curves'];
  onChange: (curves: Adjustments['curves']) => void;
}

export function CurveField({ words, curves, onChange }: CurveFieldProps) {
  const svgRef = useRef<SVGSVGElement>(null);
  const [channel, setChannel] = useState<(typeof channels)[number]>('all');
  const [held, setHeld] = useState<number | null>(null);
  const points = curves[channel];
  const curve = makeCurve(points);
  const line = Array.from(
    { length: 61 },
    (_, i) => `${((i / 60) * side).toFixed(1)},${((1 - curve(i / 60)) * side).toFixed(1)}`,
  );

  const set = (next: CurvePoints) => onChange({ ...curves, [channel]: next });
  function moveTo(index: number, x: number, y: number) {
    const [before, after] = [points[index - 1], points[index + 1]];
    const input = clamp(before ? before[0] + minGap : 0, x, after ? after[0] - minGap : 1);
    set(points.map((point, at) => (at === index ? [round(input), round(clamp(0, y, 1))] : point)));
  }
  function placeOf(event: { clientX: number; clientY: number }) {
    const box = svgRef.current!.getBoundingClientRect();
    return {
      x: clamp(0, (event.clientX - box.left) / box.width, 1),
      y: clamp(0, 1 - (event.clientY - box.top) / box.height, 1),
    };
  }
  function add(event: { clientX: number; clientY: number }) {
    const { x, y } = placeOf(event);
    if (points.length >= maxPoints || points.some(point => Math.abs(point[0] - x) < minGap)) return;
    set([...points, [round(x), round(y)] as const].sort((a, b) => a[0] - b[0]));
  }
  function remove(index: number) {
    if (index > 0 && index < points.length - 1) set(points.filter((_, at) => at !== index));
  }
  function press(event: KeyboardEvent, index: number) {
    const step = event.shiftKey ? 0.1 : 0.02;
    const [x, y] = points[index]!;
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    };
    const move = moves[event.key];
    if (move) moveTo(index, x + move[0], y + move[1]);
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  const drag = (event: PointerEvent) => {
    if (held === null) return;
    const { x, y } = placeOf(event);
    moveTo(held, x, y);
  };
  return (
    <div className="grid gap-3">
      <Segmented
        label={words.channel}
        isLabelHidden
        value={channel}
        segments={channels.map(value => ({ value, label: words.channels[value] }))}
        onChange={setChannel}
      />
      <svg
        ref={svgRef}
        viewBox={`-8 -8 ${side + 16} ${side + 16}`}
        className="aspect-square w-full max-w-72 touch-none rounded-xl bg-sunken"
        onDoubleClick={add}
        onPointerMove={drag}
        onPointerUp={() => setHeld(null)}
        onPointerCancel={() => setHeld(null)}
      >
        <title>{words.curves}</title>
        <path
          d={`M0 ${side}L${side} 0M0 ${side / 2}H${side}M${side / 2} 0V${side}`}
          stroke="var(--color-line)"
          fill="none"
        />
        <polyline points={line.join(' ')} fill="none" stroke={inks[channel]} strokeWidth={2.5} />
        {points.map(([x, y], index) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: points are identified by their order alone.
            key={index}
            role="slider"
            tabIndex={0}
            aria-label={fill(words.point, { count: index + 1 })}
            aria-valuemin={0}
            aria-valuemax={255}
            aria-valuenow={Math.round(y * 255)}
            aria-valuetext={`${Math.round(x * 255)} → ${Math.round(y * 255)}`}
            cx={x * side}
            cy={(1 - y) * side}
            r={7}
            fill="var(--color-paper)"
            stroke={inks[channel]}
            strokeWidth={2.5}
            onPointerDown={event => {
              event.currentTarget.ownerSVGElement?.setPointerCapture(event.pointerId);
              setHeld(index);
            }}
            onKeyDown={event => press(event, index)}
          />
        ))}
      </svg>
      <p className="text-[0.8125rem] text-soft">{words.hint}</p>
    </div>
  );
}
