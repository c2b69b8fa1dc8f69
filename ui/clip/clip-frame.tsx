// The frame of a clip: the player or a still, fitted into its parent, with overlays drawn by a tool.
import { Film, Music } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Playback } from './playback.ts';

/** The frame as shown. */
export interface ShownFrame {
  /** The clip's own pixels, after rotation. */
  readonly width: number;
  readonly height: number;
  /** CSS pixels per clip pixel. */
  readonly scale: number;
}

interface ClipFrameProps {
  playback: Playback;
  /** The address of the player; absent: the still is shown. */
  address: string | undefined;
  still: string | undefined;
  label: string;
  /** No picture is expected. For other clips, `onRefused` is called if the browser finds no picture: it would play the sound over a black frame. */
  isSound: boolean;
  size: { readonly width: number; readonly height: number } | undefined;
  onLength: (found: { seconds: number; width: number; height: number }) => void;
  onRefused: () => void;
  children: ((frame: ShownFrame) => ReactNode) | undefined;
}

function useRoom(ref: RefObject<HTMLElement | null>) {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return room;
}

/** Space around a frame with an overlay, so that handles on its edge are not cut off. */
const overlayEdgePx = 10;

const usualSize = { width: 1280, height: 720 };

export function ClipFrame(props: ClipFrameProps) {
  const { playback, address, still, label, isSound, size = usualSize, onLength, onRefused, children } = props;
  const roomRef = useRef<HTMLDivElement>(null);
  const room = useRoom(roomRef);
  const edge = children ? 2 * overlayEdgePx : 0;
  const scale = Math.min((room.width - edge) / size.width, (room.height - edge) / size.height);
  return (
    <div ref={roomRef} className="relative grid size-full min-h-0 place-items-center overflow-hidden bg-sunken">
      {isSound && <Music aria-hidden className="absolute size-16 text-soft" strokeWidth={1.5} />}
      {scale > 0 && (
        <div className="relative" style={{ width: size.width * scale, height: size.height * scale }} data-frame>
          {address ? (
            // biome-ignore lint/a11y/useMediaCaption: a user's own file has no captions.
            <video
              key={address}
              ref={playback.attach}
              src={address}
              aria-label={label}
              playsInline
              preload="auto"
              className="absolute inset-0 size-full object-fill"
              onClick={children ? undefined : playback.toggle}
              onError={onRefused}
              onLoadedMetadata={event => {
                const { videoWidth: width, videoHeight: height, duration } = event.currentTarget;
                if (!isSound && width === 0) onRefused();
                else if (Number.isFinite(duration)) onLength({ seconds: duration, width, height });
              }}
            />
          ) : (
            <Still address={still} label={label} isSound={isSound} />
          )}
          {children && (
            <div className="absolute inset-0">{children({ width: size.width, height: size.height, scale })}</div>
          )}
        </div>
      )}
    </div>
  );
}

function Still({ address, label, isSound }: { address: string | undefined; label: string; isSound: boolean }) {
  const [missing, setMissing] = useState<string | undefined>();
  if (address && missing !== address)
    return (
      <img
        src={address}
        alt={label}
        className="absolute inset-0 size-full object-contain"
        onError={() => setMissing(address)}
      />
    );
  return isSound ? null : <Film aria-hidden className="absolute inset-0 m-auto size-14 text-soft" strokeWidth={1.5} />;
}
