// Refusals of files and links that a page can predict, in a separate file so that pages load only these.
import { fill, type Language, type Sentence } from './words.ts';

export const inputErrors = {
  LINK_EMPTY: { status: 400, zh: '请输入链接', en: 'Please Enter Url' },
  LINK_BAD: { status: 400, zh: '链接格式不正确', en: 'Url Error' },
  FILE_TOO_LARGE: {
    status: 413,
    zh: '文件太大，请选择 {maxMb} MB 以内的文件',
    en: 'This file is too large. Choose one of up to {maxMb} MB',
  },
  FILE_ABOVE_KB: {
    status: 413,
    zh: '文件太大，请选择 {maxKb} KB 以内的文件',
    en: 'This file is too large. Choose one of up to {maxKb} KB',
  },
  PIXELS_TOO_MANY: {
    status: 413,
    // Also for the frames of a clip, the pages of a document and a requested size.
    zh: '尺寸太大，共 {megapixels:万}像素，最多 {maxMegapixels:万}像素，请改用较小的尺寸',
    en: 'That is {megapixels} megapixels; the limit is {maxMegapixels}. Use a smaller size',
  },
  TYPE_UNSUPPORTED: {
    status: 415,
    zh: '不支持这种文件，请使用：{accepted}',
    en: 'This file type isn’t supported. Use {accepted}',
    named: {
      zh: '这是 {name} 格式的文件，暂不支持，请另存为以下格式之一：{accepted}',
      en: 'This is a file in {name} format, which isn’t supported. Save it as one of {accepted}',
    },
  },
  PLAYLIST_UPLOADED: {
    status: 415,
    zh: '这个播放列表文件没有写明视频所在的网站，请改为粘贴它的链接',
    en: 'This playlist file doesn’t say which site its video is on. Paste its link instead',
  },
  FILE_EMPTY: {
    status: 400,
    zh: '这个文件是空的，请换一个有内容的文件',
    en: 'This file is empty. Choose one with content',
  },
  FILE_CORRUPT: {
    status: 422,
    zh: '文件已损坏或不完整，请换一个文件',
    en: 'This file is damaged or incomplete. Try another copy',
  },
  FILE_UNSUPPORTED: {
    status: 422,
    zh: '这个 {format} 文件没有损坏，但它的存储方式暂不支持，请另存为 PNG 或 JPG 再试',
    en: 'This {format} file isn’t damaged, but the way it’s stored isn’t supported. Save it as PNG or JPG and try again',
  },
} as const satisfies Record<string, Refused>;

interface Refused extends Sentence {
  readonly status: number;
  /** Used instead when the details tell what the file is, as `name`. */
  readonly named?: Sentence;
}

/** The sentence of an error with these details, with its placeholders. */
export const chooseSentence = (entry: Refused, details: Readonly<Record<string, unknown>> = {}): Sentence =>
  entry.named && typeof details.name === 'string' ? entry.named : entry;

/** Returns the refusal of a file above a limit, with sizes in a suitable unit. */
export const tooLarge = (
  maxBytes: number,
): { readonly code: 'FILE_TOO_LARGE' | 'FILE_ABOVE_KB'; readonly details: Readonly<Record<string, number>> } =>
  maxBytes < 1024 * 1024
    ? { code: 'FILE_ABOVE_KB', details: { maxKb: Math.floor(maxBytes / 1024) } }
    : { code: 'FILE_TOO_LARGE', details: { maxMb: Math.floor(maxBytes / 1024 / 1024) } };

export type InputErrorCode = keyof typeof inputErrors;

/** The message for a code in a language. */
export function inputErrorSentence(
  code: InputErrorCode,
  language: Language,
  details?: Readonly<Record<string, unknown>>,
): string {
  return fill(chooseSentence(inputErrors[code], details)[language], details);
}
