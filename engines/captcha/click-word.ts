// The click captcha: distorted signs scattered over an image, three of which have to be clicked in order.

import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { captchaSize } from 'contract/routes/captcha.ts';
import type { Language } from 'contract/words.ts';
import type { Pixels } from '../pixels/plane.ts';
import { sharp } from '../sharp.ts';
import { between, pick, random, shuffle, wholeBetween } from './random.ts';
import { drawScene } from './scene.ts';
import type { DrawnCaptcha } from './thread-messages.ts';

interface Glyph {
  /** Coverage 0..255, cropped to the ink. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Common signs that are hard to confuse with each other, even slightly rotated. */
const words: Readonly<Record<Language, string>> = {
  zh: '天地山水火木金石田雨云风雪花草树林鸟鱼马牛羊虎龙猫狗春夏秋冬东南西北红黄蓝绿黑早晚年星光明海河湖江桥路车船飞门窗房屋家国城市村园学书笔画纸琴棋歌舞诗词语文数米面茶酒果菜肉饭糖盐衣帽鞋布丝线针刀弓箭旗鼓钟灯手足耳目口心头发身父母兄弟友师医农工商兵王臣老少男女爱笑哭喜乐安康福寿财宝玉珠银铜铁',
  en: 'ABEFGHJKLNPRSTXYZ',
};

/** Font size in pixels, larger than drawn, so that rotation does not leave jagged edges. */
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

/** Returns the glyph of a sign; glyphs are cached because there are few signs, but failures are not. */
function inkOf(sign: string): Promise<Glyph> {
  const known = glyphs.get(sign);
  if (known) return known;
  const inked = inkSign(sign);
  glyphs.set(sign, inked);
  inked.catch(() => glyphs.delete(sign));
  return inked;
}

const { width, height } = captchaSize;
const signCount = 5;
const wantedCount = 3;
/** Minimum distance in pixels from the centre of a sign to that of another, and to the border of the image. */
const [minApart, margin] = [48, 27];
/** Maximum distance in pixels from a sign's centre to its distorted ink. */
const reach = 27;

interface Point {
  readonly x: number;
  readonly y: number;
}

function placeSigns(): Point[] {
  for (;;) {
    const points: Point[] = [];
    for (let tries = 0; tries < 60 && points.length < signCount; tries++) {
      const point = { x: wholeBetween(margin, width - margin), y: wholeBetween(margin, height - margin) };
      if (points.every(({ x, y }) => Math.hypot(point.x - x, point.y - y) >= minApart)) points.push(point);
    }
    if (points.length === signCount) return points;
  }
}

/** Samples the ink (0..1) of a rotated, sheared and bent sign at (u, v), relative to its centre. */
function makeBentInk({ data, width: wide, height: tall }: Glyph): (u: number, v: number) => number {
  const turn = ((random() + random() - 1) * 42 * Math.PI) / 180;
  const scale = Math.max(wide, tall) / between(34, 40);
  const [cos, sin, lean] = [Math.cos(turn), Math.sin(turn), between(-0.25, 0.25)];
  const wave = { size: between(0.8, 2), step: between(0.12, 0.25), start: random() * 6.28 };
  return (u, v) => {
    const bentU = u + wave.size * Math.sin(v * wave.step + wave.start);
    const bentV = v + wave.size * Math.sin(u * wave.step + wave.start * 2);
    const x = Math.round((cos * bentU + sin * bentV + lean * bentV) * scale + wide / 2);
    const y = Math.round((cos * bentV - sin * bentU) * scale + tall / 2);
    return x >= 0 && y >= 0 && x < wide && y < tall ? data[y * wide + x]! / 255 : 0;
  };
}

/** Renders a distorted sign in a square around its centre, with four samples per pixel. */
function bend(glyph: Glyph): Float32Array {
  const ink = makeBentInk(glyph);
  const side = 2 * reach + 1;
  return Float32Array.from({ length: side * side }, (_, i) => {
    const [u, v] = [(i % side) - reach, Math.floor(i / side) - reach];
    return (ink(u - 0.25, v - 0.25) + ink(u + 0.25, v - 0.25) + ink(u - 0.25, v + 0.25) + ink(u + 0.25, v + 0.25)) / 4;
  });
}

/** Draws a sign by lightening or darkening the scene beneath it, with a border of the opposite brightness that keeps it legible. */
function laySign({ data }: Pixels, ink: Float32Array, middle: Point): void {
  const side = 2 * reach + 1;
  const sign = pick([-1, 1]);
  const [body, border] = [sign * between(84, 105), -sign * between(45, 70)];
  const tint = [between(-20, 20), between(-20, 20), between(-20, 20)];
  const rows = [-side, 0, side];
  const inkAround = (i: number) =>
    Math.max(...rows.flatMap(row => [ink[i + row - 1] ?? 0, ink[i + row] ?? 0, ink[i + row + 1] ?? 0]));
  for (let i = 0; i < ink.length; i++) {
    const around = inkAround(i);
    if (around === 0) continue;
    const [x, y] = [middle.x - reach + (i % side), middle.y - reach + Math.floor(i / side)];
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    for (let channel = 0; channel < 3; channel++) {
      const at = (y * width + x) * 3 + channel;
      const inked = ink[i]! * (body + tint[channel]!) + (around - ink[i]! * around) * border;
      data[at] = Math.min(255, Math.max(0, Math.round(data[at]! + inked)));
    }
  }
}

/** Reduces the contrast of a scene around middle grey, to leave room for brighter and darker signs. */
function calm({ data }: Pixels): void {
  for (let i = 0; i < data.length; i++) data[i] = 128 + (data[i]! - 128) * 0.55;
}

/** Tests pass the scene, so that they know the original image. */
export async function drawClickWord(language: Language, given?: Pixels): Promise<DrawnCaptcha> {
  const scene = given ?? (await drawScene({ width, height }));
  calm(scene);
  const signs = shuffle(signsOf(language)).slice(0, signCount);
  const points = placeSigns();
  for (const [i, sign] of signs.entries()) laySign(scene, bend(await inkOf(sign)), points[i]!);
  const original = await sharp(scene.data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return {
    originalImageBase64: original.toString('base64'),
    jigsawImageBase64: null,
    hasFigures: false,
    wordList: signs.slice(0, wantedCount),
    answer: points.slice(0, wantedCount),
  };
}
