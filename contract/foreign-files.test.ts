// Tests that files which no tool opens are recognised, and that none which a tool opens is taken for one.
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { errorSentence } from './errors.ts';
import { describeMisfit, nameForeign } from './foreign-files.ts';
import { inputErrorSentence } from './input-errors.ts';
import { sniffBytes, sniffMedia } from './media.ts';

const head = (text: string) => Uint8Array.from(`${text}${'\0'.repeat(64)}`, letter => letter.charCodeAt(0));

test.each([
  ['8BPS\0\x01', 'Photoshop (PSD)'],
  ['8BPS\0\x02', 'Photoshop (PSB)'],
  ['\xff\x0a\xfa\x7f', 'JPEG XL'],
  ['\0\0\0\x0cJXL \r\n\x87\n', 'JPEG XL'],
  ['\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x14ftypjp2 ', 'JPEG 2000'],
  ['%!PS-Adobe-3.0 EPSF-3.0', 'EPS'],
  ['\xc5\xd0\xd3\xc6', 'EPS'],
  ['\0\0\x02\0\x01\0', 'CUR'],
  ['RIFF\0\0\0\0ACONLIST', 'ANI'],
  [`\x01\0\0\0${'\0'.repeat(36)} EMF`, 'EMF'],
  ['\xd7\xcd\xc6\x9a', 'WMF'],
  ['gimp xcf v011', 'GIMP (XCF)'],
  ['\xabKTX 11\xbb\r\n\x1a\n', 'KTX'],
  ['DDS |', 'DDS'],
  ['\x76\x2f\x31\x01', 'OpenEXR'],
  ['\0\0\0\x18ftypcrx \0\0\0\x01crx isom', 'RAW (CR3)'],
  ['II*\0\x10\0\0\0CR\x02\0', 'RAW (CR2)'],
  ['FUJIFILMCCD-RAW 0201', 'RAW (RAF)'],
  ['P6\n4 4\n255\n', 'Netpbm'],
  ['PK\x03\x04', 'ZIP'],
  ['<!DOCTYPE html><html>', 'HTML'],
])('%j is %s', (text, name) => {
  expect(nameForeign(head(text))).toBe(name);
  expect(sniffMedia(head(text))).toBeNull();
  expect(describeMisfit(head(text), 'PNG', null)).toEqual({ accepted: 'PNG', found: null, name });
});

test('no file that a tool opens is foreign', async () => {
  const folder = fileURLToPath(new URL('../fixtures/', import.meta.url));
  const files = (await readdir(folder, { withFileTypes: true })).filter(entry => entry.isFile());
  expect(files.length).toBeGreaterThan(60);
  for (const { name } of files) {
    const bytes = (await readFile(`${folder}${name}`)).subarray(0, sniffBytes);
    expect(nameForeign(bytes), name).toBeNull();
  }
});

test('noise has no name', () => {
  expect(nameForeign(head('nothing that anyone knows'))).toBeNull();
  expect(nameForeign(new Uint8Array())).toBeNull();
  expect(describeMisfit(head('noise'), 'PNG', null)).toEqual({ accepted: 'PNG', found: null });
  // A known type that this tool does not take.
  expect(describeMisfit(head('%PDF-1.7'), 'PNG', 'pdf')).toEqual({ accepted: 'PNG', found: 'pdf' });
});

test('the sentence says what the file is', () => {
  const details = describeMisfit(head('8BPS\0\x01'), 'JPG, PNG', null);
  expect(errorSentence('TYPE_UNSUPPORTED', 'en', details)).toBe(
    'This is a file in Photoshop (PSD) format, which isn’t supported. Save it as one of JPG, PNG',
  );
  expect(inputErrorSentence('TYPE_UNSUPPORTED', 'zh', details)).toContain('Photoshop (PSD)');
  expect(errorSentence('TYPE_UNSUPPORTED', 'en', { accepted: 'PNG' })).toBe('This file type isn’t supported. Use PNG');
});

test('a file that ends anywhere in its first bytes is named or not, but never a fault', () => {
  const starts = [
    'II*\0\x08\0\0\0\x01\0\xfe\0',
    'MM\0*\0\0\0\x08\0\x01\0\xfe',
    'RIFFxxxxACON',
    '8BPS\0\x01',
    '\x01\0\0\0',
  ];
  for (const start of starts)
    for (let length = 0; length <= start.length; length++)
      expect(() => nameForeign(Uint8Array.from(start.slice(0, length), one => one.charCodeAt(0)))).not.toThrow();
});
