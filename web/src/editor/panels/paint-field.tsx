// A fill: one colour, or a gradient whose colour stops are shown on a bar and edited one at a time.
import type { Gradient, Paint } from 'contract/artwork/artwork.ts';
import { fill } from 'contract/words.ts';
import { ArrowLeftRight, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { withOpacity } from 'ui/artwork/fill-style.ts';
import { Button } from 'ui/button.tsx';
import { joinClasses } from 'ui/classes.ts';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { useWords } from 'ui/language.tsx';
import { editorWords } from '../words.ts';
import { Colors } from './colors.tsx';

const maxStops = 8;

type Stop = Gradient['stops'][number];

/** Interpolates between two colours per channel. */
function mix(from: string, to: string, share: number): string {
  const channel = (at: number) => {
    const [a, b] = [from, to].map(color => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round(a! + (b! - a!) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

const brightnessOf = (color: string) =>
  [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(color.slice(at, at + 2), 16), 0) / 765;

/** Returns a gradient from a colour to a lighter or darker version of it. */
const beginStops = (color: string): readonly Stop[] => [
  { at: 0, color, opacity: 1 },
  { at: 1, color: mix(color, brightnessOf(color) > 0.6 ? '#16122a' : '#ffffff', 0.6), opacity: 1 },
];

const cssOf = ({ stops }: Gradient) =>
  `linear-gradient(to right, ${stops.map(({ at, color, opacity }) => `${withOpacity(color, opacity)} ${at * 100}%`).join(', ')})`;

interface PaintFieldProps {
  label: string;
  value: Paint;
  onChange: (paint: Paint) => void;
}

export function PaintField({ label, value, onChange }: PaintFieldProps) {
  const t = useWords(editorWords);
  const kind = typeof value === 'string' ? 'solid' : value.kind;
  function take(next: 'solid' | Gradient['kind']) {
    if (next === 'solid') onChange(typeof value === 'string' ? value : value.stops[0]!.color);
    else if (typeof value === 'string') onChange({ kind: next, degrees: 90, stops: beginStops(value) });
    else onChange({ ...value, kind: next });
  }
  return (
    <div className="grid gap-4">
      <Segmented
        label={t.fillKind}
        value={kind}
        segments={(['solid', 'linear', 'radial'] as const).map(one => ({ value: one, label: t[one] }))}
        onChange={take}
      />
      {typeof value === 'string' ? (
        <Colors label={label} value={value} onChange={onChange} />
      ) : (
        <GradientFields gradient={value} onChange={onChange} />
      )}
    </div>
  );
}

function GradientFields({ gradient, onChange }: { gradient: Gradient; onChange: (gradient: Gradient) => void }) {
  const t = useWords(editorWords);
  const [wanted, setWanted] = useState(0);
  const { stops } = gradient;
  const chosen = Math.min(wanted, stops.length - 1);
  const stop = stops[chosen]!;
  const patch = (change: Partial<Stop>) =>
    onChange({ ...gradient, stops: stops.map((one, index) => (index === chosen ? { ...one, ...change } : one)) });

  /** Adds a stop halfway to the next one; for the last stop, halfway to the previous one. */
  function add() {
    const index = chosen === stops.length - 1 ? chosen - 1 : chosen;
    const [left, right] = [stops[index]!, stops[index + 1]!];
    const made = {
      at: (left.at + right.at) / 2,
      color: mix(left.color, right.color, 0.5),
      opacity: (left.opacity + right.opacity) / 2,
    };
    onChange({ ...gradient, stops: stops.toSpliced(index + 1, 0, made) });
    setWanted(index + 1);
  }

  return (
    <>
      <div className="grid gap-1.5">
        <p className="text-sm font-medium">{t.stops}</p>
        <div className="relative mx-3 h-12">
          <div aria-hidden className="absolute inset-x-0 top-1 h-4 overflow-hidden rounded-full checkerboard">
            <div className="size-full" style={{ background: cssOf(gradient) }} />
          </div>
          {stops.map((one, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a colour stop is identified by its order.
              key={index}
              type="button"
              aria-label={fill(t.stop, { number: index + 1 })}
              aria-pressed={index === chosen}
              onClick={() => setWanted(index)}
              className={joinClasses(
                'absolute top-5 size-6 -translate-x-1/2 rounded-full border-2 border-paper shadow-card',
                index === chosen && 'z-1 ring-2 ring-accent',
              )}
              style={{ left: `${one.at * 100}%`, background: one.color }}
            />
          ))}
        </div>
      </div>
      <Colors label={fill(t.stop, { number: chosen + 1 })} value={stop.color} onChange={color => patch({ color })} />
      <Slider
        label={t.stopAt}
        value={Math.round(stop.at * 100)}
        min={0}
        max={100}
        valueText={`${Math.round(stop.at * 100)}%`}
        // A stop cannot pass its neighbours, so the order is preserved.
        onChange={percent =>
          patch({ at: Math.min(stops[chosen + 1]?.at ?? 1, Math.max(stops[chosen - 1]?.at ?? 0, percent / 100)) })
        }
      />
      <Slider
        label={t.opacity}
        value={Math.round(stop.opacity * 100)}
        min={0}
        max={100}
        valueText={`${Math.round(stop.opacity * 100)}%`}
        onChange={percent => patch({ opacity: percent / 100 })}
      />
      {gradient.kind === 'linear' && (
        <Slider
          label={t.degrees}
          value={gradient.degrees}
          min={-180}
          max={180}
          valueText={`${gradient.degrees}°`}
          onChange={degrees => onChange({ ...gradient, degrees })}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="secondary"
          disabled={stops.length >= maxStops}
          icon={<Plus aria-hidden className="size-4" />}
          onClick={add}
        >
          {t.addStop}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          disabled={stops.length <= 2}
          icon={<Trash2 aria-hidden className="size-4" />}
          onClick={() => onChange({ ...gradient, stops: stops.toSpliced(chosen, 1) })}
        >
          {t.removeStop}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          icon={<ArrowLeftRight aria-hidden className="size-4" />}
          onClick={() => onChange({ ...gradient, stops: stops.toReversed().map(one => ({ ...one, at: 1 - one.at })) })}
        >
          {t.reverse}
        </Button>
      </div>
    </>
  );
}
