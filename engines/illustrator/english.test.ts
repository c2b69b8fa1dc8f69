// Prompts in English by the illustrator's own vocabulary.
import { expect, test } from 'vitest';
import { hasChinese, marksOf, toEnglish } from './english.ts';

const said: readonly (readonly [string, string])[] = [
  ['一只红色的小狗', 'red puppy'],
  [
    '小女孩拿着红气球站在樱花树下，旁边有一只小狗',
    'little girl, holding red balloon, standing, under the cherry tree, puppy',
  ],
  ['桌子上的猫', 'on the table, cat'],
  ['三只黑猫和许多花', 'three black cat, many flower'],
  ['夜晚的城市，霓虹灯，赛博朋克', 'night, city, neon, cyberpunk'],
  ['美丽的中国山水画', 'beautiful Chinese landscape painting'],
  ['窗边的猫, Oil paint style', 'beside the window, cat, Oil paint style'],
];

test.each(said)('%s', (prompt, english) => {
  expect(toEnglish(prompt)).toEqual({ text: english, unknown: [] });
});

test('English, weights and marks stay as written', () => {
  for (const prompt of ['A Cat in the garden!, 4k', '(masterpiece:1.2), [rain], <lora:水墨:0.8>']) {
    expect(toEnglish(prompt)).toEqual({ text: prompt, unknown: [] });
    expect(hasChinese(prompt)).toBe(false);
  }
  const mixed = '(masterpiece:1.2), 一只(猫:1.3) <lora:水墨:0.8> 坐在窗边';
  expect(toEnglish(mixed).text).toBe('(masterpiece:1.2), (cat:1.3) <lora:水墨:0.8> sitting, beside the window');
  expect([hasChinese(mixed), marksOf(mixed)]).toEqual([true, ['<lora:水墨:0.8>']]);
});

test('words that are not known stay as written and are named once', () => {
  expect(toEnglish('火锅里的龙，旁边是火锅')).toEqual({ text: '火锅 dragon, 火锅', unknown: ['火锅'] });
});
