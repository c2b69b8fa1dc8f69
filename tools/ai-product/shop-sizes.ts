// Image sizes that shops require, and the limits of a custom size.
import type { Sentence } from 'contract/words.ts';

export const sides = { min: 200, max: 3000, usual: 800 } as const;

interface ShopSize {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly name: Sentence;
}

/** Main images of shops first, then plain ratios. */
export const shopSizes: readonly ShopSize[] = [
  { id: 'taobao', width: 800, height: 800, name: { zh: '淘宝 / 天猫 / 京东主图', en: 'Taobao, Tmall, JD main image' } },
  { id: 'taobao-tall', width: 750, height: 1000, name: { zh: '淘宝 3:4 主图', en: 'Taobao 3:4' } },
  { id: 'pinduoduo', width: 480, height: 480, name: { zh: '拼多多主图', en: 'Pinduoduo' } },
  { id: 'douyin', width: 1080, height: 1440, name: { zh: '小红书 / 抖音 3:4', en: 'Xiaohongshu, Douyin 3:4' } },
  { id: 'amazon', width: 2000, height: 2000, name: { zh: '亚马逊主图', en: 'Amazon main image' } },
  { id: 'shopify', width: 2048, height: 2048, name: { zh: 'Shopify', en: 'Shopify' } },
  { id: 'square-small', width: 1000, height: 1000, name: { zh: '方图 1:1', en: 'Square 1:1' } },
  { id: 'square', width: 1500, height: 1500, name: { zh: '方图 1:1（大）', en: 'Square 1:1, large' } },
  { id: 'four-three', width: 1600, height: 1200, name: { zh: '横图 4:3', en: 'Landscape 4:3' } },
  { id: 'wide', width: 1920, height: 1080, name: { zh: '横幅 16:9', en: 'Banner 16:9' } },
  { id: 'story', width: 1080, height: 1920, name: { zh: '竖屏 9:16', en: 'Story 9:16' } },
];

export const shopIds: readonly string[] = shopSizes.map(({ id }) => id);

/** What people call a size. */
export const shopWords: Readonly<Record<string, string>> = {
  taobao: '淘宝|天猫|京东|taobao|tmall|jd.com',
  'taobao-tall': '淘宝竖图|淘宝3:4|淘宝 3:4|淘宝长图',
  pinduoduo: '拼多多|pinduoduo',
  douyin: '小红书|抖音|douyin|xiaohongshu|3:4',
  amazon: '亚马逊|amazon',
  shopify: 'shopify',
  'square-small': '方图|正方形|1:1|square',
  'four-three': '4:3',
  wide: '横幅|16:9|banner',
  story: '竖屏|9:16|story|stories',
};
