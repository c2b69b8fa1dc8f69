// The built-in backgrounds: vector drawings that fit any size, and blurred photographs.

/** In the order in which they are shown. */
export const backgroundNames = {
  'photo-sea': { zh: '海面', en: 'Open sea' },
  'photo-valley': { zh: '山谷云雾', en: 'Misty valley' },
  'photo-forest': { zh: '晨雾森林', en: 'Foggy forest' },
  'photo-hills': { zh: '黄昏山影', en: 'Hills at dusk' },
  'photo-wood': { zh: '木质桌面', en: 'Wooden table' },
  'photo-yellow': { zh: '黄色背景墙', en: 'Yellow wall' },
  'studio-white': { zh: '白色影棚', en: 'White studio' },
  'studio-grey': { zh: '灰色影棚', en: 'Gray studio' },
  'studio-dark': { zh: '暗调影棚', en: 'Dark studio' },
  'studio-warm': { zh: '暖色影棚', en: 'Warm studio' },
  'studio-blue': { zh: '蓝色影棚', en: 'Blue studio' },
  'stage-sand': { zh: '米色展台', en: 'Sand stage' },
  'stage-rose': { zh: '粉色展台', en: 'Rose stage' },
  'stage-mint': { zh: '薄荷展台', en: 'Mint stage' },
  'window-light': { zh: '窗边光影', en: 'Window light' },
  'paper-cream': { zh: '米白纸张', en: 'Cream paper' },
  'paper-kraft': { zh: '牛皮纸', en: 'Kraft paper' },
  dawn: { zh: '晨曦', en: 'Dawn' },
  sunset: { zh: '落日', en: 'Sunset' },
  sea: { zh: '海蓝', en: 'Sea' },
  aurora: { zh: '极光', en: 'Aurora' },
  'bokeh-gold': { zh: '金色光斑', en: 'Golden bokeh' },
  'bokeh-night': { zh: '夜色光斑', en: 'Night bokeh' },
  'bokeh-spring': { zh: '春日光斑', en: 'Spring bokeh' },
} as const;
export type BackgroundId = keyof typeof backgroundNames;
export type PhotoId = Extract<BackgroundId, `photo-${string}`>;
export type DrawnId = Exclude<BackgroundId, PhotoId>;

export const isPhotoId = (id: BackgroundId): id is PhotoId => id.startsWith('photo-');

export const backgroundIds = Object.keys(backgroundNames) as [BackgroundId, ...BackgroundId[]];
