// Plays a clip or a sound with the browser's own controls. Where the browser cannot, a still frame and a note take its place.
import { Film, Music } from 'lucide-react';
import { useState } from 'react';

interface ClipPlayerProps {
  /** An address to play from. */
  source: string | undefined;
  /** A still frame for what cannot be played; asked for only then. */
  poster: string | undefined;
  label: string;
  /** Whether a picture is expected: without one in its tracks a browser would play the sound over a black frame. */
  isSound: boolean;
  /** Why a still frame is shown. */
  note: string;
}

export function ClipPlayer({ source, poster, label, isSound, note }: ClipPlayerProps) {
  const [refused, setRefused] = useState<string | undefined>();
  if (source === undefined || refused === source)
    return <Still poster={poster} label={label} note={note} isSound={isSound} />;
  return (
    <div className="relative grid size-full place-items-center overflow-hidden bg-sunken">
      {isSound && <Music aria-hidden className="absolute size-16 text-soft" strokeWidth={1.5} />}
      {/* biome-ignore lint/a11y/useMediaCaption: captions of a visitor's own file do not exist. */}
      <video
        src={source}
        aria-label={label}
        controls
        playsInline
        preload="metadata"
        className="absolute inset-0 size-full object-contain"
        onError={() => setRefused(source)}
        onLoadedMetadata={event => {
          if (!isSound && event.currentTarget.videoWidth === 0) setRefused(source);
        }}
      />
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
