// Links in text pasted from apps, directly adjacent to words, emoji and Chinese punctuation.
import { expect, test } from 'vitest';
import { findLinks } from './find-links.ts';

test.each([
  ['https://example.org/a.mp4', 'https://example.org/a.mp4'],
  ['  HTTP://Example.org/A  ', 'HTTP://Example.org/A'],
  [
    '7.43 复制打开抖音，看看【小王的作品】今天的日落🌇 https://v.douyin.com/iRNBho5m/ Jvs:/ 02/14 m@D.Hv',
    'https://v.douyin.com/iRNBho5m/',
  ],
  [
    '12 小李发布了一篇小红书笔记，快来看吧！😆 aBcDeF 😆 http://xhslink.com/a/Zk3，复制本条信息，打开【小红书】App查看精彩内容！',
    'http://xhslink.com/a/Zk3',
  ],
  ['【一口气看完-哔哩哔哩】https://b23.tv/abc123', 'https://b23.tv/abc123'],
  ['看这个（https://example.org/v/1）。', 'https://example.org/v/1'],
  ['看这个：https://example.org/v/1。谢谢', 'https://example.org/v/1'],
  ['https://v.kuaishou.com/abc复制此消息，打开快手', 'https://v.kuaishou.com/abc'],
  ['“https://example.org/v?id=1&t=2”', 'https://example.org/v?id=1&t=2'],
  ['See https://example.org/wiki/A_(film), it is good.', 'https://example.org/wiki/A_(film)'],
  ['(https://example.org/a)', 'https://example.org/a'],
  ['<a href="https://example.org/a">', 'https://example.org/a'],
  ['https://example.org/图片/一.png', 'https://example.org/图片/一.png'],
  ['看 https://例子.中国/视频/1 很好', 'https://例子.中国/视频/1'],
  ['https://пример.испытание/a', 'https://пример.испытание/a'],
  ['https://example.org/v/1!!!', 'https://example.org/v/1'],
  ['👉https://example.org/v/1👈', 'https://example.org/v/1'],
])('finds the link in %j', (text, link) => {
  expect(findLinks(text)).toEqual([link]);
});

test.each(['', 'no link', 'ftp://example.org/a', 'example.org/a', 'https://', 'https://。', 'javascript:alert(1)'])(
  'finds no link in %j',
  text => {
    expect(findLinks(text)).toEqual([]);
  },
);

test('several links in order, without duplicates, up to the limit', () => {
  const text = 'https://a.example/1 和 https://a.example/2\nhttps://a.example/1\nhttps://a.example/3';
  expect(findLinks(text, 10)).toEqual(['https://a.example/1', 'https://a.example/2', 'https://a.example/3']);
  expect(findLinks(text, 2)).toHaveLength(2);
});

test('a text of one megabyte is scanned only once', () => {
  expect(findLinks('https://'.repeat(130_000), 5)).toEqual([]);
  expect(findLinks(`${'图'.repeat(500_000)}https://a.example/1${'图'.repeat(500_000)}`, 5)).toEqual([
    'https://a.example/1',
  ]);
});

test('an address that no server would accept is not a link', () => {
  expect(findLinks(`https://a.example/${'a'.repeat(5000)} https://a.example/2`)).toEqual(['https://a.example/2']);
});

test('half a million trailing brackets and dots are removed in one pass', () => {
  for (const tail of [')', ').', '.].', '?!'])
    expect(findLinks(`http://a.example/1${tail.repeat(250_000)}`)).toEqual(['http://a.example/1']);
  expect(findLinks(`http://a.example/1${'.'.repeat(500_000)}x`)).toEqual([]);
});
