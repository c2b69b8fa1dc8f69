// What a network of many languages leaves to be done: signs that it does not know, and lines in other scripts.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findWeights } from '../model/weights.ts';
import { sharp } from '../sharp.ts';
import { fixture } from '../test-pictures.ts';
import { findParagraphs } from './paragraphs.ts';
import { readText } from './read-text.ts';
import { drawPage, toPixels } from './test-page.ts';
import { addSigns } from './wide-lines.ts';

describe('signs before words', () => {
  it('are added where the other reader has them', () => {
    const words = [{ text: '¿Dónde' }, { text: '¡Qué' }, { text: 'sorpresa!' }];
    expect(addSigns('¿Dónde? Qué sorpresa!', words, '¡')).toBe('¿Dónde? ¡Qué sorpresa!');
    expect(addSigns('sagte: ,Komm“, und', [{ text: '„Komm“,' }], '„')).toBe('sagte: „Komm“, und');
  });

  it('are added once for each, and never to another word', () => {
    expect(addSigns('Hola hola!', [{ text: '¡Adiós' }, { text: '¡hola!' }], '¡')).toBe('Hola ¡hola!');
  });
});

const modelFile = findWeights(path.resolve(process.env.DATA_DIR ?? 'data')).text;

describe.skipIf(!modelFile)('with the network that "npm run models add pp-ocrv6-small" puts into DATA_DIR', () => {
  async function read(page: Buffer, turn = 0) {
    const { lines, quarters } = await readText(await toPixels(page, turn), { modelFile });
    const rows = findParagraphs({ lines, quarters }).flatMap(paragraph => paragraph.rows);
    return { rows, quarters, languages: new Set(lines.map(({ language }) => language)) };
  }
  const open = (name: string) =>
    sharp(fixture(`text-${name}.png`))
      .toColourspace('srgb')
      .png()
      .toBuffer();

  it.each([
    ['japanese', 'ja', 'USBメモリとWi-Fiの設定方法'],
    ['korean', 'ko', '비밀번호를 잊으셨나요?'],
    ['russian', 'ru', 'Часы работы: с 10:00 до 20:00, без выходных'],
    ['german', 'de', 'Straße, Fußgänger, Übung und Öl kosten 12,50 €.'],
    ['french', 'fr', 'Noël approche, les élèves préparent leurs œuvres.'],
    ['spanish', 'es', '¿Dónde está el señor Núñez? ¡Qué sorpresa!'],
    ['traditional-chinese', 'zh-Hant', '醫院門診掛號須知與費用說明'],
  ])('a page in %s is read to the letter and named %s', async (name, language, line) => {
    const { rows, languages } = await read(await open(name));
    expect(rows).toContain(line);
    expect(languages).toEqual(new Set([language]));
  });

  it('a page on its side is read upright, in a script that it does not know as well', async () => {
    expect((await read(await open('korean'), 90)).quarters).toBe(1);
    expect((await read(await open('german'), 180)).quarters).toBe(2);
  });

  it('simplified Chinese with English words keeps its spaces and signs', async () => {
    const lines = [
      '图书馆每周二至周日开放，时间为上午九点到晚上八点',
      '请使用 USB 接口连接 Windows 11',
      'x₁ + y₂ = 37.5°C',
    ];
    const page = await drawPage(
      { width: 760, height: 220 },
      lines.map((text, i) => ({ text, x: 30, y: 30 + 56 * i })),
    );
    const { rows } = await read(page);
    expect(rows).toEqual(lines);
  });
});
