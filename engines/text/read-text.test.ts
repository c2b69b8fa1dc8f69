// Drawn pages are read without errors, in every orientation.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fixture } from '../test-pictures.ts';
import { findParagraphs } from './paragraphs.ts';
import { readText } from './read-text.ts';
import { boundsOf } from './rectangle.ts';
import { drawPage, drawPageWithSmudge, toPixels } from './test-page.ts';

const small = { width: 460, height: 130 };
const english = 'Boats come in with the tide';
const chinese = '图书馆每周二至周日开放，请携带 USB 设备';
const twoLines = [
  { text: english, x: 30, y: 24 },
  { text: chinese, x: 30, y: 74, size: 20 },
];

async function readLines(page: Buffer, turn = 0) {
  const read = await readText(await toPixels(page, turn));
  return { ...read, texts: findParagraphs(read).flatMap(({ rows }) => rows) };
}

describe('a page', () => {
  it('is read without errors, including spaces, with boxes around its lines', async () => {
    const { lines, texts, quarters } = await readLines(await drawPage(small, twoLines));
    expect(texts).toEqual([english, chinese]);
    expect(quarters).toBe(0);
    const box = boundsOf(lines.find(({ text }) => text === english)!.quad);
    expect(Math.abs(box.x - 30)).toBeLessThan(12);
    expect(box.y + box.h / 2).toBeGreaterThan(24);
    expect(box.y + box.h / 2).toBeLessThan(60);
    expect(lines.every(({ score }) => score > 0.9 && score <= 1)).toBe(true);
  });

  it('tells about how much could not be read', async () => {
    const { texts, unread } = await readLines(await drawPageWithSmudge());
    expect(texts).toEqual(['Boats come in with the tide', '图书馆每周二至周日开放']);
    expect(unread).toBeGreaterThan(5);
    expect((await readLines(await drawPage(small, twoLines))).unread).toBe(0);
  });

  it.each([
    [90, 1],
    [180, 2],
    [270, 3],
  ])('is read when rotated by %i degrees', async (turn, wanted) => {
    const { texts, quarters } = await readLines(await drawPage(small, twoLines), turn);
    expect(texts).toEqual([english, chinese]);
    expect(quarters).toBe(wanted);
  });

  it('is read when skewed, and light on dark', async () => {
    const dark = { ...small, ink: '#f4f4f4', paper: '#101828' };
    expect((await readLines(await drawPage(small, twoLines), 6)).texts).toEqual([english, chinese]);
    expect((await readLines(await drawPage(dark, twoLines))).texts).toEqual([english, chinese]);
  });

  it('with tiny letters is read at a larger scale', async () => {
    const page = await drawPage({ width: 220, height: 40 }, [{ text: english, x: 12, y: 12, size: 9 }]);
    expect((await readLines(page)).texts).toEqual([english]);
  });

  it('in columns of upright characters is read from right to left', async () => {
    const column = (text: string, x: number) => ({ text: [...text].join('\n'), x, y: 20, size: 32, spacing: -11 });
    const page = await drawPage({ width: 180, height: 300 }, [column('清晨的阳光照', 110), column('桌上的茶还热', 50)]);
    const read = await readLines(page);
    expect(read.texts.join('')).toBe('清晨的阳光照桌上的茶还热');
    expect(read.isColumnar).toBe(true);
  });

  it('keeps a closing brace that stands alone in its line', async () => {
    for (const size of [18, 24, 36]) {
      const code = ['int add(int a) {', 'return a;', '}', 'add(1);'];
      const parts = code.map((text, i) => ({ text, x: 24, y: 20 + i * size * 1.7, size }));
      const whole = parts.map(part => ({ ...part, y: Math.round(part.y) }));
      const { texts } = await readLines(await drawPage({ width: 460, height: size * 10 }, whole));
      expect(texts).toEqual(code);
    }
  });

  it('keeps spaces between Chinese phrases, and no others', async () => {
    const phrases = [
      '快递已签收 感谢您的使用',
      '已发货 请注意查收',
      '订单 No. 20931 已付款',
      '目前日期为八月，个人小心',
    ];
    for (const size of [18, 24, 36]) {
      const parts = phrases.map((text, i) => ({ text, x: 24, y: 24 + Math.round(i * size * 1.9), size }));
      const { texts } = await readLines(await drawPage({ width: size * 24, height: size * 10 }, parts));
      expect(texts).toEqual(phrases);
    }
  });

  it('tells small signs apart by their size: O and 0, x and ×, digits below the baseline', async () => {
    const signs = ['温度 O0B1 与 H₂O 与 CO₂', '尺寸 2 x 4 cm', '2 x 3 = 6', 'E = mc², x₁ = -3'];
    for (const size of [24, 36]) {
      const parts = signs.map((text, i) => ({ text, x: 24, y: 24 + Math.round(i * size * 1.9), size }));
      const { texts } = await readLines(await drawPage({ width: size * 24, height: size * 10 }, parts));
      expect(texts).toEqual(signs);
    }
  });

  it('tells O and 0 apart in a font for code by the dot of its zeros', async () => {
    const { texts } = await readLines(readFileSync(fixture('text-code.png')));
    expect(texts).toEqual([
      ...['function add(a, b) {', 'return a + b; // O0 l1I', '}', 'const url = "https://a.example/x?id=7&t=0";'],
    ]);
  });

  it('has subscripts at the start of its lines, also before Chinese', async () => {
    const lines = ['X₁ = 3', 'X₁ 表示第一个变量', 'X₁ + X₂ = 5'];
    const parts = lines.map((text, i) => ({ text, x: 30, y: 20 + 70 * i, size: 32 }));
    const { texts } = await readLines(await drawPage({ width: 460, height: 240 }, parts));
    expect(texts).toEqual(lines);
  });

  it('of product codes is not taken for another language', async () => {
    const codes = ['LE-2041  SE-77  DES-9', 'DU 4410-B  EST 220/7', 'SKU DE-1188-XL'];
    const parts = codes.map((text, i) => ({ text, x: 30, y: 20 + 50 * i }));
    const { lines } = await readLines(await drawPage({ width: 460, height: 180 }, parts));
    expect(lines.map(({ language }) => language)).toEqual(lines.map(() => 'en'));
    expect(lines.length).toBeGreaterThanOrEqual(3);
  });

  it('without text has no lines, and reports its progress', async () => {
    const steps: number[] = [];
    const read = await readText(
      { data: new Uint8Array(64 * 64 * 3).fill(200), width: 64, height: 64 },
      { progress: fraction => steps.push(fraction) },
    );
    expect(read).toMatchObject({ lines: [], quarters: 0, isCut: false });
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.every((step, i) => step <= 1 && step >= (steps[i - 1] ?? 0))).toBe(true);
  });

  it('with more lines than allowed is truncated, with a flag', async () => {
    const read = await readText(await toPixels(await drawPage(small, twoLines)), { maxLines: 1 });
    expect(read).toMatchObject({ isCut: true });
    expect(read.lines).toHaveLength(1);
  });
});
