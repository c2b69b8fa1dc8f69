// The looks in which portraits are drawn: a public list.

/** In display order. */
export const animeLookNames = {
  cel: { zh: '清爽动画', en: 'Clean anime' },
  'film-cel': { zh: '90 年代动画', en: '90s anime' },
  shoujo: { zh: '少女漫画', en: 'Shoujo pastel' },
  manga: { zh: '黑白漫画', en: 'Manga' },
  comic: { zh: '美式漫画', en: 'American comic' },
  poster: { zh: '波普海报', en: 'Pop-art poster' },
  watercolour: { zh: '水彩', en: 'Watercolor' },
  gouache: { zh: '水粉厚涂', en: 'Gouache' },
  'ink-wash': { zh: '水墨', en: 'Ink wash' },
  pencil: { zh: '铅笔素描', en: 'Pencil sketch' },
  'colour-pencil': { zh: '彩色铅笔', en: 'Colored pencil' },
} as const;
export type AnimeLookId = keyof typeof animeLookNames;
export const animeLookIds = Object.keys(animeLookNames) as [AnimeLookId, ...AnimeLookId[]];
