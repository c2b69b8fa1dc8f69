// The illustrator's understanding: sixty prompts in both languages and what each must show. Parsed and composed, not painted.

import { styleIds } from 'contract/drawing.ts';
import { mulberry32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { chooseScenes, composeScene } from './compose.ts';
import { findIcon } from './icons.ts';
import { readPrompt } from './read-prompt.ts';
import { paintScene } from './styles/paint-scene.ts';
import { findMissing, sixtyPrompts } from './test-prompts.ts';
import { vocabulary } from './vocabulary.ts';

test('at least 54 of sixty prompts show everything they name, and none misses more than two things', () => {
  const faults = sixtyPrompts.map(({ prompt, shows }, i) => ({ prompt, missing: findMissing(prompt, shows, i) }));
  const failed = faults.filter(({ missing }) => missing.length > 0);
  expect(
    failed.length,
    failed.map(({ prompt, missing }) => `${prompt}: ${missing.join(', ')}`).join('\n'),
  ).toBeLessThanOrEqual(6);
  expect(failed.filter(({ missing }) => missing.length > 2)).toEqual([]);
});

test('each thing of the vocabulary has a drawing', () => {
  const things = [...vocabulary.zh.values(), ...vocabulary.en.values()]
    .flat()
    .flatMap(meaning => (meaning.kind === 'thing' ? [meaning.thing.icon] : []));
  expect([...new Set(things)].filter(icon => !findIcon(icon))).toEqual([]);
});

const read = (prompt: string, negative = '') => {
  const wish = readPrompt(prompt, negative);
  const name = (i: number) => wish.things[i]!.thing.icon;
  return {
    ...wish,
    things: wish.things.map(({ thing, count, colour, relations }) => ({
      icon: thing.icon,
      count,
      colour,
      relations: relations.map(({ kind, to }) => `${kind} ${name(to)}`),
    })),
  };
};
const thing = (icon: string, more: object = {}) => ({ icon, count: 1, colour: undefined, relations: [], ...more });

test('relations are read in both word orders', () => {
  expect(read('猫在桌子上').things).toEqual([thing('cat', { relations: ['on table'] }), thing('table')]);
  expect(read('桌子上的猫').things).toEqual([thing('table'), thing('cat', { relations: ['on table'] })]);
  expect(read('a cat on a table').things).toEqual([thing('cat', { relations: ['on table'] }), thing('table')]);
  expect(read('on the table there are two cats').things[1]).toEqual(
    thing('cat', { count: 2, relations: ['on table'] }),
  );
  expect(read('戴着红帽子的猫').things[1]?.relations).toEqual(['wear womans-hat']);
  expect(read('a bear in front of a house').things[0]?.relations).toEqual(['front house']);
});

test('numbers, colours and groups of things are read', () => {
  expect(read('三只白兔和两只狗').things).toMatchObject([
    { icon: 'rabbit', count: 3 },
    { icon: 'dog', count: 2 },
  ]);
  expect(read('an orange cat and an orange').things).toMatchObject([
    { icon: 'cat', colour: '#f58a1f' },
    { icon: 'tangerine', colour: undefined },
  ]);
  expect(read('a cat and a dog under a tree').things.map(({ relations }) => relations)).toEqual([
    ['under deciduous-tree'],
    ['under deciduous-tree'],
    [],
  ]);
});

test('small things in one list, and a cup beside a cat that sits on a table, are all on the table', () => {
  const onTable = (prompt: string) =>
    read(prompt).things.flatMap(({ icon, relations }) => (relations.includes('on table') ? [icon] : []));
  expect(onTable('Three apples, grapes and a vase on a table')).toEqual(['red-apple', 'grapes', 'vase']);
  expect(onTable('a cat sitting on a table by the window, next to a cup of coffee')).toEqual(['cat', 'hot-beverage']);
  expect(onTable('一只猫坐在窗边的桌子上，旁边有一杯咖啡')).toEqual(['cat', 'hot-beverage']);
  expect(onTable('a house, a tree and a bird on a table')).not.toContain('house');
});

test('unknown words are reported, and a single character of one is not mistaken for a thing', () => {
  expect(read('一只猫在吃火锅')).toMatchObject({ unknown: ['火锅'], things: [{ icon: 'cat' }] });
  expect(read('a cat and a zeppelin').unknown).toEqual(['zeppelin']);
});

test('a negative prompt removes things, scenes and weather', () => {
  const wish = read('a cat and a dog on the beach, rain', 'dog, rain');
  expect(wish.things.map(({ icon }) => icon)).toEqual(['cat']);
  expect(wish.weather).toBeUndefined();
});

test('a negative prompt removes time, season and mood', () => {
  const said = 'a cat at night in winter, dreamy';
  expect(read(said)).toMatchObject({ time: 'night', season: 'winter', mood: 'dreamy' });
  const { time, season, mood } = read(said, 'night, winter, dreamy');
  expect([time, season, mood]).toEqual([undefined, undefined, undefined]);
  expect(read(said, 'summer, sunset, festive')).toMatchObject({ time: 'night', season: 'winter', mood: 'dreamy' });
});

test('the same seed composes the same picture, and another seed a different one', () => {
  const wish = readPrompt('a girl with a dog under a cherry tree by a lake');
  const compose = (seed: number) => composeScene(wish, { width: 4, height: 3, seed });
  const boxes = (seed: number) => compose(seed).placed.map(({ box }) => [Math.round(box.x), Math.round(box.y)]);
  expect(boxes(5)).toEqual(boxes(5));
  expect(boxes(5)).not.toEqual(boxes(6));
});

test('each style paints different pixels', async () => {
  const scene = composeScene(readPrompt('a red house and a tree'), { width: 1, height: 1, seed: 4 });
  const size = { width: 96, height: 96 };
  const seen = new Set<string>();
  for (const style of styleIds) {
    const { data } = await paintScene(scene, style, size, 3);
    expect(data.length).toBe(96 * 96 * 3);
    expect(new Set(data).size, style).toBeGreaterThan(12);
    seen.add(Buffer.from(data).toString('base64'));
  }
  expect(seen.size).toBe(styleIds.length);
});

test('a prompt without a place gets the usual place of its things', () => {
  const scenesOf = (prompt: string) => chooseScenes(readPrompt(prompt), mulberry32(1))[0];
  expect(scenesOf('a shark')).toBe('underwater');
  expect(scenesOf('一盏台灯和一张沙发')).toBe('room');
  expect(scenesOf('two camels')).toBe('desert');
  expect(scenesOf('三个苹果')).toBe('table');
});
