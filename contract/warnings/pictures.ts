// Warnings about what the file of a picture lost or gave up: frames, pages, colours, sizes.
import { defineWarnings } from './entry.ts';

export const pictureWarnings = defineWarnings({
  'first-frame-only': {
    zh: '动图和多页文件只处理第一帧',
    en: 'Only the first frame of animations and documents is used',
    remedy: {
      zh: '想处理动图的每一帧，请先用“GIF 制作”拆分为单帧',
      en: 'For every frame of an animation, split it into frames in GIF Maker first',
    },
  },
  'pages-left-out': {
    zh: '多页文件只处理前 100 页',
    en: 'Only the first 100 pages of a document are used',
    remedy: {
      zh: '请把其余的页另存为一个文件再处理',
      en: 'Save the other pages as a file of their own, then use that',
    },
  },
  'transparency-flattened': {
    zh: 'JPG 不支持透明，透明部分已变为白色',
    en: 'JPG doesn’t support transparency; transparent areas are now white',
    remedy: { zh: '想保留透明，请选择 PNG 或 WebP', en: 'Choose PNG or WebP to keep them transparent' },
  },
  'depth-reduced': {
    zh: '结果每种颜色只有 8 位，原图更多',
    en: 'The result has 8 bits per color, the original more',
  },
  'colours-reduced': {
    zh: '为符合大小要求，减少了颜色',
    en: 'Colors were reduced to meet the size limit',
    remedy: { zh: '想保留更多颜色，请放宽大小限制', en: 'Raise the limit to keep more colors' },
  },
  'quality-reduced': {
    zh: '为符合大小要求，降低了画质',
    en: 'Quality was reduced to meet the size limit',
    remedy: { zh: '想要更好的画质，请放宽大小限制', en: 'Raise the limit for better quality' },
  },
  'dimensions-reduced': {
    zh: '为符合大小要求，尺寸也缩小了',
    en: 'Dimensions were also reduced to meet the size limit',
    remedy: { zh: '想保留尺寸，请放宽大小限制', en: 'Raise the limit to keep the dimensions' },
  },
  'size-missed': {
    zh: '没能达到目标大小',
    en: 'The target size couldn’t be reached',
    remedy: { zh: '请调大目标或降低分辨率', en: 'Raise it, or lower the resolution' },
  },
  'bigger-than-input': {
    zh: '结果比原文件大',
    en: 'The result is larger than the original',
    remedy: { zh: '请换一种格式或降低画质', en: 'Choose another format, or lower the quality' },
  },
  'already-small': {
    zh: '这张图片已经很小，保持原样',
    en: 'This image was already small, so it was left unchanged',
    remedy: { zh: '想更小，请降低画质或指定大小', en: 'To go smaller, lower the quality or set a target size' },
  },
  'not-enlarged': {
    zh: '原图比设定的尺寸小，没有放大',
    en: 'The original is smaller than the size you set, and wasn’t upscaled',
    remedy: { zh: '想放大，请打开“允许放大”', en: 'Turn on “Allow upscaling” to reach that size' },
  },
  'metadata-dropped': {
    zh: '拍摄信息没能保留',
    en: 'The photo info couldn’t be kept',
    remedy: { zh: '想保留，请选择 JPG 或 PNG', en: 'Choose JPG or PNG to keep it' },
  },
  'profile-dropped': {
    zh: '原图的颜色配置没能保留，颜色已转为标准 sRGB',
    en: 'The color profile couldn’t be kept, so colors were converted to standard sRGB',
    remedy: { zh: '想保留，请选择 JPG 或 TIFF', en: 'Choose JPG or TIFF to keep it' },
  },
  'one-frame': {
    zh: '只有一张图片，不会动',
    en: 'A single image doesn’t move',
    remedy: { zh: '请再添加几张', en: 'Add more images' },
  },
});
