// Design templates as lists and pages see them: categories and sizes.
import type { Sentence } from '../words.ts';

export const designCategories = {
  poster: { zh: '海报', en: 'Posters' },
  social: { zh: '社交媒体', en: 'Social posts' },
  cover: { zh: '封面', en: 'Covers' },
  card: { zh: '卡片', en: 'Cards' },
  banner: { zh: '横幅', en: 'Banners' },
  notice: { zh: '通知', en: 'Notices' },
  menu: { zh: '菜单', en: 'Menus' },
  avatar: { zh: '头像框', en: 'Avatar frames' },
} as const satisfies Record<string, Sentence>;
export type DesignCategory = keyof typeof designCategories;
export const designCategoryIds = Object.keys(designCategories) as [DesignCategory, ...DesignCategory[]];

/** Page sizes of designs, in pixels. */
export const designSizes = {
  a4: { name: { zh: 'A4 竖版', en: 'A4 portrait' }, width: 1240, height: 1754 },
  a4Wide: { name: { zh: 'A4 横版', en: 'A4 landscape' }, width: 1754, height: 1240 },
  square: { name: { zh: '方形', en: 'Square' }, width: 1080, height: 1080 },
  portrait: { name: { zh: '竖版 3:4', en: 'Portrait 3:4' }, width: 1080, height: 1440 },
  story: { name: { zh: '全屏竖版', en: 'Story' }, width: 1080, height: 1920 },
  video: { name: { zh: '视频封面', en: 'Video thumbnail' }, width: 1280, height: 720 },
  article: { name: { zh: '文章首图', en: 'Article header' }, width: 1800, height: 766 },
  banner: { name: { zh: '网页横幅', en: 'Web banner' }, width: 1920, height: 800 },
  strip: { name: { zh: '长横幅', en: 'Profile banner' }, width: 1500, height: 500 },
  businessCard: { name: { zh: '名片', en: 'Business card' }, width: 1063, height: 638 },
  avatar: { name: { zh: '头像', en: 'Avatar' }, width: 800, height: 800 },
} as const satisfies Record<string, { name: Sentence; width: number; height: number }>;
export type DesignSize = keyof typeof designSizes;
