// The words of click captchas as coverage, drawn with the font that ships with the product.
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import type { Language } from 'contract/words.ts';
import { sharp } from '../sharp.ts';

export interface Glyph {
  /** 0..255, cut to what is inked. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Everyday signs that are not taken for each other, even when turned a little. */
const words: Readonly<Record<Language, string>> = {
  zh: '天地山水火木金石田雨云风雪花草树林鸟鱼马牛羊虎龙猫狗春夏秋冬东南西北红黄蓝绿黑早晚年星光明海河湖江桥路车船飞门窗房屋家国城市村园学书笔画纸琴棋歌舞诗词语文数米面茶酒果菜肉饭糖盐衣帽鞋布丝线针刀弓箭旗鼓钟灯手足耳目口心头发身父母兄弟友师医农工商兵王臣老少男女爱笑哭喜乐安康福寿财宝玉珠银铜铁',
  en: 'ABEFGHJKLNPRSTXYZ',
};

/** Em in pixels: larger than it is shown, so that it can be turned without steps. */
const em = 72;
const glyphs = new Map<string, Promise<Glyph>>();

export const signsOf = (language: Language): string[] => [...words[language]];

async function inkSign(sign: string): Promise<Glyph> {
  const description = findPackageJSON('@expo-google-fonts/noto-sans-sc', import.meta.url);
  if (!description) throw new Error('@expo-google-fonts/noto-sans-sc is not installed');
  const fontfile = join(dirname(description), '700Bold/NotoSansSC_700Bold.ttf');
  const { data, info } = await sharp({ text: { text: sign, font: `Noto Sans SC Bold ${em}`, fontfile, dpi: 72 } })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A sign's ink; kept, since there are few. */
export function inkOf(sign: string): Promise<Glyph> {
  const known = glyphs.get(sign) ?? inkSign(sign);
  glyphs.set(sign, known);
  return known;
}
