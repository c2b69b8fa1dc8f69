// Tests finding tools by what users type.
import type { Language } from 'contract/words.ts';
import { tools as contracts } from 'tools/index.ts';
import { expect, test } from 'vitest';
import { collectSearchWords, collectTileWords } from '../../build/catalogue-plugin.ts';
import { searchTools } from './search-tools.ts';

const tools = [
  { name: 'gif', title: 'GIF 制作', blurb: '多张图片合成', keywords: '动图 animation webp' },
  { name: 'image-converter', title: '图片格式转换', blurb: 'JPG、WebP 互转', keywords: '压缩 compress' },
];
const find = (query: string) => searchTools(tools, query).map(tool => tool.name);

test('an empty query returns all tools in order', () => {
  expect(find('  ')).toEqual(['gif', 'image-converter']);
});

test('finds English and Chinese words in any case and width', () => {
  expect(find('COMPRESS')).toEqual(['image-converter']);
  expect(find('动图')).toEqual(['gif']);
  expect(find('ｇｉｆ')).toEqual(['gif']);
});

test('every word must occur, and matches in the title come first', () => {
  expect(find('webp 压缩')).toEqual(['image-converter']);
  expect(find('图片')).toEqual(['image-converter', 'gif']);
  expect(find('视频')).toEqual([]);
  expect(find('xyzzy')).toEqual([]);
  expect(find('？？')).toEqual([]);
});

const names = new Set(contracts.map(({ name }) => name));

test.each(['zh', 'en'] as Language[])('finds the intended tool on the page in %s', async language => {
  const [words, searchWords] = await Promise.all([collectTileWords(language), collectSearchWords()]);
  const all = contracts.map(({ name }) => ({ name, ...words[name]!, keywords: searchWords[name]! }));
  const first = (query: string) => searchTools(all, query)[0]?.name;
  expect({
    'remove bg': first('remove bg'),
    'webp to jpg': first('webp to jpg'),
    watremark: ['inpaint-image', 'mark-image'].includes(first('watremark') ?? ''),
    去除水印: first('去除水印'),
    heic转jpg: first('heic转jpg'),
    修图: first('修图') !== undefined,
    'passport photo': first('passport photo'),
    证件照换底色: first('证件照换底色'),
    'make picture clearer': first('make picture clearer'),
    图片文字提取: first('图片文字提取'),
    拼图: first('拼图'),
    长图拼接: first('长图拼接'),
    九宫格: first('九宫格'),
    'combine photos': first('combine photos'),
  }).toEqual({
    'remove bg': 'cutout-image',
    'webp to jpg': 'image-converter',
    watremark: true,
    去除水印: 'inpaint-image',
    heic转jpg: 'image-converter',
    修图: true,
    'passport photo': 'certified',
    证件照换底色: 'certified',
    'make picture clearer': 'quality',
    图片文字提取: 'image-to-text',
    拼图: 'collage',
    长图拼接: 'collage',
    九宫格: 'collage',
    'combine photos': 'collage',
  });
  // Separate tools do this if the catalogue has them.
  const compress = ['compress', 'compress-image', 'image-compress'].find(name => names.has(name)) ?? 'image-converter';
  expect(first('图片压缩')).toBe(compress);
  expect(first('改尺寸')).toBeDefined();
});

test.each(['zh', 'en'] as Language[])(
  'finds what people ask for in their own words, on the page in %s',
  async language => {
    const [words, searchWords] = await Promise.all([collectTileWords(language), collectSearchWords()]);
    const all = contracts.map(({ name }) => ({ name, ...words[name]!, keywords: searchWords[name]! }));
    const found = (query: string) => searchTools(all, query).map(({ name }) => name);
    const wanted: Record<string, string> = {
      'compress to 100kb': 'compress',
      'compress image to 50 kb': 'compress',
      压缩到200k: 'compress',
      压缩到100KB以内: 'compress',
      'magic eraser': 'inpaint-image',
      'object remover': 'inpaint-image',
      'old photo': 'quality',
      老照片修复: 'quality',
      旧照片: 'quality',
      'noise reduction': 'denoise',
      噪点: 'denoise',
      'blur face': 'image-editor',
      给人脸打码: 'image-editor',
      exif: 'compress',
      'remove location': 'compress',
      删除定位: 'compress',
      'resize 1920x1080': 'resize',
      '2寸照片': 'certified',
      职业照: 'certified',
      'slow motion': 'video-converter',
      '4k': 'up-scale',
    };
    expect(Object.entries(wanted).filter(([query, tool]) => !found(query).includes(tool))).toEqual([]);
    const impossible = [
      'colorize',
      'compress pdf',
      '压缩pdf',
      '去码',
      '去马赛克',
      '黑白照片上色',
      'face swap',
      'pdf转word',
    ];
    expect(impossible.filter(query => found(query).length > 0)).toEqual([]);
    // A word that every photo tool shares does not find one by itself.
    expect(found('旧照片')).not.toContain('collage');
  },
);
