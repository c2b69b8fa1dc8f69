// Spaces and look-alike punctuation in a line that was read.
import { describe, expect, it } from 'vitest';
import { joinPieces, writeLine } from './spaces.ts';
import type { ReadCharacter } from './text-reader.ts';

const advance = 24;

/** Draws letters as dark bars 20 columns wide; `_` leaves a wide gap, `likely` is the network's probability of a space before a character. */
function write(text: string, likely: Readonly<Record<number, number>> = {}): string {
  const width = (text.length + 1) * advance;
  const data = new Uint8Array(width * 48 * 3).fill(255);
  const read: ReadCharacter[] = [];
  for (const [i, character] of [...text].entries()) {
    if (character === '_') continue;
    const from = i * advance + 2;
    for (let y = 8; y < 40; y++) data.fill(0, (y * width + from) * 3, (y * width + from + 20) * 3);
    read.push({ character, score: 1, from, to: from + 20, spaceBefore: likely[i] ?? 0 });
  }
  return writeLine({ data, width, height: 48 }, read);
}

describe('a space', () => {
  it('between letters follows the network, even at a low probability', () => {
    expect(write('goto', { 2: 0.15 })).toBe('go to');
    expect(write('goto', { 2: 0.001 })).toBe('goto');
  });

  it('of very low probability needs a gap', () => {
    expect(write('go_to', { 3: 0.008 })).toBe('go to');
    expect(write('goto', { 2: 0.008 })).toBe('goto');
  });

  it('between Chinese characters and letters needs a gap or a high probability', () => {
    expect(write('用_Mac', { 2: 0.004 })).toBe('用 Mac');
    expect(write('用Mac', { 1: 0.1 })).toBe('用Mac');
  });

  it('between Chinese characters needs no high probability where the gap is wide', () => {
    expect(write('注意_查收', { 3: 0.0001 })).toBe('注意 查收');
    expect(write('注意查收', { 2: 0.01 })).toBe('注意查收');
  });

  it('is never written beside Chinese punctuation, nor before a comma', () => {
    expect(write('好，A', { 2: 0.9 })).toBe('好，A');
    expect(write('a,b', { 1: 0.3 })).toBe('a,b');
  });
});

describe('punctuation', () => {
  it('becomes that of the surrounding script', () => {
    expect(write('好,坏')).toBe('好，坏');
    expect(write('价格1,000元')).toBe('价格1,000元');
    expect(write('a，b')).toBe('a,b');
    expect(write('在14：30')).toBe('在14:30');
  });
});

it('pieces are joined with a space unless both meet in Chinese', () => {
  expect(joinPieces('one', 'two')).toBe('one two');
  expect(joinPieces('一', '二')).toBe('一二');
  expect(joinPieces('一，', 'two')).toBe('一，two');
  expect(joinPieces('', 'two')).toBe('two');
});
