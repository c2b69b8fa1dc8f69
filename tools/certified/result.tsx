// The finished photo with lines for crown, eyes and chin over it, or the sheet.
import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import type { ResultProps } from 'ui/tool-screen.ts';
import type { ScreenOptions } from './screen-options.ts';
import type { HeadRule } from './size-shape.ts';
import { words } from './words.ts';

interface Measures {
  readonly head: number;
  readonly eyes: number;
  readonly top: number;
}

const inPercent = (share: number) => Math.round(share * 100);

function Guide({ label, at }: { label: string; at: number }) {
  return (
    <div className="absolute inset-x-0 border-t border-dashed border-accent" style={{ top: `${at * 100}%` }}>
      <span className="absolute end-1 -translate-y-1/2 rounded bg-accent px-1.5 text-[0.6875rem] leading-4 font-medium text-on-accent">
        {label}
      </span>
    </div>
  );
}

export function Result({ result, fileIndex, language }: ResultProps<ScreenOptions>) {
  const t = words[language];
  const [areGuidesShown, setGuidesShown] = useState(true);
  const file = result.files[fileIndex] ?? result.files[0];
  const measures = result.meta?.head as Measures | undefined;
  const rule = result.meta?.rule as HeadRule | undefined;
  const isPhoto = fileIndex === 0;
  if (!file?.width || !file.height) return null;
  const ratio = file.width / file.height;
  const hasGuides = isPhoto && measures !== undefined && rule !== undefined;
  const copies = result.meta?.copies;
  return (
    <div className="grid size-full grid-rows-[minmax(0,1fr)_auto] gap-3 bg-sunken p-4">
      <div className="grid place-items-center [container-type:size]">
        <div
          className="relative overflow-hidden rounded-md shadow-lift ring-1 ring-line"
          style={{ aspectRatio: ratio, width: `min(100cqw, 100cqh * ${ratio})` }}
        >
          <img
            src={file.previewUrl ?? undefined}
            alt={isPhoto ? t.resultAlt : t.sheetAlt}
            className="block size-full"
          />
          {hasGuides && areGuidesShown && (
            <div aria-hidden>
              <Guide label={t.guideCrown} at={measures.top} />
              <Guide label={t.guideEyes} at={1 - measures.eyes} />
              <Guide label={t.guideChin} at={measures.top + measures.head} />
            </div>
          )}
        </div>
      </div>
      <div className="flex min-h-9 items-center justify-between gap-3 text-[0.8125rem] text-soft tabular-nums">
        <p>
          {hasGuides
            ? fill(t.headShare, {
                percent: inPercent(measures.head),
                from: inPercent(rule.head[0]),
                to: inPercent(rule.head[1]),
              })
            : typeof copies === 'number' && fill(t.sheetCopies, { count: copies })}
        </p>
        {hasGuides && (
          <Button
            size="sm"
            variant="secondary"
            aria-pressed={areGuidesShown}
            onClick={() => setGuidesShown(!areGuidesShown)}
          >
            {t.guides}
          </Button>
        )}
      </div>
    </div>
  );
}
