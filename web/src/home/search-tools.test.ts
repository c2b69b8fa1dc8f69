// Finding tools by words of either language.
import { expect, test } from 'vitest';
import { searchTools } from './search-tools.ts';

const tools = [
  { name: 'gif', title: 'GIF 制作', blurb: '多张图片合成', keywords: '动图 animation webp' },
  { name: 'image-converter', title: '图片格式转换', blurb: 'JPG、WebP 互转', keywords: '压缩 compress' },
];
const find = (query: string) => searchTools(tools, query).map(tool => tool.name);

test('an empty query keeps all, in order', () => {
  expect(find('  ')).toEqual(['gif', 'image-converter']);
});

test('English and Chinese, any case, full width too', () => {
  expect(find('COMPRESS')).toEqual(['image-converter']);
  expect(find('动图')).toEqual(['gif']);
  expect(find('ｇｉｆ')).toEqual(['gif']);
});

test('every word must be there, hits in the title come first', () => {
  expect(find('webp 压缩')).toEqual(['image-converter']);
  expect(find('图片')).toEqual(['image-converter', 'gif']);
  expect(find('视频')).toEqual([]);
});
