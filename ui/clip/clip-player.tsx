// Plays a clip or sound with the browser's own controls. If the browser cannot play it, a still frame and a note are shown instead.
import { Film, Music } from 'lucide-react';
import { type Ref, useRef, useState } from 'react';

interface ClipPlayerProps {
  /** The address to play. */
  source: string | undefined;
  /** A still frame for clips that cannot be played; requested only then. */
  poster: string | undefined;
  label: string;
  /**
   * No picture is expected. Any other clip in which the browser finds no picture counts as unplayable: it would play the sound over a black frame.
   */
  isSound: boolean;
  /** Explains why a still frame is shown. */
  note: string;
  /** A note on a source that is shorter than the clip it previews. */
  partNote?: (shownSeconds: number) => string | undefined;
  /** The player's element, for a page that moves it. */
  video?: Ref<HTMLVideoElement>;
}

export function ClipPlayer({ source, poster, label, isSound, note, partNote, video }: ClipPlayerProps) {
  const [refused, setRefused] = useState<string | undefined>();
  const [shownSeconds, setShownSeconds] = useState<number | undefined>();
  /** A clip continues at its position when a new link to it replaces an expired one. */
  const moment = useRef(0);
  const part = shownSeconds === undefined ? undefined : partNote?.(shownSeconds);
  if (source === undefined || refused === source)
    return <Still poster={poster} label={label} note={note} isSound={isSound} />;
  return (
    <div className="relative grid size-full place-items-center overflow-hidden bg-sunken">
      {isSound && <Music aria-hidden className="absolute size-16 text-soft" strokeWidth={1.5} />}
      {/* biome-ignore lint/a11y/useMediaCaption: a user's own file has no captions. */}
      <video
        ref={video}
        src={source}
        aria-label={label}
        controls
        playsInline
        preload="metadata"
        className="absolute inset-0 size-full object-contain"
        onError={() => setRefused(source)}
        onSeeking={({ currentTarget }) => {
          moment.current = currentTarget.currentTime;
        }}
        onTimeUpdate={({ currentTarget }) => {
          moment.current = currentTarget.currentTime;
        }}
        onLoadedMetadata={({ currentTarget }) => {
          if (!isSound && currentTarget.videoWidth === 0) return setRefused(source);
          setShownSeconds(currentTarget.duration);
          if (moment.current > 0) currentTarget.currentTime = moment.current;
        }}
      />
      {part && (
        <p className="pointer-events-none absolute inset-x-3 top-3 mx-auto w-fit max-w-[calc(100%-1.5rem)] rounded-2xl bg-black/70 px-3.5 py-1.5 text-center text-xs leading-snug text-white tabular-nums">
          {part}
        </p>
      )}
    </div>
  );
}

interface StillProps {
  poster: string | undefined;
  label: string;
  note: string;
  isSound: boolean;
}

function Still({ poster, label, note, isSound }: StillProps) {
  const [isMissing, setIsMissing] = useState(false);
  const Icon = isSound ? Music : Film;
  return (
    <div className="relative grid size-full place-items-center overflow-hidden bg-sunken">
      {poster && !isMissing ? (
        <img
          src={poster}
          alt={label}
          className="absolute inset-0 size-full object-contain"
          onError={() => setIsMissing(true)}
        />
      ) : (
        <Icon aria-hidden className="size-14 text-soft" strokeWidth={1.5} />
      )}
      <p className="absolute inset-x-4 bottom-4 mx-auto w-fit max-w-md rounded-2xl bg-raised/95 px-4 py-2 text-center text-[0.8125rem] text-balance shadow-card">
        {note}
      </p>
    </div>
  );
}
