// Plays a clip or a sound with the browser's own controls. Where the browser cannot, a still frame and a note take its place.
import { Film, Music } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';

interface ClipPlayerProps {
  /** The bytes, or an address to play from. */
  source: Blob | string | undefined;
  /** A still frame for what cannot be played; asked for only then. */
  poster: string | undefined;
  label: string;
  /** Whether a picture is expected: without one in its tracks a browser would play the sound over a black frame. */
  isSound: boolean;
  /** Why a still frame is shown. */
  note: string;
  mediaRef?: RefObject<HTMLVideoElement | null>;
  /** The length that the browser found, in seconds. */
  onLength?: (seconds: number) => void;
}

/** An address for the bytes, for as long as they are shown. */
function useAddress(source: Blob | string | undefined): string | undefined {
  const [made, setMade] = useState<{ from: Blob; address: string } | undefined>();
  useEffect(() => {
    if (!(source instanceof Blob)) return;
    const address = URL.createObjectURL(source);
    setMade({ from: source, address });
    return () => URL.revokeObjectURL(address);
  }, [source]);
  if (typeof source === 'string') return source;
  return made && made.from === source ? made.address : undefined;
}

export function ClipPlayer({ source, poster, label, isSound, note, mediaRef, onLength }: ClipPlayerProps) {
  const address = useAddress(source);
  const [refused, setRefused] = useState<Blob | string | undefined>();
  if (source === undefined || refused === source)
    return <Still poster={poster} label={label} note={note} isSound={isSound} />;
  return (
    <div className="relative grid size-full place-items-center overflow-hidden bg-sunken">
      {isSound && <Music aria-hidden className="absolute size-16 text-soft" strokeWidth={1.5} />}
      {address && (
        // biome-ignore lint/a11y/useMediaCaption: captions of a visitor's own file do not exist.
        <video
          ref={mediaRef}
          src={address}
          aria-label={label}
          controls
          playsInline
          preload="metadata"
          className="absolute inset-0 size-full object-contain"
          onError={() => setRefused(source)}
          onLoadedMetadata={event => {
            const { videoWidth, duration } = event.currentTarget;
            if (!isSound && videoWidth === 0) setRefused(source);
            else if (Number.isFinite(duration)) onLength?.(duration);
          }}
        />
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
