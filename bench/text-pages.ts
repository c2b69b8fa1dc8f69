// Pages of text for the text recognition bench: rendered by Pango with one font, so that their text is known exactly and every run uses the
// same pixels.
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { photos } from './photos.ts';

export interface TextPage {
  readonly name: string;
  readonly png: Buffer;
  readonly truth: string;
}

const passages = {
  zh: [
    '清晨的阳光照进窗户，桌上的茶还冒着热气。小镇的街道渐渐热闹起来，卖早点的摊位前排起了长队。老人提着鸟笼慢慢走过石桥，孩子们背着书包奔向学校，笑声传得很远。',
    '图书馆每周二至周日开放，时间为上午九点到晚上八点。读者须凭证件入馆，每次最多借阅十本图书，借期三十天，可以续借一次。逾期未还的，每册每天收取滞纳金一角。',
    '软件在处理图片时，会先读取文件的尺寸与颜色信息，再把像素转换到统一的色彩空间。如果文件已经损坏，系统会给出明确的提示，而不是悄悄地跳过。用户可以随时取消任务。',
    '山里的秋天来得早，九月刚过，枫叶就红了一半。溪水清澈见底，几尾小鱼躲在石头下面。我们沿着木栈道往上走，雾气从谷底升起，远处的峰顶像浮在云海之上的岛屿。',
  ],
  en: [
    'The harbour wakes before the town does. Boats come in with the tide, and gulls follow them in wide circles. By seven the market is open, and the smell of bread and coffee drifts along the narrow streets.',
    'Please read this notice carefully before you sign. The deposit of $250 is refunded within 14 days after the keys are returned. Pets are welcome, but owners must keep them on a leash in shared areas at all times.',
    'A good tool does one thing well and says clearly when it cannot. It keeps your files private, shows its progress, and never changes a pixel that you did not ask it to change. Speed matters, but trust matters more.',
    'In 1928 a young engineer built a radio from spare parts and a cigar box. It picked up stations from three countries, although the sound was thin and the nights were cold. He wrote every name down in a blue notebook.',
  ],
  mixed: [
    '会议定于2024年6月18日14:30在上海召开，请携带USB设备和Type-C转接头。联系人：李明，电话021-65438721，邮箱support@example.com。如需改期，请提前48小时告知。',
    '新版App支持iOS 16和Android 12以上系统，安装包约85MB。打开Settings页面，选择Language，即可切换中文或English。首次启动需要连接Wi-Fi网络，下载速度取决于带宽。',
    '本产品净含量500g，保质期12个月，储存温度为0-25°C。Made in China，条码6901234567892。打开后请冷藏，并在72小时内食用完毕。Best before日期见瓶盖。',
    '实验使用Python 3.12编写，数据集包含10,000张图片，其中80%用于训练。GPU显存为24GB，batch size设为64，训练耗时约7.5小时，最终准确率达到98.6%，优于ResNet基线。',
  ],
} as const;

const paper = { width: 1000, margin: 40 };
const fontFiles = {
  300: '300Light/NotoSansSC_300Light.ttf',
  400: '400Regular/NotoSansSC_400Regular.ttf',
  700: '700Bold/NotoSansSC_700Bold.ttf',
} as const;
type Weight = keyof typeof fontFiles;
const fontFile = (weight: Weight) =>
  fileURLToPath(new URL(`../node_modules/@expo-google-fonts/noto-sans-sc/${fontFiles[weight]}`, import.meta.url));

interface Setting {
  readonly name: string;
  readonly sizes: readonly number[];
  readonly weight: Weight;
  readonly ink: string;
  readonly make: (ink: Buffer, width: number, height: number) => Promise<Sharp>;
}

const onPaper = async (ink: Buffer, background = '#ffffff') => {
  const { width, height } = await sharp(ink).metadata();
  return sharp({
    create: { width: width + 2 * paper.margin, height: height + 2 * paper.margin, channels: 3, background },
  }).composite([{ input: ink, left: paper.margin, top: paper.margin }]);
};

