// A choice between options that look different, each shown as a thumbnail with its name.
import { type ReactNode, useId, useRef } from 'react';
import { joinClasses } from '../classes.ts';
import { useStrip } from './use-strip.ts';

interface CoverGridProps<Id extends string> {
  label: string;
  items: readonly { readonly id: Id; readonly name: string; readonly cover: ReactNode }[];
  value: Id;
  onChange: (id: Id) => void;
  /** Shown between the label and the thumbnails, e.g. filter buttons. */
  above?: ReactNode;
}

/** The shape of a thumbnail, for images and canvases. */
export const coverShape = 'aspect-square w-full rounded-xl bg-sunken object-cover';

/** A thumbnail that ships with a tool. */
export const Cover = ({ tool, id }: { tool: string; id: string }) => (
  <img src={`/covers/${tool}/${id}.webp`} alt="" width={160} height={160} loading="lazy" className={coverShape} />
);

export function CoverGrid<Id extends string>({ label, items, value, onChange, above }: CoverGridProps<Id>) {
  const name = useId();
  const strip = useRef<HTMLDivElement>(null);
  useStrip(strip, value);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      {above}
      {/* A strip on phones, so that the picture stays visible. */}
      <div
        ref={strip}
        className="relative -mx-2 grid gap-1 px-2 py-1 max-lg:grid-flow-col max-lg:auto-cols-[6rem] max-lg:overflow-x-auto lg:grid-cols-3"
      >
        {items.map(item => (
          <label
            key={item.id}
            className={joinClasses(
              'relative grid cursor-pointer content-start gap-1 rounded-2xl p-1.5 text-center text-xs transition',
              'has-focus-visible:outline-3 has-focus-visible:outline-accent-ink',
              item.id === value
                ? 'bg-accent-soft font-bold text-accent-ink ring-2 ring-accent ring-inset'
                : 'font-medium hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name={name}
              value={item.id}
              className="sr-only"
              checked={item.id === value}
              onChange={() => onChange(item.id)}
            />
            {item.cover}
            <span className="leading-4 text-balance">{item.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
