// Whether the assistant names the right tool for realistic questions, and reads their options.
import { type Asks, readAsked } from 'contract/asks.ts';
import type { ToolContract } from 'contract/tool.ts';
import { tools } from 'tools/index.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  chineseQuestions,
  englishQuestions,
  seenLaterQuestions,
  unseenQuestions,
} from '../../testing/questions/test-questions.ts';
import { readTools } from '../content/read-tools.ts';
import { composeAnswer, languageOfQuestion, type Prices } from './compose-answer.ts';
import { type HelpIndex, openHelpIndex } from './help-index.ts';
import { readOptions, readWish } from './read-wish.ts';
import { splitWords } from './split-words.ts';

let index: HelpIndex;
beforeAll(async () => {
  index = await openHelpIndex(await readTools(tools), []);
});

const nameFirst = (question: string, language: 'zh' | 'en') =>
  index.findSubject(question, readWish(question), language).tools[0]?.known.tool.name;

describe.each([
  ['zh', chineseQuestions],
  ['en', englishQuestions],
] as const)('questions in %s', (language, questions) => {
  test('there are sixty questions, and each tool has one', () => {
    expect(questions).toHaveLength(60);
    for (const [, tool] of questions) expect(tools.map(({ name }) => name)).toContain(tool);
  });

  test('57 of 60 questions get the right tool first', () => {
    const wrong = questions
      .map(([question, tool]) => ({ question, tool, named: nameFirst(question, language) }))
      .filter(({ tool, named }) => tool !== named);
    expect(wrong.length, JSON.stringify(wrong, null, 1)).toBeLessThanOrEqual(3);
  });
});

test.each([
  ['looked at', seenLaterQuestions, 18, 19],
  ['not looked at', unseenQuestions, 13, 17],
] as const)(
  'of 20 roundabout questions that were %s, most get the right tool',
  (_which, questions, minFirst, minNamed) => {
    const named = questions.map(([question, tool]) => {
      const found = index
        .findSubject(question, readWish(question), languageOfQuestion(question, 'zh'))
        .tools.slice(0, 3);
      return { question, place: found.findIndex(({ known }) => known.tool.name === tool) };
    });
    expect(named.filter(({ place }) => place === 0).length, JSON.stringify(named)).toBeGreaterThanOrEqual(minFirst);
    expect(named.filter(({ place }) => place >= 0).length).toBeGreaterThanOrEqual(minNamed);
  },
);

test('words of both languages are split', () => {
  expect(splitWords('怎么把图片压缩到 200KB？')).toEqual(['200kb', '图片', '片压', '压缩', '缩到']);
  expect(splitWords('How do I remove backgrounds from my photos?')).toEqual(['remov', 'background', 'image']);
});

test('the first 600 letters of a question are searched, and words of at most 16 letters for typos', async () => {
  const markdown = '# Page\n\n## microphotogram\n\nShort.\n\n## electromicrophotogram\n\nLong.';
  const own = await openHelpIndex([], [{ name: 'page', language: 'en', markdown }]);
  const titles = (question: string) => own.findPassages(question, 'en').map(({ passage }) => passage.title);
  expect(titles('microphatogram')).toEqual(['microphotogram']);
  expect(titles('electromicrophotogram')).toEqual(['electromicrophotogram']);
  expect(titles('electromicrophatogram')).toEqual([]);
  expect(titles(`${'xyzzy '.repeat(97)}microphotogram`)).toEqual(['microphotogram']);
  expect(titles(`${'xyzzy '.repeat(101)}microphotogram`)).toEqual([]);
});

test('words are listed only for choices that exist', () => {
  for (const { name, asks = {} } of tools as readonly ToolContract[])
    for (const [option, { choices = [], words = {} }] of Object.entries(asks))
      expect(choices.map(String), `${name} ${option}`).toEqual(expect.arrayContaining(Object.keys(words)));
});

test('hostile values in a link are ignored', () => {
  const read = (name: string, search: string) => readAsked(asksOf(name), new URLSearchParams(search));
  expect(read('crop', 'ratio=999:0&turn=91&mirror=yes&left=0.5&<b>=1')).toEqual({});
  expect(read('thumbnails', 'sizes=<img src=x>,favicon,favicon,constructor&maxKb=1e9')).toEqual({ sizes: ['favicon'] });
  expect(read('mark-image', 'position=__proto__&tile=false&markContent=free coins&__proto__=1')).toEqual({});
  expect(read('text-to-image', 'count=99&style=toString&prompt=x')).toEqual({});
});

const asksOf = (name: string): Asks => tools.find(tool => tool.name === name)!.asks!;

