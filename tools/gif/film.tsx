// Shows all frames of an animation, from which people select those to save.
import { fill } from 'contract/words.ts';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { Spinner } from 'ui/spinner.tsx';
import type { StageProps, TaskResult } from 'ui/tool-screen.ts';
import { filmKey, type GifSettings } from './settings.ts';
import { words } from './words.ts';

/** One image with all frames in rows. */
interface Sheet {
  readonly address: string;
  readonly count: number;
  readonly columns: number;
  readonly rows: number;
  /** Size of a frame on it, in pixels. */
  readonly cell: { readonly width: number; readonly height: number };
}

function readSheet({ files, meta }: TaskResult): Sheet | undefined {
  const address = files[0]?.previewUrl;
  if (!address || !meta) return undefined;
  const { frames, columns, rows, cell } = meta as { frames: number } & Pick<Sheet, 'columns' | 'rows' | 'cell'>;
  return { address, count: frames, columns, rows, cell };
}

type Found = { readonly sheet: Sheet } | { readonly problem: string } | undefined;

function useSheet(ask: StageProps<GifSettings>['ask']): Found {
  const [found, setFound] = useState<Found>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    ask('film', {}, stop.signal).then(
      result => {
        const sheet = readSheet(result);
        if (sheet && !stop.signal.aborted) setFound({ sheet });
      },
      (error: Error) => {
        if (!stop.signal.aborted) setFound({ problem: error.message });
      },
    );
    return () => stop.abort();
  }, [ask]);
  return found;
}

export function Film({ ask, facts, options, change, isBusy, language }: StageProps<GifSettings>) {
  const t = words[language];
  const found = useSheet(ask);
  const last = useRef<number | undefined>(undefined);
  if (!found || 'problem' in found)
    return (
      <div className="grid size-full place-content-center justify-items-center gap-3 bg-sunken p-6 text-sm text-soft">
        {found ? <p role="alert">{found.problem}</p> : <Spinner label={t.filmLoading} />}
      </div>
    );
  const { sheet } = found;
  const key = filmKey(facts);
  const all = Array.from({ length: sheet.count }, (_, index) => index + 1);
  const chosen = new Set(options.frames[key] ?? all);
  const choose = (next: readonly number[]) => change({ frames: { ...options.frames, [key]: next } });

  function toggle(number: number, event: MouseEvent) {
    const from = event.shiftKey && last.current !== undefined ? last.current : number;
    last.current = number;
    const isOn = !chosen.has(number);
    const isMeant = (one: number) => one >= Math.min(from, number) && one <= Math.max(from, number);
    choose(all.filter(one => (isMeant(one) ? isOn : chosen.has(one))));
  }

  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto]" inert={isBusy}>
      <ul
        aria-label={t.film}
        className="grid min-h-0 auto-rows-min grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2 overflow-y-auto bg-sunken p-3"
      >
        {all.map(number => (
          <li key={number}>
            <button
              type="button"
              aria-pressed={chosen.has(number)}
              aria-label={fill(t.frameNumber, { number })}
              onClick={event => toggle(number, event)}
              className="group checkerboard relative grid w-full place-items-center overflow-hidden rounded-xl ring-1 ring-line transition aria-pressed:ring-2 aria-pressed:ring-accent"
            >
              <Frame sheet={sheet} index={number - 1} />
              <span
                aria-hidden
                className="absolute start-1 top-1 rounded-md bg-black/65 px-1.5 text-[0.6875rem] font-semibold text-white tabular-nums"
              >
                {number}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2 border-t border-line bg-paper px-4 py-1.5">
        <p className="min-w-0 flex-1 text-[0.8125rem] text-soft tabular-nums" aria-live="polite">
          {fill(t.chosenFrames, { chosen: chosen.size, count: sheet.count })}
        </p>
        <Button size="sm" variant="quiet" onClick={() => choose(all)}>
          {t.allFrames}
        </Button>
        <Button size="sm" variant="quiet" onClick={() => choose([])}>
          {t.noFrames}
        </Button>
      </div>
    </div>
  );
}

/** Shows one frame of the sheet. */
function Frame({ sheet: { address, columns, rows, cell }, index }: { sheet: Sheet; index: number }) {
  const share = (at: number, of: number) => (of > 1 ? `${(at / (of - 1)) * 100}%` : '0');
  return (
    <span
      aria-hidden
      className="block w-full bg-no-repeat opacity-40 transition group-hover:opacity-75 group-aria-pressed:opacity-100"
      style={{
        aspectRatio: cell.width / cell.height,
        backgroundImage: `url("${address}")`,
        backgroundSize: `${columns * 100}% ${rows * 100}%`,
        backgroundPosition: `${share(index % columns, columns)} ${share(Math.floor(index / columns), rows)}`,
      }}
    />
  );
}
