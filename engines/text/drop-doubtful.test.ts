// What is read in a picture without writing is left out, and what belongs to writing is kept. The scores are of photographs.
import { describe, expect, it } from 'vitest';
import { dropDoubtful } from './drop-doubtful.ts';

const line = (text: string, score: number) => ({ text, score });
const kept = (lines: readonly ReturnType<typeof line>[], others: readonly ReturnType<typeof line>[] = []) =>
  dropDoubtful(lines, others).map(({ text }) => text);

describe('lines of a picture', () => {
  it('are left out where they are few, short and doubtful', () => {
    expect(kept([line('o.', 0.78)])).toEqual([]);
    expect(kept([line('1Q8088', 0.69), line('Fide', 0.75)])).toEqual([]);
    expect(kept([line('717', 0.86)])).toEqual([]);
    expect(kept([line('.', 0.99), line('0', 0.93)])).toEqual([]);
  });

  it('are kept beside one that is sure', () => {
    const shop = [line('DVD', 0.77), line('6F', 1), line('900', 0.82), line('–', 0.7)];
    expect(kept(shop)).toHaveLength(4);
    expect(kept([line('12', 0.7)], [line('열림', 0.8)])).toEqual(['12']);
  });

  it('are kept alone with a high score, or in a longer line', () => {
    expect(kept([line('STOP', 0.91)])).toEqual(['STOP']);
    expect(kept([line('A', 0.99)])).toEqual(['A']);
    expect(kept([line('EXIT 12', 0.84)])).toEqual(['EXIT 12']);
  });
});
