// The examples cover every subject, and are enough to tell subjects apart.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { tools } from 'tools/index.ts';
import { beforeAll, expect, test } from 'vitest';
import { listFeatures } from './features.ts';
import { type Classify, learnExamples } from './learn-examples.ts';
import { topicSubject } from './share-out.ts';
import { topics } from './topics.ts';

let classify: Classify;
beforeAll(async () => {
  classify = await learnExamples();
});

test('there are examples for every tool, every topic, `nothing` and `cannot`, and for no other subject', () => {
  const files = readdirSync(path.join(import.meta.dirname, 'examples')).map(file => path.basename(file, '.txt'));
  const subjects = [...tools.map(({ name }) => name), ...topics.map(topicSubject), 'nothing', 'cannot'];
  expect(files.sort()).toEqual(subjects.sort());
});

test.each([
  ['erase the lamp post from my wedding photo', 'inpaint-image'],
  ['點樣將相轉做PDF', 'pictures-to-pdf'],
  ['给照片里的车牌打个马赛克', 'image-editor'],
  ['two videos into one', 'cannot'],
  ['帮我写一首关于春天的诗', 'nothing'],
  ['will my coins run out', 'site-membership'],
  ['is there anything to install', 'site-apps'],
] as const)('%s: %s', (question, subject) => {
  const odds = [...classify(question)];
  expect(odds.toSorted((a, b) => b[1] - a[1])[0]?.[0]).toBe(subject);
  expect(odds.reduce((sum, [, odd]) => sum + odd, 0)).toBeCloseTo(1, 3);
});

test('features disregard how a request begins, inflections, and which number is meant', () => {
  expect(listFeatures('How do I crop photos?')).toEqual(listFeatures('please crop photo'));
  expect(listFeatures('帮我压缩到 200 KB')).toEqual(listFeatures('压缩到50k'));
  expect(listFeatures('mov 转 mp4')).toContain('to:video');
});

test('only the beginning of a long question is read, because numbers of thousands of digits would take seconds', () => {
  expect(listFeatures(`crop a photo ${'1'.repeat(700)} and convert it`)).not.toContain('convert');
});
