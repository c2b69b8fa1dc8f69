// Refusals about clips and marks in them, in a separate table for readability.
import type { Sentence } from './words.ts';

export const clipErrors = {
  CLIP_WITHOUT_PICTURE: {
    status: 422,
    zh: '这个文件里没有画面，请换一个视频，或转换为 MP3、M4A 或 WAV',
    en: 'This file has no video. Use another file, or convert it to MP3, M4A or WAV',
  },
  CLIP_WITHOUT_SOUND: {
    status: 422,
    zh: '这个视频没有声音，请换一个有声音的视频',
    en: 'This video has no sound. Use one that does',
  },
  CLIP_TOO_COMPLEX: {
    status: 422,
    zh: '这个文件由太多片段或标签组成，无法处理。请用其他软件重新导出后再试',
    en: 'This file consists of too many pieces or tags. Export it again from another program, then try that copy',
  },
  CLIP_TRACK_MISSING: {
    status: 400,
    zh: '这个视频没有选中的音轨或字幕，请重新选择',
    en: 'This video doesn’t have a track that was chosen. Choose its tracks again',
  },
  CLIP_RANGE_EMPTY: {
    status: 400,
    zh: '截取范围里没有内容，请让结束时间晚于开始时间，并且不超过视频长度',
    en: 'There’s nothing in this range. Make it end after it starts, within the length of the video',
  },
  CLIP_TOO_LONG: {
    status: 422,
    zh: '一次最多处理 {maxMinutes} 分钟，请截取其中一段',
    en: 'Up to {maxMinutes} {maxMinutes:minute|minutes} can be processed at a time. Trim the video to a part of it',
  },
  MARK_UNCLEAR: {
    status: 422,
    zh: '画面几乎不动，无法确定哪些是水印。请自己框选或涂抹水印',
    en: 'The scene hardly moves, so it’s unclear what is a watermark. Mark it with a rectangle or the brush',
  },
  MARK_NOT_FOUND: {
    status: 422,
    zh: '没有找到固定的水印，请自己框选或涂抹',
    en: 'No watermark was found that stays in place. Mark it with a rectangle or the brush',
  },
  SUBTITLES_NOT_FOUND: {
    status: 422,
    zh: '没有找到会变换的字幕，请在画面上框出字幕的位置',
    en: 'No changing lines of text were found. Draw a rectangle where the subtitles appear',
  },
  GIF_TOO_LONG: {
    status: 422,
    zh: 'GIF 最长 {maxSeconds} 秒，请截取其中一段',
    en: 'A GIF can be up to {maxSeconds} {maxSeconds:second|seconds} long. Trim the video to a part of it',
  },
} as const satisfies Record<string, Sentence & { status: number }>;