describe('options are read from a question', () => {
  test.each([
    ['compress', '压缩到 200KB', { targetKb: 200 }],
    ['compress', 'under 1.5 MB please', { targetKb: 1536 }],
    ['compress', 'to 900 MB', {}],
    ['resize', 'exactly 512 by 512', { by: 'pixels', width: 512, height: 512 }],
    ['image-converter', 'webp 转 png', { format: 'png' }],
    ['image-converter', 'convert a JPEG to webp', { format: 'webp' }],
    ['image-converter', 'heic2jpg', { format: 'jpg' }],
    ['up-scale', '放大四倍', { upscale: 4 }],
    ['up-scale', 'upscale 8x', { upscale: 8 }],
    ['up-scale', 'upscale 7x', {}],
    ['resize', 'resize to 800x600', { by: 'pixels', width: 800, height: 600 }],
    ['resize', '缩小到 50%', { by: 'percent', percent: 50 }],
    ['pdf-to-pictures', 'pdf to png at 300 dpi', { format: 'png', dpi: 300 }],
    ['certified', '一寸照蓝底', { size: 'cn-1-inch', background: '#438edb' }],
    ['quality', 'my picture is out of focus', { filterType: 'lens' }],
    ['gif', 'split a gif into frames', { mode: 'split' }],
    ['video-converter', '把 mkv 转成 mp4', { format: 'mp4' }],
    ['video-converter', '1080p 视频转 720p', { shortSide: 720 }],
    ['video-converter', 'slow the clip down, 2 times slower', { speed: 0.5 }],
    ['compress', 'less than 30 kilobytes', { targetKb: 30 }],
    ['certified', 'passport photo 35x45', { size: 'custom', unit: 'mm', width: 35, height: 45 }],
    ['certified', '小二寸 红底 不超过 50kb', { size: 'cn-small-2-inch', background: '#d9001b', maxKb: 50 }],
    ['cutout-image', '把背景换成红色', { background: 'color', color: '#d9001b' }],
    ['image-expand', 'make it 16:9', { ratio: '16:9' }],
    ['resize', '高度改成 800 像素', { by: 'pixels', height: 800 }],
    ['resize', 'longest side 2000', { by: 'edge', longEdge: 2000 }],
    ['separate', 'extract wav from a video', { format: 'wav' }],
    ['up-scale', 'enlarge three times', { upscale: 3 }],
    ['gif', 'gif from a clip below 500 KB', { mode: 'video', maxKb: 500 }],
    ['crop', '把照片裁成正方形', { ratio: '1:1' }],
    ['crop', 'Crop my photo to 16：9', { ratio: '16:9' }],
    ['crop', 'crop to 999:0', {}],
    ['crop', '照片顺时针旋转90度', { turn: 90 }],
    ['crop', '逆时针转 90°', { turn: 270 }],
    ['crop', 'rotate a scan 180 degrees', { turn: 180 }],
    ['crop', 'turn the photo left', { turn: 270 }],
    ['crop', 'my photo is upside down', { turn: 180 }],
    ['crop', 'rotate by 45 degrees', {}],
    ['crop', '把图片左右翻转', { mirror: true }],
    ['crop', 'mirrored selfie, crop 3:4', { mirror: true, ratio: '3:4' }],
    ['crop', '上下翻转', { flip: true }],
    ['image-expand', '扩成正方形', { ratio: '1:1' }],
    ['crop', 'flip a picture horizontally', { mirror: true }],
    ['crop', '水平翻转照片', { mirror: true }],
    ['crop', '垂直翻转', { flip: true }],
    // Levelling a horizon does not mirror, and “turn into” does not rotate.
    ['crop', '照片拍歪了，调成水平', {}],
    ['crop', 'crop the right side and turn it into a png', {}],
    // The sign between the sides of a size is not a scale.
    ['up-scale', 'for a 3 x 4 inch print', {}],
    ['up-scale', '4×6 厘米', {}],
    ['video-converter', '0.5倍速', { speed: 0.5 }],
    ['up-scale', '放大 2×', { upscale: 2 }],
    ['up-scale', 'enlarge it 13x', {}],
    ['text-to-image', '画12张图', {}],
    // A word with another meaning sets nothing.
    ['text-to-image', 'an illustration for my story', {}],
    ['text-to-image', 'a fox for an instagram story', { shape: 'story' }],
    ['pictures-to-pdf', 'photos of a letter to one pdf', {}],
    ['video-converter', 'make a clip three times smaller', {}],
    ['video-converter', '视频两倍速播放', { speed: 2 }],
    ['video-converter', 'play it 2x', { speed: 2 }],
    ['photo-filter', '照片变黑白', { filterType: 'black-white' }],
    ['photo-filter', '高反差黑白', { filterType: 'noir' }],
    ['photo-filter', 'make my picture sepia', { filterType: 'sepia' }],
    // A word inside another word does not count.
    ['photo-filter', 'a filter for a refilming', {}],
    ['collage', '三张照片竖着拼成长图', { layout: 'column' }],
    ['collage', 'tomorrow, put photos side by side', { layout: 'row' }],
    ['collage', '拼成九宫格，3:4', { layout: 'grid', ratio: '3:4' }],
    ['mark-image', 'a tiled watermark', { tile: true }],
    ['mark-image', '水印放在左上角', { position: 'top-left' }],
    ['mark-image', 'my logo at the bottom right', { markType: 'image', position: 'bottom-right' }],
    ['mark-video', '视频加滚动字幕', { tab: 'subtitles', motion: 'scroll' }],
    ['mark-video', 'watermark in the center of a clip', { tab: 'mark', position: 'center' }],
    ['inpaint-video', 'remove the subtitles', { what: 'subtitles' }],
    ['pictures-to-pdf', 'A4 横向，不留白', { pageSize: 'a4', orientation: 'landscape', margin: 'none' }],
    ['pictures-to-pdf', 'letter size, upright', { pageSize: 'letter', orientation: 'portrait' }],
    ['video-to-text', 'an english talk', { language: 'en' }],
    ['video-to-text', '普通话录音', { language: 'zh' }],
    ['thumbnails', 'instagram story and facebook cover', { sizes: ['instagram-story', 'facebook-cover'] }],
    ['thumbnails', 'YouTube 视频封面，小于 2MB', { sizes: ['youtube-thumbnail'], maxKb: 2048 }],
    ['text-to-image', '画四张水墨画，手机壁纸', { style: 'ink', shape: 'story', count: 4 }],
    ['text-to-image', 'three pictures of a fox as pixel art, 16:9', { style: 'pixel', shape: 'wide', count: 3 }],
    ['ai-product', 'on black marble for amazon', { background: 'scene', scene: 'marble-black', size: 'amazon' }],
    ['ai-product', '放到海滩上，小红书用', { background: 'scene', scene: 'beach', size: 'douyin' }],
  ] as const)('%s: %s', (name, question, options) => {
    expect(readOptions(asksOf(name), question, readWish(question))).toEqual(options);
  });
});

