// Choosing between two readings of a character of traditional Chinese. The scores are of rendered pages.
import { describe, expect, it } from 'vitest';
import { openTextReader } from './models.ts';
import { chooseCharacter } from './traditional.ts';

const { alphabet } = await openTextReader();
const at = (character: string, score: number) => ({ character, score, from: 0, to: 8, spaceBefore: 0 });
const choose = (own: readonly [string, number] | undefined, other: readonly [string, number] | undefined) =>
  chooseCharacter([own && at(...own), other && at(...other)], alphabet)?.character;

describe('of two readings', () => {
  it('the network’s is taken where it knows both characters and chose the traditional one', () => {
    expect(choose(['徹', 0.78], ['微', 0.84])).toBe('徹');
    expect(choose(['徹', 0.85], ['微', 0.9])).toBe('徹');
  });

  it('Tesseract’s is taken where the network does not know its character, or is less sure', () => {
    expect(alphabet.has('緊')).toBe(false);
    expect(choose(['繁', 0.52], ['緊', 0.92])).toBe('緊');
    expect(choose(['頂', 0.4], ['項', 0.93])).toBe('項');
  });

  it('Tesseract’s is taken of two characters that the network reads as one', () => {
    expect(alphabet.has('遊')).toBe(false);
    expect(choose(['游', 1], ['遊', 0.4])).toBe('遊');
    expect(choose(['游', 1], ['遊', 0.1])).toBe('游');
    // A pair of which it knows both.
    expect(alphabet.has('裡')).toBe(true);
    expect(choose(['里', 0.99], ['裡', 0.4])).toBe('里');
  });

  it('a simplified character is never taken', () => {
    expect(choose(['传', 0.99], ['傳', 0.5])).toBe('傳');
  });

  it('a score of Tesseract that is next to nothing loses against a weak one of the network', () => {
    expect(choose(['霄', 0.45], ['笛', 0])).toBe('霄');
    expect(choose(['霄', 0.244], ['震', 0])).toBe('霄');
  });

  it('a sign is not taken for a character, and does not appear from nowhere', () => {
    expect(choose(['一', 0.56], ['~', 0.81])).toBe('一');
    expect(choose(undefined, ['-', 0.9])).toBeUndefined();
    expect(choose(undefined, ['擇', 0.9])).toBe('擇');
  });
});
