// Naming the language of lines by their characters and words.
import { describe, expect, it } from 'vitest';
import { guessLatin, isMadeOfCodes } from './languages.ts';
import { nameLanguages } from './name-languages.ts';

const codes = [
  'LE-2041 SE-77 DES-9',
  'DU 4410-B  EST 220/7',
  'REF LES-330 QTY 12',
  'SKU DE-1188-XL',
  'EN 13501-1 B-s1,d0',
  'PC-LE-90 / PC-SE-91',
  'ÉT-44 ÀB-9 UNE-60335',
];

describe('codes', () => {
  it.each(codes)('%s is of no language', line => {
    expect(isMadeOfCodes(line)).toBe(true);
    expect(guessLatin(line)).toBeUndefined();
  });

  it('fill a page that is not labelled French', () => {
    expect(new Set(nameLanguages(codes))).toEqual(new Set(['en']));
  });
});

describe('a line', () => {
  it.each([
    ['Öffnungszeiten: 9-18 Uhr', 'de'],
    ['Vielen Dank für Ihre Bestellung!', 'de'],
    ['Téléphone : 01 23 45 67 89', 'fr'],
    ['SORTIE DE SECOURS, NE PAS BLOQUER', 'fr'],
    ["Où est l'hôtel ?", 'fr'],
    ['¿Dónde está el señor Núñez?', 'es'],
    ['Horario: de lunes a sábado, de 10 a 20 h', 'es'],
    ['EMERGENCY EXIT - KEEP CLEAR', 'en'],
    ['Room 204B, Floor 3', 'en'],
    ['12.50 / 2026', 'en'],
    ['電車が遅れています', 'ja'],
    ['東京駅', 'ja'],
    ['營業時間', 'zh-Hant'],
    ['营业时间', 'zh'],
    ['上午 9:00', 'zh'],
  ] as const)('%s is %s', (line, language) => {
    expect(nameLanguages([line])).toEqual([language]);
  });

  it('that says too little is in the language of its page', () => {
    expect(nameLanguages(['電車が遅れているため、少々お待ちください。', '大阪府大阪市北区'])).toEqual(['ja', 'ja']);
    expect(nameLanguages(['營業時間', '上午九點'])).toEqual(['zh-Hant', 'zh-Hant']);
    expect(nameLanguages(['Bitte klingeln Sie an der Tür', 'Tel. 030 123'])).toEqual(['de', 'de']);
  });
});
