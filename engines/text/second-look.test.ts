// Which words of a later reading replace doubtful ones. The readings are of rendered pages.
import { expect, it } from 'vitest';
import { openTextReader } from './models.ts';
import { replaceDoubtful } from './second-look.ts';

const { alphabet } = await openTextReader();

/** Words side by side, 40 columns a character. */
function words(...given: readonly (readonly [text: string, score: number])[]) {
  let at = 0;
  return given.map(([text, score]) => {
    const from = at;
    at += 40 * text.length;
    return { text, score, from, to: at };
  });
}

const replaced = (first: ReturnType<typeof words>, later: ReturnType<typeof words>) =>
  replaceDoubtful(first, later, alphabet).map(({ text }) => text);

it('a word of the dictionary replaces doubtful characters', () => {
  const first = words(['賂', 0.5], ['風', 0], ['來', 0.93], ['襲', 0.92]);
  expect(replaced(first, words(['颱風', 0.66], ['來', 0.93], ['襲', 0.9]))).toEqual(['颱風', '來', '襲']);
});

it('a weak word, a single character, and a word with more characters do not', () => {
  const first = words(['賂', 0.5], ['風', 0]);
  for (const [text, score] of [
    ['颱風', 0.4],
    ['颱', 0.9],
    ['颱風來', 0.9],
  ] as const)
    expect(replaced(first, words([text, score]))).toEqual(['賂', '風']);
});

it('what was read surely stays', () => {
  const first = words(['周', 0.93], ['風', 0.9]);
  expect(replaced(first, words(['颱風', 0.9]))).toEqual(['周', '風']);
});

it('a character that the network knows and did not read is not brought in', () => {
  expect(alphabet.has('天')).toBe(true);
  const first = words(['徹', 0.8], ['雲', 0.9], ['笛', 0]);
  expect(replaced(first, words(['徹', 0.8], ['雲天', 0.47]))).toEqual(['徹', '雲', '笛']);
});
