// The result of a clip tool with the original behind it: a button switches between the two at the same moment.
import { SquareSplitHorizontal } from 'lucide-react';
import { useRef, useState } from 'react';
import { joinClasses } from '../classes.ts';
import type { ResultProps } from '../tool-screen.ts';
import { ClipResult } from './clip-result.tsx';
import { useClipSource } from './use-clip-source.ts';
import { clipWords } from './words.ts';

type ComparedResultProps = Pick<ResultProps<unknown>, 'result' | 'fileIndex' | 'language' | 'file' | 'clip'> & {
  /** The moment of the original at which the result starts, in seconds. */
  startsAt: number;
};

/** Without an original that the browser plays, only the result is shown. */
export function ComparedResult({ file, clip, startsAt, ...shown }: ComparedResultProps) {
  const t = clipWords[shown.language];
  const { address, refuse } = useClipSource(file, clip);
  const [isOriginal, setIsOriginal] = useState(false);
  const [result, original] = [useRef<HTMLVideoElement>(null), useRef<HTMLVideoElement>(null)];
  const isBefore = isOriginal && address !== undefined;

  function swap() {
    const [from, to] = isBefore ? [original.current, result.current] : [result.current, original.current];
    if (!from || !to) return;
    const isPlaying = !from.paused && !from.ended;
    from.pause();
    to.currentTime = Math.max(0, from.currentTime + (isBefore ? -startsAt : startsAt));
    // Browsers may refuse to play before a second press; then the player's own button is there.
    if (isPlaying) to.play().catch(() => undefined);
    setIsOriginal(!isBefore);
  }

  return (
    <div className="relative size-full">
      <div className={joinClasses('size-full', isBefore && 'invisible')}>
        <ClipResult {...shown} video={result} />
      </div>
      {address !== undefined && (
        <>
          <div className={joinClasses('absolute inset-0 bg-sunken', !isBefore && 'invisible')}>
            {/* biome-ignore lint/a11y/useMediaCaption: a user's own file has no captions. */}
            <video
              ref={original}
              src={address}
              aria-label={t.original}
              controls
              playsInline
              preload="metadata"
              className="absolute inset-0 size-full object-contain"
              onError={refuse}
              onLoadedMetadata={({ currentTarget }) => {
                if (currentTarget.videoWidth === 0) refuse();
              }}
            />
          </div>
          <button
            type="button"
            aria-pressed={isBefore}
            onClick={swap}
            // On a phone a locked result has a note across the top.
            className="absolute top-14 right-3 flex min-h-11 items-center gap-2 rounded-full bg-raised/95 px-4 text-sm font-medium shadow-card sm:top-3 aria-pressed:bg-ink aria-pressed:text-ground"
          >
            <SquareSplitHorizontal aria-hidden className="size-4" />
            {t.original}
          </button>
        </>
      )}
    </div>
  );
}