describe('the answer', () => {
  const brand = { zh: '图匠', en: 'Pixwright' };
  const answer = async (prompt: string, prices: Prices) =>
    composeAnswer(index, await readTools(tools), { prompt, earlier: [], language: 'en' }, { brand, prices });
  const prices: Prices = new Map([
    ['cutout-image', { kind: 'use', amount: 1, isFixed: true }],
    ['up-scale', { kind: 'use', amount: 1, isFixed: false }],
    ['compress', { kind: 'none', isFixed: true }],
  ]);

  test.each([
    ['how much does background removal cost', '1 use of a membership, or 10 coins, for each run'],
    ['抠图多少钱', '每次 1 次使用次数，或 10 金币'],
    ['what does it cost to upscale one picture', '10 coins, at least'],
    ['is compressing photos free', 'is free'],
  ])('says what a tool costs: %s', async (prompt, price) => {
    expect((await answer(prompt, prices)).text).toContain(price);
  });

  test('where nothing is sold, a tool is free and no coin is mentioned', async () => {
    const { text } = await answer('how much does background removal cost', null);
    expect(text).toContain('is free');
    expect(text).not.toMatch(/coin|membership/i);
  });

  test.each([
    'colorize an old black and white photo',
    'make black and white photo color',
    '黑白照片上色',
    'compress pdf',
    '去马赛克',
  ])('names no tool for what none does: %s', async prompt => {
    const { text, proposals } = await answer(prompt, prices);
    expect(proposals).toEqual([]);
    expect(text).toMatch(/None of the tools here can do that|这里的工具做不到/);
  });

  test('black and white is a filter', async () => {
    const { proposals } = await answer('turn my photo black and white', prices);
    expect(proposals).toMatchObject([{ tool: 'photo-filter', options: { filterType: 'black-white' } }]);
  });

  test.each([
    ['passport photo for UK', 'uk-passport', 'UK passport (35 × 45 mm)'],
    ['visa photo for Japan', 'jp-visa', 'Japan visa (35 × 45 mm)'],
    ['I need an Australian passport picture', 'au-passport', 'Australia passport (35 × 45 mm)'],
    ['passport photo for Canada', 'ca-passport', 'Canada passport (50 × 70 mm)'],
    ['法国签证照片', 'schengen-visa', '申根签证（35 × 45 mm）'],
    ['韩国护照的证件照尺寸', 'kr-passport', '韩国护照（35 × 45 mm）'],
    ['singapore visa photo', 'sg-passport', 'Singapore passport and visa (35 × 45 mm)'],
  ])('opens the size of a country: %s', async (prompt, size, told) => {
    const { text, proposals } = await answer(prompt, prices);
    expect(proposals).toMatchObject([{ tool: 'certified', options: { size } }]);
    expect(text).toContain(told);
  });
});
