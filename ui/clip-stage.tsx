// The stage and the result of every tool for clips: the clip playing, with the handles that choose a part of it; and what was made, playing.
import { media, mediaOfContentType } from 'contract/media.ts';
import { useRef, useState } from 'react';
import { ClipPlayer } from './clip-player.tsx';
import { clipWords } from './clip-words.ts';
import type { ResultProps, StageProps } from './tool-screen.ts';
import { TrimBar } from './trim-bar.tsx';

/** Seconds of the clip; undefined: from its beginning, to its end. */
export interface ClipPart {
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** A shorter clip has nothing to be cut off. */
const shortestTrimmed = 0.5;

export function ClipStage({ file, address, facts, options, change, count, language }: StageProps<ClipPart>) {
  const t = clipWords[language];
  const player = useRef<HTMLVideoElement>(null);
  const [length, setLength] = useState<number | undefined>();
  const isSound = facts.type !== undefined && media[facts.type].kind === 'sound';
  const seconds = facts.seconds ?? length;
  const { start, end } = options;
  // The same part of every file of a batch is rarely what anyone wants.
  const canTrim =
    seconds !== undefined && seconds >= shortestTrimmed && (count === 1 || start !== undefined || end !== undefined);
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto]">
      <ClipPlayer
        source={file}
        poster={address}
        label={facts.name}
        isSound={isSound}
        note={isSound ? t.notPlayedSound : t.notPlayed}
        mediaRef={player}
        onLength={setLength}
      />
      {canTrim && (
        <div className="border-t border-line bg-paper">
          <TrimBar
            seconds={seconds}
            start={start}
            end={end}
            onChange={change}
            onSeek={at => {
              if (player.current) player.current.currentTime = at;
            }}
            words={{ label: t.trim, start: t.trimStart, end: t.trimEnd, whole: t.trimWhole }}
          />
        </div>
      )}
    </div>
  );
}

/** What browsers play; of other results a frame is shown. */
const played = ['mp4', 'webm', 'mov', 'mp3', 'm4a', 'wav'];

export function ClipResult({ result, fileIndex, language }: ResultProps<unknown>) {
  const t = clipWords[language];
  const file = result.files[fileIndex] ?? result.files[0];
  if (!file) return null;
  const type = mediaOfContentType(file.contentType);
  const label = `${t.result}: ${file.name}`;
  if (type === 'gif')
    return (
      <div className="grid size-full place-content-center overflow-hidden bg-sunken p-4 [container-type:size]">
        <img
          src={file.previewUrl ?? ''}
          alt={label}
          className="max-h-[100cqh] max-w-[100cqw] rounded-lg object-contain"
        />
      </div>
    );
  return (
    <ClipPlayer
      source={type && played.includes(type) ? (file.url ?? undefined) : undefined}
      poster={file.previewUrl ?? undefined}
      label={label}
      isSound={type !== null && media[type].kind === 'sound'}
      note={t.resultNotPlayed}
    />
  );
}
