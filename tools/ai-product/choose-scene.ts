// Picks the scene that matches a description in Chinese or English, by keywords. Not a model: unknown words are ignored.
import { type SceneId, sceneIds } from 'contract/scenes.ts';

/** Keywords of each scene, separated by |. One match is enough to select the scene. */
export const things: Readonly<Record<SceneId, string>> = {
  'pure-white': 'white background|plain white|pure white|白底|纯白|白色背景|白背景',
  'studio-white': 'white studio|studio|影棚|摄影棚',
  'studio-grey': 'grey background|gray background|studio|灰色背景|灰底|影棚',
  'studio-black': 'black background|black glass|mirror|黑色背景|黑底|黑色镜面|镜面',
  'sweep-cream': 'beige background|cream background|paper|米色背景|奶油色|背景纸',
  'sweep-pink': 'pink background|paper|粉色背景|粉底|背景纸',
  'sweep-blue': 'blue background|paper|蓝色背景|蓝底|背景纸',
  'sweep-sage': 'green background|paper|绿色背景|绿底|豆绿|背景纸',
  'sweep-orange': 'orange background|yellow background|paper|橙色背景|橘色|黄色背景|背景纸',
  'sweep-lilac': 'purple background|lilac|lavender|paper|紫色背景|紫底|丁香|薰衣草|背景纸',
  'podium-cream': 'podium|pedestal|platform|plinth|展台|圆台|底座|台子',
  'podium-pink': 'podium|pedestal|platform|cake stand|展台|双层|圆台|台子',
  'podium-steps': 'steps|stairs|podium|台阶|阶梯|展台',
  'podium-beige': 'blocks|geometric|geometry|podium|几何|方台|展台',
  'podium-marble': 'marble podium|marble pedestal|大理石台|大理石圆台|大理石展台',
  'podium-terrazzo': 'terrazzo podium|terrazzo pedestal|水磨石台|水磨石圆台',
  'podium-green': 'podium|pedestal|platform|展台|圆台|台子',
  'podium-black-gold': 'black and gold|luxury|premium|黑金|奢华|高端|轻奢',
  'window-light': 'window light|sunlight|window shadow|sunny wall|窗光|窗影|阳光|窗户光',
  'palm-shadow': 'palm|tropical|palm shadow|棕榈|热带|椰影',
  'leaf-shadow': 'leaf shadow|leaves shadow|plant shadow|树影|叶影|植物影|光影',
  'blinds-shadow': 'blinds|shutter|百叶窗|百叶',
  'blue-slit': 'beam of light|ray of light|slanting light|光束|斜光',
  'arch-terracotta': 'arch|terracotta|adobe|拱门|陶土|拱形',
  'arch-sand': 'arch|mediterranean|拱门|拱形|地中海',
  'arch-sage': 'arch|拱门|拱形',
  travertine: 'travertine|洞石',
  'marble-white': 'marble|大理石|岩板',
  'marble-black': 'marble|大理石|岩板',
  'marble-green': 'marble|大理石|翡翠',
  'marble-pink': 'marble|大理石',
  terrazzo: 'terrazzo|水磨石',
  concrete: 'concrete|cement|loft|industrial|混凝土|水泥|工业风',
  slate: 'slate|dark stone|板岩|黑石|石板',
  'oak-window': 'wooden table|wood table|oak|desk|window|木桌|木质桌面|橡木|书桌|窗边|窗前',
  'pine-kitchen': 'kitchen|dining|breakfast|wooden table|wood table|厨房|餐桌|餐厅|早餐|木桌',
  'walnut-bar': 'bar|pub|walnut|whisky|coffee shop|cafe|吧台|酒吧|胡桃木|咖啡馆|咖啡厅',
  'rustic-planks': 'rustic|old wood|farmhouse|planks|木板|复古|乡村|农家',
  'garden-table': 'garden table|picnic|green leaves|花园木桌|野餐|绿叶|草木',
  bathroom: 'bathroom|tiles|shower|浴室|瓷砖|卫生间|洗手间|洗手台',
  linen: 'linen|cloth|fabric|亚麻|棉麻|布料|桌布|布',
  'linen-grey': 'linen|cloth|fabric|亚麻|麻布|布料',
  'silk-champagne': 'silk|satin|绸缎|丝绸|真丝|缎面',
  'silk-white': 'silk|satin|绸缎|丝绸|真丝|缎面',
  'silk-red': 'silk|satin|绸缎|丝绸|红绸|缎面',
  'silk-blue': 'silk|satin|绸缎|丝绸|缎面',
  'moss-forest': 'forest|woods|moss|jungle|森林|树林|林间|青苔|苔藓|树桩',
  'spring-garden': 'garden|spring|flowers|blossom|花园|春天|春日|鲜花|樱花',
  'autumn-leaves': 'autumn|fall leaves|maple|秋天|秋日|枫叶|落叶',
  clouds: 'sky|cloud|clouds|天空|蓝天|白云|云朵|云端',
  'water-blue': 'water|pool|lake|sea surface|水面|清水|泳池|湖面|水波',
  'water-sunset': 'sunset|dusk|sunrise|落日|日落|夕阳|黄昏|晚霞|朝霞',
  'sand-dunes': 'desert|dune|dunes|沙漠|沙丘|戈壁',
  beach: 'beach|seaside|ocean|sea|summer|holiday|海滩|沙滩|海边|大海|夏天|度假',
  snow: 'snow|winter|ice|雪地|雪|冬天|冰',
  'rock-mist': 'rock|stone|mist|fog|mountain|岩石|石头|山|雾',
  'new-year-red': 'new year|spring festival|chinese|lunar|新年|春节|过年|中国风|喜庆|国潮|年货|中秋',
  'new-year-gold': 'celebration|festive|gold lights|喜庆|节日|金色光斑|红金|庆典',
  christmas: 'christmas|xmas|圣诞',
  'winter-night': 'winter night|snowy night|冬夜|雪夜',
  valentine: 'valentine|romantic|love|wedding|情人节|七夕|浪漫|婚礼|母亲节',
  'neon-ring': 'neon|cyberpunk|club|霓虹|赛博|电竞|潮流',
  'neon-frame': 'neon|cyber|technology|tech|gaming|霓虹|科技|电竞|数码',
  'city-night': 'city|night|street lights|skyline|城市|夜景|都市|夜晚|街灯',
};

