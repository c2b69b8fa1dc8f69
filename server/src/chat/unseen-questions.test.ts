// How often the assistant gives a right answer to sets of questions, most of which were not used for tuning it.
import { beforeAll, expect, test } from 'vitest';
import { openAssistantOfHelp } from '../../testing/assistant.ts';
import { firstEveryday, secondEveryday } from '../../testing/questions/everyday-questions.ts';
import { fourthEveryday, thirdEveryday } from '../../testing/questions/later-everyday-questions.ts';
import {
  evaluationQuestions,
  heldOutQuestions,
  secondQuestions,
  thirdQuestions,
  tuningQuestions,
} from '../../testing/questions/unseen-questions.ts';

let assistant: Awaited<ReturnType<typeof openAssistantOfHelp>>;
beforeAll(async () => {
  assistant = await openAssistantOfHelp();
});

test.each([
  ['the tuning questions', tuningQuestions, 56, 55],
  ['the held-out questions', heldOutQuestions, 56, 54],
  ['the second set', secondQuestions, 40, 39],
  ['the third set', thirdQuestions, 40, 38],
  ['the evaluation set', evaluationQuestions, 30, 27],
  ['the first everyday questions', firstEveryday, 150, 146],
  ['the second everyday questions', secondEveryday, 100, 98],
  ['the third everyday questions', thirdEveryday, 120, 116],
  ['the fourth everyday questions', fourthEveryday, 80, 77],
] as const)('of %s, most get a right answer', (_which, questions, count, minFirst) => {
  expect(questions).toHaveLength(count);
  const { first, among, wrong } = assistant.count(questions);
  expect(first, JSON.stringify(wrong, null, 1)).toBeGreaterThanOrEqual(minFirst);
  expect(among, JSON.stringify(wrong, null, 1)).toBeGreaterThanOrEqual(Math.min(count, minFirst + 1));
});

test.each([
  ['my pic is too big to email', 'compress'],
  ['my phtoos are to large for the web site, copmress them', 'compress'],
  ['backgorund remover', 'cutoutImage'],
  ['照片的水映怎么去掉', 'inpaintImage'],
  ['这个视屏怎么转文字', 'videoToText'],
  ['圖片壓縮', 'compress'],
  ['heic to jpg', 'imageConverter'],
  ['I want it without the background', 'cutoutImage'],
  ['the licence plate in my video should not be readable', 'inpaintVideo'],
  ['blur the licence plate on this photo', 'imageEditor'],
])('typos, traditional characters, negation and kinds of files are understood: %s', (question, tool) => {
  expect(assistant.nameIn(question)[0]).toBe(tool);
});

test.each([
  ['tell me a joke'],
  ['who won the world cup'],
  ['明天上海会下雨吗'],
  ['推荐一部电影'],
  ['merge two videos'],
  ['把人声和伴奏分开'],
])('%s: the answer says that nothing fits, and links to the help', question => {
  const { text, proposals } = assistant.answer(question);
  expect(proposals).toEqual([]);
  expect(text).toMatch(/没有找到|didn’t find|做不到|None of the tools/);
  expect(text).toContain('(/#/help)');
});

test.each([
  [['remove the watermark from a photo'], 'and for video?', 'inpaintVideo'],
  [['把照片里的水印去掉'], '视频呢', 'inpaintVideo'],
  [['怎么压缩图片'], '那视频呢？', 'videoConverter'],
  [['convert a heic to png'], 'and to webp?', 'imageConverter'],
  [['compress a photo', 'and for video?'], 'and for pictures?', 'compress'],
  [['add a watermark to my pictures'], 'what about a clip', 'markVideo'],
  [['remove the watermark from a photo'], 'and how do I crop it?', 'crop'],
  [['remove the watermark from a photo'], 'is it free?', 'faq'],
] as const)('after %j, “%s” is about %s', (earlier, question, named) => {
  expect(assistant.nameIn(question, earlier)[0]).toBe(named);
});

test('only the beginning of an earlier question counts', () => {
  const story = `remove the watermark from a photo ${'1'.repeat(700)} or a pdf`;
  expect(assistant.nameIn('and for video?', [story])[0]).toBe('inpaintVideo');
  expect(assistant.answer('and now?', [`${'1'.repeat(700)} remove the watermark`]).proposals).toEqual([]);
});

test('options are named in words that people use', () => {
  expect(assistant.answer('crop a photo to 16:9').text).toContain('It opens with this set: 16:9.');
  expect(assistant.answer('crop a photo in its original ratio').text).not.toContain('It opens with this set');
});

test('when several tools fit equally well, each has its line and the answer asks which one', () => {
  const { text, proposals } = assistant.answer('remove a logo');
  // Both sets of examples contain the question itself, so either may come first.
  expect(proposals.map(({ tool }) => tool).sort()).toEqual(['inpaint-image', 'inpaint-video']);
  expect(text.match(/^- \*\*\[/gm)).toHaveLength(2);
  expect(text).toMatch(/Which one is it\?/);
});

test('where nothing is sold, no answer links to pages about money', async () => {
  const free = await openAssistantOfHelp({ MEMBERSHIP: 'off' });
  for (const question of ['I want a refund', '会员有什么好处', 'paid but nothing arrived'])
    expect(free.answer(question).text).not.toMatch(/refund|privilege|退款/);
});
