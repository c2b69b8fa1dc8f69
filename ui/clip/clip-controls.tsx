// The buttons below a clip: play, single frames, sound, zoom of the timeline, and the selected part.
import { ChevronLeft, ChevronRight, Pause, Play, RotateCcw, Volume2, VolumeX, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';
import { IconButton } from '../icon-button.tsx';
import { formatTime } from '../measures.ts';
import { type Playback, useMoment } from './playback.ts';
import type { ClipPart } from './time-view.ts';
import type { clipWords } from './words.ts';

type Words = (typeof clipWords)['en'];

interface ClipControlsProps {
  playback: Playback;
  seconds: number;
  canPlay: boolean;
  hasPicture: boolean;
  hasSound: boolean;
  onZoom: (factor: number) => void;
  words: Words;
  extra: ReactNode;
}

const zoomStep = 1.6;

export function ClipControls({
  playback,
  seconds,
  canPlay,
  hasPicture,
  hasSound,
  onZoom,
  words,
  extra,
}: ClipControlsProps) {
  const moment = useMoment(playback);
  const [isMuted, setIsMuted] = useState(false);
  const icon = 'size-5';
  return (
    <div className="flex min-w-0 items-center gap-0.5 px-2 sm:gap-1 sm:px-3">
      {hasPicture && (
        <IconButton
          size="sm"
          label={words.frameBack}
          icon={<ChevronLeft className={icon} />}
          onClick={() => playback.step(-1)}
        />
      )}
      <IconButton
        size="sm"
        label={moment.isPlaying ? words.pause : words.play}
        icon={moment.isPlaying ? <Pause className={icon} /> : <Play className={icon} />}
        disabled={!canPlay}
        onClick={playback.toggle}
      />
      {hasPicture && (
        <IconButton
          size="sm"
          label={words.frameForward}
          icon={<ChevronRight className={icon} />}
          onClick={() => playback.step(1)}
        />
      )}
      {/* On a phone the length is shown below the current time, because there is no space beside it. */}
      <p
        className="min-w-0 flex-1 text-[0.8125rem] whitespace-nowrap tabular-nums max-sm:text-xs max-sm:leading-tight"
        data-moment
      >
        <span className="font-semibold max-sm:block">{formatTime(moment.seconds, 2)}</span>
        <span className="text-soft">
          <span className="max-sm:hidden"> / </span>
          <span className="sr-only sm:hidden"> / </span>
          {formatTime(seconds, 2)}
        </span>
      </p>
      {extra}
      {hasSound && (
        <IconButton
          size="sm"
          label={isMuted ? words.soundOn : words.soundOff}
          icon={isMuted ? <VolumeX className={icon} /> : <Volume2 className={icon} />}
          disabled={!canPlay}
          onClick={() => {
            playback.mute(!isMuted);
            setIsMuted(!isMuted);
          }}
        />
      )}
      <IconButton
        size="sm"
        label={words.zoomOut}
        icon={<ZoomOut className={icon} />}
        onClick={() => onZoom(1 / zoomStep)}
      />
      <IconButton size="sm" label={words.zoomIn} icon={<ZoomIn className={icon} />} onClick={() => onZoom(zoomStep)} />
    </div>
  );
}

interface PartRowProps {
  part: ClipPart;
  seconds: number;
  isLocked: boolean;
  onStart: () => void;
  onEnd: () => void;
  onWhole: () => void;
  words: Words;
}

/** The selected part, and buttons that start and end it at the current time. */
export function PartRow({ part, seconds, isLocked, onStart, onEnd, onWhole, words }: PartRowProps) {
  const isWhole = part.start === undefined && part.end === undefined;
  return (
    <fieldset className="flex min-h-9 min-w-0 items-center gap-x-1 px-2 pb-1 sm:px-3" disabled={isLocked}>
      <legend className="sr-only">{words.trim}</legend>
      <Button size="sm" variant="quiet" title={words.setStart} aria-label={words.setStart} onClick={onStart}>
        <span aria-hidden className="font-normal">
          [
        </span>
        {words.startShort}
      </Button>
      <Button size="sm" variant="quiet" title={words.setEnd} aria-label={words.setEnd} onClick={onEnd}>
        {words.endShort}
        <span aria-hidden className="font-normal">
          ]
        </span>
      </Button>
      <span
        className="flex-1 truncate text-end text-[0.8125rem] text-soft tabular-nums"
        data-trim={isWhole ? 'whole' : 'part'}
      >
        {formatTime(part.start ?? 0, 2)} – {formatTime(part.end ?? seconds, 2)}
      </span>
      {!isWhole && (
        <IconButton size="sm" label={words.trimWhole} icon={<RotateCcw className="size-4.5" />} onClick={onWhole} />
      )}
    </fieldset>
  );
}
