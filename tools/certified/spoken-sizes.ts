// What people call each size of an ID photo, in the notation of an option's words: studio sizes, documents, and a country with a document.

import type { Sentence } from 'contract/words.ts';
import type { PhotoSize } from './sizes/size-shape.ts';

/** Names of countries by the first letters of their sizes' ids, Chinese first. */
const countries: Readonly<Record<string, readonly string[]>> = {
  hk: ['香港', 'hong kong'],
  tw: ['台湾', 'taiwan', 'taiwanese'],
  jp: ['日本', 'japan', 'japanese'],
  kr: ['韩国', 'korea', 'korean'],
  in: ['印度', 'india', 'indian'],
  sg: ['新加坡', 'singapore', 'singaporean'],
  my: ['马来西亚', 'malaysia', 'malaysian'],
  th: ['泰国', 'thailand', 'thai'],
  vn: ['越南', 'vietnam', 'vietnamese'],
  id: ['印度尼西亚', '印尼', 'indonesia', 'indonesian'],
  ph: ['菲律宾', 'philippines', 'philippine', 'filipino'],
  ae: ['阿联酋', '迪拜', 'uae', 'emirates', 'dubai'],
  sa: ['沙特', 'saudi'],
  tr: ['土耳其', 'türkiye', 'turkey', 'turkish'],
  uk: ['英国', 'uk', 'u.k.', 'united kingdom', 'britain', 'british', 'england'],
  de: ['德国', 'germany', 'german'],
  fr: ['法国', 'france', 'french'],
  it: ['意大利', 'italy', 'italian'],
  ru: ['俄罗斯', 'russia', 'russian'],
  us: ['美国', 'usa', 'u.s.', 'america', 'american', 'united states'],
  ca: ['加拿大', 'canada', 'canadian'],
  mx: ['墨西哥', 'mexico', 'mexican'],
  br: ['巴西', 'brazil', 'brazilian'],
  ar: ['阿根廷', 'argentina', 'argentine', 'argentinian'],
  au: ['澳大利亚', '澳洲', 'australia', 'australian'],
  nz: ['新西兰', 'new zealand'],
  za: ['南非', 'south africa', 'south african'],
  cn: ['中国', 'china', 'chinese'],
};
const documents = { passport: ['护照', 'passport'], visa: ['签证', 'visa'] } as const;
/** Countries with the visa of Schengen. */
const schengen = [
  ...['法国', '德国', '意大利', '西班牙', '荷兰', '瑞士', '希腊', '葡萄牙', '奥地利', '比利时', '瑞典', '欧洲', '申根'],
  ...['france', 'french', 'germany', 'german', 'italy', 'italian', 'spain', 'spanish', 'netherlands', 'dutch'],
  ...['switzerland', 'swiss', 'greece', 'greek', 'portugal', 'austria', 'belgium', 'sweden', 'europe', 'schengen'],
];

const join = (places: readonly string[], names: readonly string[]): string[] =>
  places.flatMap(place => names.map(name => `${place}+${name}`));

/** Some countries have one size for both documents; it is named after the passport. */
const isForBoth = new Set(['sg', 'my']);

function nameDocument(id: string): string[] {
  const [country = '', kind = ''] = id.split('-');
  const places = countries[country];
  if (id === 'schengen-visa') return ['申根', 'schengen', ...join(schengen, documents.visa)];
  if (!places || !(kind === 'passport' || kind === 'visa')) return [];
  const names = isForBoth.has(country) ? Object.values(documents).flat() : documents[kind];
  return join(places, names);
}

const others: Readonly<Record<string, string>> = {
  'cn-small-1-inch': '小一寸|小1寸',
  'cn-large-1-inch': '大一寸|大1寸',
  'cn-small-2-inch': '小二寸|小2寸|小两寸',
  'cn-large-2-inch': '大二寸|大2寸|大两寸|413x626|413*626|413乘626',
  'cn-1-inch': '一寸|1寸|1 寸|one inch|1 inch|295x413|295*413|295乘413',
  'cn-2-inch': '二寸|两寸|2寸|2 寸|two inch|413x579|413*579|413乘579',
  'cn-marriage': '结婚证|结婚照|结婚登记',
  'cn-teacher': '教师资格|教资',
  'cn-civil-service': '公务员|国考|省考',
  'cn-english-cet': '四六级|四级|六级',
  'cn-driver-licence': '驾照|驾驶证',
  'us-visa': '美签|us visa',
  'us-passport': 'us passport|passport+for the us',
  'us-green-card-lottery': '绿卡抽签|green card lottery|diversity visa|dv lottery',
};

/** The words for each of these sizes, as `Ask.words` has them. */
export const nameSizes = (ids: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ids.flatMap(id => {
      const words = [others[id], ...nameDocument(id)].filter(Boolean);
      return words.length > 0 ? [[id, words.join('|')]] : [];
    }),
  );

/** A size's name with its sides in millimetres. */
export function tellSize({ name, widthMm, heightMm }: PhotoSize): Sentence {
  const sides = `${widthMm} × ${heightMm} mm`;
  return { zh: `${name.zh}（${sides}）`, en: `${name.en} (${sides})` };
}
