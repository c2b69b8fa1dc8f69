// What a conversion of a clip depends on: the facts of the clip and the options of a run.
import type { Chapter, FileFacts, StreamFacts } from '../facts.ts';
import type { ClipFormat } from './formats.ts';

/** Facts about a clip; fields not probed yet are absent. */
export type ClipFacts = Partial<
  Pick<FileFacts, 'bytes' | 'type' | 'width' | 'height' | 'seconds' | 'isDamaged' | 'tags'>
> & {
  readonly streams?: readonly StreamFacts[] | undefined;
  readonly chapters?: readonly Chapter[] | undefined;
};

export interface ClipWish {
  readonly format: ClipFormat;
  /** In pixels of the result. */
  readonly width?: number | undefined;
  /** The shorter side of the result, at most that of the clip: 720 for 720p, portrait clips included. */
  readonly shortSide?: number | undefined;
  /** 1..100. */
  readonly quality: number;
  /** Encode the video (or the audio of an audio-only format) with that quality even if it could be copied. */
  readonly reencode?: boolean | undefined;
  /** Mebibytes. */
  readonly targetMb?: number | undefined;
  /** In seconds of the clip. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly mute: boolean;
  /** 2 is double speed. */
  readonly speed: number;
  /** Frames per second of a GIF. */
  readonly fps?: number | undefined;
  /** The indexes of the sound and subtitle streams to keep. Default: all that the format holds; of several sounds, a sound file holds one. */
  readonly sounds?: readonly number[] | undefined;
  readonly subtitles?: readonly number[] | undefined;
  /** Default: true. */
  readonly chapters?: boolean | undefined;
  /** stereo: mixes more than two channels into two. */
  readonly channels?: 'all' | 'stereo' | undefined;
  /** Only the tracks that a player would choose, for a copy that is only looked at. */
  readonly isPreview?: boolean | undefined;
}

export type Treatment = 'copy' | 'encode';

export interface TrackPlan {
  readonly stream: StreamFacts;
  readonly does: Treatment;
  /** How the channels are arranged if the sound is encoded, by ffmpeg's name, where there are more than two. */
  readonly layout?: string | undefined;
}
