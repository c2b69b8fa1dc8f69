// Tests the window's title.
import { expect, test } from 'vitest';
import type { AppRoute } from '../route.ts';
import { titleOf } from './title.ts';

const help: AppRoute = { path: '/help', title: { zh: '帮助中心', en: 'Help' } };
const naming = { brand: 'Pixwright', tagline: 'Online tools', toolTitle: undefined };

test('the page comes first, and the product name is the suffix', () => {
  expect(titleOf(help, { ...naming, language: 'en' })).toBe('Help - Pixwright');
  expect(titleOf(help, { ...naming, brand: '图匠', language: 'zh' })).toBe('帮助中心 - 图匠');
});

test("a tool's page has the tool's name, the home page the product's name", () => {
  expect(titleOf(help, { ...naming, language: 'en', toolTitle: 'Image Converter' })).toBe(
    'Image Converter - Pixwright',
  );
  expect(
    titleOf({ ...help, path: '/help/compress' }, { ...naming, language: 'en', toolTitle: 'Compress Images' }),
  ).toBe('Compress Images - Help - Pixwright');
  expect(titleOf({ ...help, path: '/' }, { ...naming, language: 'en' })).toBe('Pixwright - Online tools');
});
