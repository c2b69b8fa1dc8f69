// What a child says about an unfinished drawing counts for an open question of its run alone, and one that is stuck gets no second picture.
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { UnfinishedPictures } from './unfinished-pictures.ts';

const picture = '/9j/4AAQ';
const open = (question: number) => {
  const pipe = new PassThrough();
  const unfinished = new UnfinishedPictures(pipe);
  unfinished.open(question);
  return { unfinished, sent: () => String(pipe.read() ?? '') };
};

test('a picture of a closed question, or of an earlier run in the same child, is not shown', () => {
  const { unfinished } = open(2);
  const say = (question: number) => unfinished.hear({ kind: 'preview', question, picture });
  expect([say(1), say(2), say(3)]).toEqual([undefined, picture, undefined]);
  unfinished.close(2);
  expect(say(2)).toBeUndefined();
});

test('the next picture is sent once the child has answered for the last one', () => {
  const { unfinished, sent } = open(5);
  const send = (bytes: string) => unfinished.send(5, Buffer.from(bytes));
  send('a');
  send('b');
  expect(sent()).toBe(`{"kind":"unfinished","question":5,"picture":"YQ=="}\n`);
  unfinished.hear({ kind: 'preview', question: 5 });
  send('c');
  expect(sent()).toBe(`{"kind":"unfinished","question":5,"picture":"Yw=="}\n`);
  unfinished.close(5);
  send('d');
  expect(sent()).toBe('');
});
