// Tests that files are sorted as users expect.
import { expect, test } from 'vitest';
import { sortByName } from './sort-by-name.ts';

const sort = (names: readonly string[], language: 'zh' | 'en' = 'en') =>
  sortByName(
    names.map((name, index) => ({ id: String(index), name })),
    language,
  ).map(id => names[Number(id)]);

test('numbers are sorted by value, and capitals do not come first', () => {
  expect(sort(['IMG_10.jpg', 'img_2.jpg', 'IMG_1.jpg', 'Zoo.png', 'apple.png'])).toEqual([
    'apple.png',
    'IMG_1.jpg',
    'img_2.jpg',
    'IMG_10.jpg',
    'Zoo.png',
  ]);
});

test('Chinese names are sorted by pronunciation', () => {
  expect(sort(['张三.png', '阿明.png', '李四.png', '第10页.png', '第2页.png'], 'zh')).toEqual([
    '阿明.png',
    '第2页.png',
    '第10页.png',
    '李四.png',
    '张三.png',
  ]);
});

test('equal names keep their original order', () => {
  const items = ['b', 'a', 'b', 'a'].map((name, index) => ({ id: `${name}${index}`, name }));
  expect(sortByName(items, 'en')).toEqual(['a1', 'a3', 'b0', 'b2']);
});
