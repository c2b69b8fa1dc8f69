// The choice of a layout, each with a small drawing for this number of pictures.
import { fill, type Language } from 'contract/words.ts';
import { useId } from 'react';
import { joinClasses } from 'ui/classes.ts';
import { type LayoutOptions, layOut, type Size } from './lay-out.ts';
import { findTemplate, type LayoutName, layoutsFor } from './templates.ts';
import { words } from './words.ts';

interface LayoutChoiceProps {
  options: LayoutOptions;
  pictures: readonly Size[];
  language: Language;
  onChange: (layout: LayoutName) => void;
}

/** Strips are always drawn with three pictures. */
const strip: readonly Size[] = Array.from({ length: 3 }, () => ({ width: 5, height: 4 }));
const drawnSide = 44;

function drawLayout(layout: LayoutName, pictures: readonly Size[], options: LayoutOptions) {
  const isStrip = layout === 'column' || layout === 'row';
  return layOut(isStrip ? strip : pictures, { ...options, layout, gap: 0.05, border: 0, radius: 0 }, drawnSide);
}

/** Lists the layouts for this number of pictures, without templates that look like the grid. */
function listLayouts(pictures: readonly Size[], options: LayoutOptions) {
  const drawn = layoutsFor(pictures.length).map(layout => ({ layout, drawn: drawLayout(layout, pictures, options) }));
  const grid = JSON.stringify(drawn[0]?.drawn);
  return drawn.filter((one, index) => index === 0 || JSON.stringify(one.drawn) !== grid);
}

function nameLayout(layout: LayoutName, number: number, language: Language): string {
  const t = words[language];
  const names = { grid: t.grid, column: t.column, row: t.row, scattered: t.scattered } as const;
  return Object.hasOwn(names, layout) ? names[layout as keyof typeof names] : fill(t.template, { number });
}

export function LayoutChoice({ options, pictures, language, onChange }: LayoutChoiceProps) {
  const t = words[language];
  const name = useId();
  const layouts = listLayouts(pictures, options);
  const isListed = layouts.some(({ layout }) => layout === options.layout);
  // A template for a different number of pictures is laid out as a grid.
  const chosen =
    isListed && (findTemplate(options.layout, pictures.length) || !/^\d/.test(options.layout))
      ? options.layout
      : 'grid';
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">{t.layout}</legend>
      <div className="grid grid-cols-4 gap-2">
        {layouts.map(({ layout, drawn }, index) => {
          const label = nameLayout(layout, index, language);
          return (
            <label
              key={layout}
              title={label}
              className={joinClasses(
                'grid cursor-pointer justify-items-center gap-1 rounded-xl border px-1 pt-2 pb-1.5 text-xs transition',
                'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink',
                layout === chosen
                  ? 'border-accent bg-accent-soft font-semibold text-accent-ink ring-1 ring-accent'
                  : 'border-line text-soft hover:border-line-strong',
              )}
            >
              <input
                type="radio"
                name={name}
                aria-label={label}
                checked={layout === chosen}
                onChange={() => onChange(layout)}
                className="sr-only"
              />
              <svg aria-hidden="true" viewBox={`0 0 ${drawn.width} ${drawn.height}`} className="h-11 w-full">
                {drawn.cells.map(({ left, top, width, height, angle }) => (
                  <rect
                    key={`${left} ${top}`}
                    x={left}
                    y={top}
                    width={width}
                    height={height}
                    rx={1.5}
                    transform={`rotate(${angle} ${left + width / 2} ${top + height / 2})`}
                    className={joinClasses(
                      'fill-current',
                      layout === 'scattered' ? 'stroke-paper opacity-80' : 'opacity-70',
                    )}
                  />
                ))}
              </svg>
              <span aria-hidden className="max-w-full truncate">
                {label}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
