// What a result lost against its picture, in words that the tools share. A tool with a better sentence of its own shows that instead.
import { defineWords, type Language } from './words.ts';

const words = defineWords({
  zh: {
    'first-frame-only': '动图和多页文件只处理第一帧',
    'transparency-flattened': 'JPG 不支持透明，透明部分已变为白色',
    'depth-reduced': '结果每种颜色只有 8 位，原图更多',
    'colours-reduced': '为符合大小要求，减少了颜色',
  },
  en: {
    'first-frame-only': 'Only the first frame of animations and documents is used',
    'transparency-flattened': 'JPG doesn’t support transparency; transparent areas are now white',
    'depth-reduced': 'The result has 8 bits per color, the original more',
    'colours-reduced': 'Colors were reduced to meet the size limit',
  },
});

export type PictureWarning = keyof (typeof words)['en'];

const isShared = (warning: string): warning is PictureWarning => Object.hasOwn(words.en, warning);

/** The shared sentence for a warning of a result; undefined for warnings of a single tool. */
export const pictureWarningSentence = (warning: string, language: Language): string | undefined =>
  isShared(warning) ? words[language][warning] : undefined;
