// The stage of thumbnails: previews every chosen frame.

import { type Box, chooseCrop, cropAround, type Focus } from 'engines/pixels/choose-crop.ts';
import { useEffect, useState } from 'react';
import { Spinner } from 'ui/spinner.tsx';
import type { StageProps, TaskResult } from 'ui/tool-screen.ts';
import type { ThumbnailOptions } from './contract.ts';
import { FocusPoint } from './focus-point.tsx';
import { FramePreview } from './frame-preview.tsx';
import { labelFrames } from './list-choices.ts';
import { words } from './words.ts';

interface FocusAnswer {
  readonly state: 'looking' | 'found' | 'failed';
  readonly focus?: Focus;
}

function readFocus({ meta = {} }: TaskResult): Focus {
  const { faces, interest } = meta as {
    faces: readonly Box[];
    interest: { width: number; height: number; values: string };
  };
  const values = Uint8Array.from(atob(interest.values), letter => letter.charCodeAt(0));
  return { faces, interest: { ...interest, values } };
}

function useFocus(ask: StageProps<ThumbnailOptions>['ask'], isWanted: boolean): FocusAnswer {
  const [answer, setAnswer] = useState<FocusAnswer>({ state: 'looking' });
  const isOpen = isWanted && answer.state === 'looking';
  useEffect(() => {
    if (!isOpen) return;
    const controller = new AbortController();
    ask('findFocus', {}, controller.signal)
      .then(result => setAnswer({ state: 'found', focus: readFocus(result) }))
      .catch(() => {
        if (!controller.signal.aborted) setAnswer({ state: 'failed' });
      });
    return () => controller.abort();
  }, [ask, isOpen]);
  return answer;
}

const middle = { x: 0.5, y: 0.5 };

function cropFor(options: ThumbnailOptions, { focus }: FocusAnswer, aspect: number, frame: number): Box | undefined {
  if (options.fit === 'contain') return undefined;
  if (options.fit === 'smart' && focus) return chooseCrop(focus, aspect, frame);
  const { x, y } = options.fit === 'cover' ? (options.focus ?? middle) : middle;
  return cropAround(aspect, frame, [x, y]);
}

/** Returns the height of a preview in rem; fewer frames are shown larger. */
function heightFor(count: number, isBesidePicture: boolean): number {
  const height = count <= 2 ? 18 : count <= 4 ? 12.5 : count <= 8 ? 10 : 8.5;
  return isBesidePicture ? Math.min(height, 11) : height;
}

export function Stage({ address, facts, options, change, language, ask }: StageProps<ThumbnailOptions>) {
  const t = words[language];
  const answer = useFocus(ask, options.fit === 'smart');
  const aspect = facts.width && facts.height ? facts.width / facts.height : undefined;
  if (!address || !aspect)
    return <p className="grid size-full place-content-center p-8 text-center text-soft text-balance">{t.noPreview}</p>;
  const frames = labelFrames(options, language);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section tabIndex={0} aria-label={t.previewHint} className="size-full overflow-y-auto bg-sunken/50 p-4 sm:p-6">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <p role="status" className="flex min-h-5 items-center gap-2 text-[0.8125rem] text-soft">
          {options.fit === 'smart' && answer.state === 'looking' ? (
            <>
              <Spinner className="size-4" /> {t.looking}
            </>
          ) : options.fit === 'smart' && answer.state === 'failed' ? (
            t.lookFailed
          ) : frames.length === 0 ? (
            t.noneChosen
          ) : (
            t.previewHint
          )}
        </p>
        {options.fit === 'cover' && (
          <FocusPoint
            address={address}
            aspect={aspect}
            point={options.focus ?? middle}
            onChange={focus => change({ focus })}
            label={t.focusLabel}
            hint={t.focusKeys}
          />
        )}
        <ul className="flex flex-wrap items-end justify-center gap-x-6 gap-y-6">
          {frames.map(frame => (
            <FramePreview
              key={frame.key}
              address={address}
              frameAspect={frame.width / frame.height}
              heightRem={heightFor(frames.length, options.fit === 'cover')}
              crop={cropFor(options, answer, aspect, frame.width / frame.height)}
              options={options}
              label={frame.label}
              note={`${frame.width} × ${frame.height}`}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}