/** Colours and moods, which break ties between scenes with the same keywords. */
const tones: Readonly<Record<string, { readonly words: string; readonly scenes: string }>> = {
  white: { words: 'white|bright|clean|白|明亮|干净|简约', scenes: 'white|bathroom|clouds|snow' },
  black: { words: 'black|dark|moody|黑|暗', scenes: 'black|slate|night|walnut' },
  pink: { words: 'pink|rose|粉|玫瑰', scenes: 'pink|valentine' },
  blue: { words: 'blue|navy|蓝', scenes: 'blue|podium-steps|clouds|winter' },
  green: { words: 'green|sage|natural|绿|自然|清新', scenes: 'green|sage|moss|garden' },
  red: { words: 'red|红', scenes: 'red|new-year' },
  gold: { words: 'gold|golden|champagne|金|香槟', scenes: 'gold|champagne' },
  grey: { words: 'grey|gray|silver|灰|银', scenes: 'grey|concrete' },
  beige: { words: 'beige|cream|sand|warm|米色|米白|奶油|暖', scenes: 'cream|beige|sand|linen|oak' },
  orange: { words: 'orange|terracotta|橙|橘', scenes: 'orange|terracotta|autumn' },
  purple: { words: 'purple|violet|lilac|紫', scenes: 'lilac|neon-ring' },
};

const isLatin = /^[\x20-\x7e]+$/;

/** Whether the text contains the name: Latin names as whole words, singular or plural; Chinese ones anywhere. */
function isNamed(text: string, name: string): boolean {
  return isLatin.test(name) ? new RegExp(`(?:^|[^a-z])${name}(?:e?s)?(?![a-z])`).test(text) : text.includes(name);
}

/** Two Chinese characters weigh as much as one English word. */
const weightOf = (name: string): number =>
  isLatin.test(name) ? name.split(' ').length * 2 : Math.max(1.5, name.length);

/** Returns the scene with the highest score, the earlier one on a tie; undefined if the text names no scene. */
export function chooseScene(text: string): SceneId | undefined {
  const lower = text.toLowerCase();
  let best: { id: SceneId; score: number } | undefined;
  for (const id of sceneIds) {
    const named = things[id].split('|').filter(name => isNamed(lower, name));
    if (named.length === 0) continue;
    const tone = Object.values(tones).filter(
      ({ words, scenes }) =>
        scenes.split('|').some(part => id.includes(part)) && words.split('|').some(word => isNamed(lower, word)),
    ).length;
    const score = Math.max(...named.map(weightOf)) + 0.3 * (named.length - 1) + 1.2 * tone;
    if (!best || score > best.score) best = { id, score };
  }
  return best?.id;
}
