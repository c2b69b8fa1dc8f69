// The names of the scenes in which products are placed: a public list, shared by pages and runs.

/** In display order, by kind. */
export const scenesByKind = {
  studio: {
    'pure-white': { zh: '纯白底', en: 'Pure white' },
    'studio-white': { zh: '白色影棚', en: 'White studio' },
    'studio-grey': { zh: '灰色影棚', en: 'Gray studio' },
    'studio-black': { zh: '黑色镜面', en: 'Black gloss' },
    'sweep-cream': { zh: '奶油色背景纸', en: 'Cream paper' },
    'sweep-pink': { zh: '粉色背景纸', en: 'Pink paper' },
    'sweep-blue': { zh: '蓝色背景纸', en: 'Blue paper' },
    'sweep-sage': { zh: '豆绿背景纸', en: 'Sage paper' },
    'sweep-orange': { zh: '橙色背景纸', en: 'Orange paper' },
    'sweep-lilac': { zh: '丁香紫背景纸', en: 'Lilac paper' },
  },
  podium: {
    'podium-cream': { zh: '奶油圆台', en: 'Cream podium' },
    'podium-pink': { zh: '粉色双层台', en: 'Pink tiers' },
    'podium-steps': { zh: '蓝色台阶', en: 'Blue steps' },
    'podium-beige': { zh: '米色几何台', en: 'Beige blocks' },
    'podium-marble': { zh: '大理石圆台', en: 'Marble podium' },
    'podium-terrazzo': { zh: '水磨石圆台', en: 'Terrazzo podium' },
    'podium-green': { zh: '墨绿展台', en: 'Green podium' },
    'podium-black-gold': { zh: '黑金展台', en: 'Black and gold' },
  },
  light: {
    'window-light': { zh: '窗光', en: 'Window light' },
    'palm-shadow': { zh: '棕榈叶影', en: 'Palm shadow' },
    'leaf-shadow': { zh: '树叶光影', en: 'Leaf shadow' },
    'blinds-shadow': { zh: '百叶窗光影', en: 'Blinds' },
    'blue-slit': { zh: '蓝墙斜光', en: 'Blue wall, slanting light' },
    'arch-terracotta': { zh: '陶土拱门', en: 'Terracotta arch' },
    'arch-sand': { zh: '沙色拱门', en: 'Sand arch' },
    'arch-sage': { zh: '豆绿拱门', en: 'Sage arch' },
    travertine: { zh: '洞石', en: 'Travertine' },
  },
  stone: {
    'marble-white': { zh: '白色大理石', en: 'White marble' },
    'marble-black': { zh: '黑色大理石', en: 'Black marble' },
    'marble-green': { zh: '绿色大理石', en: 'Green marble' },
    'marble-pink': { zh: '粉色大理石', en: 'Pink marble' },
    terrazzo: { zh: '水磨石', en: 'Terrazzo' },
    concrete: { zh: '清水混凝土', en: 'Concrete' },
    slate: { zh: '板岩', en: 'Slate' },
  },
  wood: {
    'oak-window': { zh: '橡木窗边', en: 'Oak by a window' },
    'pine-kitchen': { zh: '厨房原木桌', en: 'Kitchen table' },
    'walnut-bar': { zh: '胡桃木吧台', en: 'Walnut bar' },
    'rustic-planks': { zh: '复古木板', en: 'Rustic planks' },
    'garden-table': { zh: '花园木桌', en: 'Garden table' },
    bathroom: { zh: '浴室瓷砖', en: 'Bathroom tiles' },
  },
  cloth: {
    linen: { zh: '亚麻布', en: 'Linen' },
    'linen-grey': { zh: '灰色麻布', en: 'Gray linen' },
    'silk-champagne': { zh: '香槟色绸缎', en: 'Champagne silk' },
    'silk-white': { zh: '白色绸缎', en: 'White silk' },
    'silk-red': { zh: '红色绸缎', en: 'Red silk' },
    'silk-blue': { zh: '深蓝绸缎', en: 'Navy silk' },
  },
  nature: {
    'moss-forest': { zh: '林间青苔', en: 'Mossy woods' },
    'spring-garden': { zh: '春日花园', en: 'Spring garden' },
    'autumn-leaves': { zh: '秋日林间', en: 'Autumn woods' },
    clouds: { zh: '蓝天白云', en: 'Sky and clouds' },
    'water-blue': { zh: '清澈水面', en: 'Clear water' },
    'water-sunset': { zh: '落日水面', en: 'Sunset water' },
    'sand-dunes': { zh: '沙漠', en: 'Dunes' },
    beach: { zh: '海滩', en: 'Beach' },
    snow: { zh: '雪地', en: 'Snow' },
    'rock-mist': { zh: '雾中岩石', en: 'Misty rock' },
  },
  festive: {
    'new-year-red': { zh: '新春红金', en: 'Lunar New Year' },
    'new-year-gold': { zh: '红绸金光', en: 'Red silk, gold lights' },
    christmas: { zh: '圣诞灯光', en: 'Christmas lights' },
    'winter-night': { zh: '冬夜', en: 'Winter night' },
    valentine: { zh: '浪漫粉色', en: 'Valentine' },
    'neon-ring': { zh: '霓虹圆环', en: 'Neon rings' },
    'neon-frame': { zh: '霓虹边框', en: 'Neon frame' },
    'city-night': { zh: '城市夜景', en: 'City at night' },
  },
} as const;

export type SceneKind = keyof typeof scenesByKind;
export const sceneKinds = Object.keys(scenesByKind) as SceneKind[];

export const sceneNames = {
  ...scenesByKind.studio,
  ...scenesByKind.podium,
  ...scenesByKind.light,
  ...scenesByKind.stone,
  ...scenesByKind.wood,
  ...scenesByKind.cloth,
  ...scenesByKind.nature,
  ...scenesByKind.festive,
};
export type SceneId = keyof typeof sceneNames;
export const sceneIds = Object.keys(sceneNames) as [SceneId, ...SceneId[]];
