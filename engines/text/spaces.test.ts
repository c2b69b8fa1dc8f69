// Spaces and look-alike punctuation in a line that was read.
import { describe, expect, it } from 'vitest';
import { joinPieces, writeLine } from './spaces.ts';
import type { ReadCharacter } from './text-reader.ts';

const advance = 24;

/** Draws letters as dark bars 20 columns wide; `~` leaves a wide gap, `likely` is the network's probability of a space before a character. */
function write(text: string, likely: Readonly<Record<number, number>> = {}): string {
  const width = (text.length + 1) * advance;
  const data = new Uint8Array(width * 48 * 3).fill(255);
  const read: ReadCharacter[] = [];
  for (const [i, character] of [...text].entries()) {
    if (character === '~') continue;
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
    expect(write('go~to', { 3: 0.008 })).toBe('go to');
    expect(write('goto', { 2: 0.008 })).toBe('goto');
  });

  it('between Chinese characters and letters needs a gap or a high probability', () => {
    expect(write('用~Mac', { 2: 0.004 })).toBe('用 Mac');
    expect(write('用Mac', { 1: 0.1 })).toBe('用Mac');
  });

  it('between Chinese characters needs no high probability where the gap is wide', () => {
    expect(write('注意~查收', { 3: 0.0001 })).toBe('注意 查收');
    expect(write('注意查收', { 2: 0.01 })).toBe('注意查收');
  });

  it('is never written beside Chinese punctuation, nor before a comma', () => {
    expect(write('好，A', { 2: 0.9 })).toBe('好，A');
    expect(write('a,b', { 1: 0.3 })).toBe('a,b');
  });
});

describe('a space in code and abbreviations', () => {
  it('is not written beside an underscore or in front of a colon or a bracket, as wide as the gap may be', () => {
    expect(write('zeros~_~like', { 6: 0.02, 8: 0.05 })).toBe('zeros_like');
    expect(write('dtype~:', { 6: 0.3 })).toBe('dtype:');
    expect(write('a~_', { 2: 0.5 })).toBe('a_');
    expect(write('a~_', { 2: 0.7 })).toBe('a _');
  });

  it('beside narrow characters needs a gap wider than the others beside them', () => {
    // As in a font whose letters all have one width.
    expect(write('i~l~i~l~i~l', { 4: 0.01 })).toBe('ililil');
    expect(write('ilil~i', { 5: 0.01 })).toBe('ilil i');
  });

  it('is written between an abbreviation and its number, where the gap is wide on one side of the point', () => {
    expect(write('No.~20931')).toBe('No. 20931');
    expect(write('v.20931')).toBe('v.20931');
    expect(write('v~.~2')).toBe('v.2');
    expect(write('1.~5')).toBe('1.5');
  });
});

describe('signs of a line', () => {
  it('apostrophes are joined to what follows them', () => {
    expect(write('up’~s', { 4: 0.98 })).toBe('up’s');
    expect(write("isn'~t~it", { 5: 0.98, 7: 0.9 })).toBe("isn't it");
    expect(write('’~see', { 2: 0.98 })).toBe('’ see');
    expect(write('boys’~toys', { 6: 0.98 })).toBe('boys’ toys');
  });

  it('quotes close as they open', () => {
    expect(write('“first"~x', { 8: 0.9 })).toBe('“first” x');
    expect(write('"first”')).toBe('“first”');
    expect(write('"first"')).toBe('"first"');
    expect(write('“a” 5"')).toBe('“a” 5"');
  });

  it('a degree is written once', () => {
    expect(write('37.5°℃')).toBe('37.5°C');
    expect(write('45°')).toBe('45°');
  });

  it('brackets of a line without Chinese are half-width', () => {
    expect(write('f（x）；')).toBe('f(x);');
    expect(write('大（小）')).toBe('大（小）');
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
