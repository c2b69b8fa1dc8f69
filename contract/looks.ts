// The names of the photo filters: a public list, also stored with pictures in the editor.

/** In display order. */
export const lookNames = {
  vivid: { zh: '鲜艳', en: 'Vivid' },
  crisp: { zh: '清晰', en: 'Crisp' },
  bright: { zh: '明亮', en: 'Bright' },
  soft: { zh: '柔光', en: 'Soft glow' },
  warm: { zh: '暖色', en: 'Warm' },
  cool: { zh: '冷色', en: 'Cool' },
  'golden-hour': { zh: '金色夕阳', en: 'Golden hour' },
  'blue-hour': { zh: '蓝调时刻', en: 'Blue hour' },
  'teal-orange': { zh: '青橙', en: 'Teal and orange' },
  cinema: { zh: '电影', en: 'Cinema' },
  faded: { zh: '褪色', en: 'Faded' },
  film: { zh: '胶片颗粒', en: 'Film grain' },
  instant: { zh: '拍立得', en: 'Instant print' },
  'cross-process': { zh: '正片负冲', en: 'Cross process' },
  sepia: { zh: '怀旧棕', en: 'Sepia' },
  'black-white': { zh: '黑白', en: 'Black and white' },
  noir: { zh: '高反差黑白', en: 'Noir' },
  'soft-grey': { zh: '柔和灰调', en: 'Soft gray' },
  pastel: { zh: '粉彩', en: 'Pastel' },
  night: { zh: '夜景', en: 'Night' },
  hdr: { zh: 'HDR 细节', en: 'HDR detail' },
  dehaze: { zh: '去雾', en: 'Dehaze' },
  forest: { zh: '森绿', en: 'Forest' },
  blossom: { zh: '樱粉', en: 'Blossom' },
  'duotone-violet': { zh: '紫红双色', en: 'Violet duotone' },
  'duotone-blue': { zh: '蓝调双色', en: 'Blue duotone' },
  poster: { zh: '海报色块', en: 'Poster' },
  pencil: { zh: '铅笔素描', en: 'Pencil' },
  negative: { zh: '反色', en: 'Negative' },
} as const;
export type LookId = keyof typeof lookNames;
export const lookIds = Object.keys(lookNames) as [LookId, ...LookId[]];
