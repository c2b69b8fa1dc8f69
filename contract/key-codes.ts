// The kinds of tasks: the codes used by clients, and display names.
import type { Sentence } from './words.ts';

export const keyCodeNames = {
  PICTURE_ADD_WATERMARK: { zh: '图片加水印', en: 'Image watermarking' },
  PICTURE_REMOVE_WATERMARK: { zh: '图片去水印', en: 'Image watermark removal' },
  MATTING: { zh: '智能抠图', en: 'Smart cutout' },
  BLUR_TO_CLEAR: { zh: '图片变清晰', en: 'Image sharpening' },
  LOSSLESS_AMPLIFICTION: { zh: '图片放大', en: 'Enlargement' },
  VIDEO_REMOVE_WATERMARK: { zh: '视频去水印', en: 'Video watermark removal' },
  VIDEO_ADD_WATERMARK: { zh: '视频加水印', en: 'Video watermarking' },
  FORMAT_CONVERTER: { zh: '视频格式转换', en: 'Video format conversion' },
  IMAGE_TO_TEXT: { zh: '图片转文字', en: 'Image to text' },
  VIDEO_TO_TEXT: { zh: '视频转文字', en: 'Video to text' },
  IMAGE_CHANGE: { zh: '图片格式转换', en: 'Image format conversion' },
  EXPEND_IMAGE: { zh: 'AI 扩图', en: 'AI image expansion' },
} as const satisfies Record<string, Sentence>;

export type KeyCode = keyof typeof keyCodeNames;
export const keyCodes = Object.keys(keyCodeNames) as [KeyCode, ...KeyCode[]];
