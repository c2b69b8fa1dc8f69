// The result of a clip tool in a player, or as a still frame if browsers cannot play it.
import { media, mediaOfContentType } from 'contract/media.ts';
import { fill } from 'contract/words.ts';
import type { Ref } from 'react';
import { formatTime } from '../measures.ts';
import type { ResultProps } from '../tool-screen.ts';
import { ClipPlayer } from './clip-player.tsx';
import { clipWords } from './words.ts';

/** Formats that browsers play; other results are shown as a still frame. */
const played = ['mp4', 'webm', 'mov', 'mp3', 'm4a', 'wav'];

type ClipResultProps = Pick<ResultProps<unknown>, 'result' | 'fileIndex' | 'language'> & {
  video?: Ref<HTMLVideoElement>;
};

export function ClipResult({ result, fileIndex, language, video }: ClipResultProps) {
  const t = clipWords[language];
  const file = result.files[fileIndex] ?? result.files[0];
  if (!file) return null;
  const type = mediaOfContentType(file.contentType);
  const { durationSeconds = 0 } = file;
  const isSound = type !== null && media[type].kind === 'sound';
  const label = `${t.result}: ${file.name}`;
  if (type === 'gif')
    return (
      <div className="grid size-full place-content-center overflow-hidden bg-sunken p-4 [container-type:size]">
        <img
          src={file.previewUrl || undefined}
          alt={label}
          className="max-h-[100cqh] max-w-[100cqw] rounded-lg object-contain"
        />
      </div>
    );
  return (
    <ClipPlayer
      // The preview of a locked result is a clip or sound that every browser can play.
      source={
        file.locked ? file.previewUrl || undefined : type && played.includes(type) ? (file.url ?? undefined) : undefined
      }
      poster={file.locked || isSound ? undefined : file.previewUrl || undefined}
      label={label}
      isSound={isSound}
      note={t.resultNotPlayed}
      {...(video && { video })}
      partNote={shown =>
        file.locked && durationSeconds > shown + 1
          ? fill(t.partOfWhole, { shown: Math.round(shown), whole: formatTime(durationSeconds, 0) })
          : undefined
      }
    />
  );
}
