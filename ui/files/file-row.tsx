// A file in a list: thumbnail, name, details and progress.
import type { ReactNode } from 'react';
import { joinClasses } from '../classes.ts';
import { Glyph } from '../glyph.tsx';
import { ProgressBar } from '../progress.tsx';

const standIns = {
  document: 'M14 3H6a1 1 0 0 0-1 1v16a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V8zM14 3v5h5',
  sound: 'M9 18V6l11-2v12M9 18a3 3 0 1 1-3-3 3 3 0 0 1 3 3zM20 16a3 3 0 1 1-3-3 3 3 0 0 1 3 3z',
  video: 'M4 5h16v14H4zM8 5v14M16 5v14M4 12h4M16 12h4',
};

interface FileRowProps {
  name: string;
  /** A picture that the browser can show, or null for a placeholder. */
  thumbnail: string | null;
  /** The icon of the placeholder. */
  standIn?: keyof typeof standIns;
  /** Second line: sizes, formats or the error. */
  details: ReactNode;
  tone?: 'plain' | 'good' | 'bad';
  /** Shows a progress bar below the row unless undefined; null for unknown progress. */
  percent?: number | null | undefined;
  progressLabel?: string;
  actions?: ReactNode;
  isSelected?: boolean;
  onSelect?: () => void;
}

export function FileRow({
  name,
  thumbnail,
  standIn = 'document',
  details,
  tone = 'plain',
  percent,
  progressLabel,
  actions,
  isSelected = false,
  onSelect,
}: FileRowProps) {
  return (
    <div
      className={joinClasses(
        // Rows outside the viewport are not laid out, so that five hundred of them stay fast.
        'relative rounded-2xl border bg-paper p-2.5 transition [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]',
        isSelected ? 'border-accent ring-1 ring-accent' : 'border-line hover:border-line-strong',
      )}
    >
      <div className="flex items-center gap-3">
        <button
          type="button"
          disabled={!onSelect}
          aria-pressed={onSelect ? isSelected : undefined}
          onClick={onSelect}
          className="flex min-w-0 flex-1 items-center gap-3 rounded-xl text-start disabled:cursor-default"
        >
          <span className="checkerboard grid size-12 shrink-0 place-items-center overflow-hidden rounded-xl border border-line">
            {thumbnail ? (
              <img src={thumbnail} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
            ) : (
              <Glyph path={standIns[standIn]} className="size-5 text-soft" />
            )}
          </span>
          <span className="grid min-w-0 gap-0.5">
            <span className="truncate text-[0.9375rem] font-medium">{name}</span>
            <span
              className={joinClasses(
                'text-[0.8125rem]',
                tone === 'bad' ? 'text-bad' : tone === 'good' ? 'text-good' : 'text-soft',
              )}
            >
              {details}
            </span>
          </span>
        </button>
        {actions && <span className="flex shrink-0 items-center gap-0.5">{actions}</span>}
      </div>
      {percent !== undefined && (
        <ProgressBar
          percent={percent}
          label={progressLabel ?? name}
          className="mt-2.5"
          tone={tone === 'bad' ? 'bad' : 'accent'}
        />
      )}
    </div>
  );
}
