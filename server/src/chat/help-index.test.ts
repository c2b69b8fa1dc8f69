// Whether the assistant names the right tool for realistic questions, and reads their options.
import { tools } from 'tools/index.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { readTools } from '../content/read-tools.ts';
import { languageOfQuestion } from './compose-answer.ts';
import { type HelpIndex, openHelpIndex } from './help-index.ts';
import { readOptions, readWish } from './read-wish.ts';
import { splitWords } from './split-words.ts';
import { chineseQuestions, englishQuestions, seenLaterQuestions, unseenQuestions } from './test-questions.ts';

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
  (_which, questions, leastFirst, leastNamed) => {
    const named = questions.map(([question, tool]) => {
      const found = index
        .findSubject(question, readWish(question), languageOfQuestion(question, 'zh'))
        .tools.slice(0, 3);
      return { question, place: found.findIndex(({ known }) => known.tool.name === tool) };
    });
    expect(named.filter(({ place }) => place === 0).length, JSON.stringify(named)).toBeGreaterThanOrEqual(leastFirst);
    expect(named.filter(({ place }) => place >= 0).length).toBeGreaterThanOrEqual(leastNamed);
  },
);

test('words of both languages are split', () => {
  expect(splitWords('怎么把图片压缩到 200KB？')).toEqual(['200kb', '图片', '片压', '压缩', '缩到']);
  expect(splitWords('How do I remove backgrounds from my photos?')).toEqual(['remov', 'background', 'image']);
});

describe('options are read from a question', () => {
  const asksOf = (name: string) => tools.find(tool => tool.name === name)!.asks!;
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
  ] as const)('%s: %s', (name, question, options) => {
    expect(readOptions(asksOf(name), question, readWish(question))).toEqual(options);
  });
});