/** Executes the pipeline so far, because sharp would otherwise rotate before it composes. */
const settle = async (pipeline: Sharp) => sharp(await pipeline.png().toBuffer());

/** Deterministic grain of about `sigma` levels, different in each channel. */
async function addNoise(pipeline: Sharp, sigma: number, seed: number): Promise<Sharp> {
  const { data, info } = await pipeline.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (let i = 0; i < data.length; i++) {
    const grain = (random() + random() + random() + random() - 2) * Math.sqrt(3) * sigma;
    data[i] = Math.max(0, Math.min(255, Math.round(data[i]! + grain)));
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } });
}

const settings: readonly Setting[] = [
  { name: 'plain', sizes: [14, 20, 36, 64], weight: 400, ink: '#1a1a1a', make: ink => onPaper(ink) },
  { name: 'light', sizes: [24], weight: 300, ink: '#333333', make: ink => onPaper(ink, '#f4f0e6') },
  {
    name: '5 degrees',
    sizes: [18, 28],
    weight: 400,
    ink: '#000000',
    make: async ink => (await settle(await onPaper(ink))).rotate(5, { background: '#ffffff' }),
  },
  {
    name: 'noise',
    sizes: [20, 32],
    weight: 400,
    ink: '#101010',
    make: async ink => addNoise(await settle(await onPaper(ink)), 28, 7),
  },
  {
    name: 'photo',
    sizes: [24, 40],
    weight: 700,
    ink: '#ffffff',
    make: async (ink, width, height) =>
      (
        await settle(
          sharp(photos.chair)
            .resize(width + 2 * paper.margin, height + 2 * paper.margin, { fit: 'cover' })
            .linear(0.7, 0),
        )
      ).composite([{ input: ink, left: paper.margin, top: paper.margin }]),
  },
  {
    name: 'JPEG 25',
    sizes: [18, 28],
    weight: 400,
    ink: '#202020',
    make: async ink => sharp(await (await onPaper(ink)).jpeg({ quality: 25 }).toBuffer()),
  },
  {
    name: 'inverted',
    sizes: [16, 30],
    weight: 400,
    ink: '#f0f0f0',
    make: ink => onPaper(ink, '#14213d'),
  },
];

async function drawInk(text: string, size: number, weight: Weight, colour: string) {
  const image = sharp({
    text: {
      text: `<span foreground="${colour}">${text}</span>`,
      font: `Noto Sans SC ${size}`,
      fontfile: fontFile(weight),
      width: paper.width,
      dpi: 72,
      rgba: true,
      spacing: Math.round(size * 0.35),
      wrap: 'word-char',
    },
  });
  const { data, info } = await image.png().toBuffer({ resolveWithObject: true });
  return { ink: data, width: info.width, height: info.height };
}

/** 45 pages, or those of the wanted names: three kinds of text in each setting at each of its sizes, each passage as a paragraph. */
export async function makeTextPages(isWanted: (name: string) => boolean = () => true): Promise<TextPage[]> {
  const pages: TextPage[] = [];
  let turn = 0;
  for (const { name: setting, sizes, weight, ink: colour, make } of settings) {
    for (const size of sizes) {
      for (const kind of Object.keys(passages) as (keyof typeof passages)[]) {
        const name = `${kind}, ${setting}, ${size} px`;
        if (!isWanted(name)) continue;
        const list = passages[kind];
        // Small text gets two passages, so that every page has about a hundred characters or more.
        const taken = size <= 36 ? [list[turn % 4]!, list[(turn + 1) % 4]!] : [list[turn % 4]!];
        const { ink, width, height } = await drawInk(taken.join('\n\n'), size, weight, colour);
        const png = await (await make(ink, width, height)).png().toBuffer();
        pages.push({ name, png, truth: taken.join('\n\n') });
      }
      turn++;
    }
  }
  return pages;
}
