// Tests the forecast shown before an enlargement, and which runs share a measured pace.
import { describe, expect, it } from 'vitest';
import { upScale } from './contract.ts';
import { forecast } from './forecast.ts';

const options = { upscale: 2, mode: 'photo', detail: 'best', format: 'same' } as const;
const facts = { name: 'a.png', type: 'png', width: 1000, height: 1000 } as const;
const timeOf = (usualSeconds: number | undefined, count = 1) =>
  forecast(facts, options, { count, usualSeconds, language: 'en' }).time;

describe('the time', () => {
  it('is measured on earlier runs of this server', () => {
    expect(timeOf(undefined)).toBe('A few seconds');
    expect(timeOf(27)).toBe('About 25 seconds');
    expect(timeOf(150)).toBe('About 2.5 minutes');
  });

  it('is rounded by at most a quarter', () => {
    for (let seconds = 8; seconds < 1200; seconds++) {
      const [, number, unit] = /([\d.]+) (second|minute)/.exec(timeOf(seconds))!;
      const said = Number(number) * (unit === 'minute' ? 60 : 1);
      expect(Math.abs(said / seconds - 1), `${seconds} s told as ${said} s`).toBeLessThan(0.26);
    }
  });
});

describe('the pace', () => {
  const { pace } = upScale.calls[0];
  const of = (type: 'jpg' | 'png' | 'svg' | 'bmp', changes = {}) =>
    pace({ ...options, ...changes }, { imageUrl: [{ type, bytes: 1 }] });

  it('is shared by images that take the same steps, and differs otherwise', () => {
    expect(of('bmp')).toBe(of('png'));
    expect(new Set([of('jpg'), of('png'), of('svg'), of('png', { format: 'jpg' })]).size).toBe(4);
    expect(new Set([of('png'), of('png', { upscale: 4 }), of('png', { mode: 'text' })]).size).toBe(3);
  });

  it('of a link, which has no facts yet, is that of most links', () => {
    expect(pace(options, {}).split(' ')[3]).toBe(of('jpg').split(' ')[3]);
  });
});
