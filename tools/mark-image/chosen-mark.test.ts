// Which mark is selected, and whether its text is to be typed next.
import { expect, test } from 'vitest';
import { chooseMark, isNewMark } from './chosen-mark.ts';

test('an added mark is new until another one is selected, and does not become new again', () => {
  chooseMark('first');
  chooseMark('added', true);
  expect([isNewMark('added'), isNewMark('first')]).toEqual([true, false]);
  chooseMark('first');
  chooseMark('added');
  expect([isNewMark('added'), isNewMark('first')]).toEqual([false, false]);
});
