// Tests the choice of the visitor's language.
import { expect, test } from 'vitest';
import { chooseLanguage, withoutLanguage } from './choose-language.ts';

const place = (search: string, hash = '', hostname = 'tools.example') => ({ hostname, search, hash });

test('the query parameter, before or inside the hash, takes precedence over the stored language', () => {
  expect(chooseLanguage(place('?lang=en'), 'zh', null)).toBe('en');
  expect(chooseLanguage(place('', '#/editor/gif?lang=en'), 'zh', null)).toBe('en');
  expect(chooseLanguage(place('?lang=en', '#/?lang=zh'), null, null)).toBe('zh');
});

test('the stored language is the next choice, then Chinese', () => {
  expect(chooseLanguage(place(''), 'en', null)).toBe('en');
  expect(chooseLanguage(place(''), null, null)).toBe('zh');
  expect(chooseLanguage(place('?lang=fr'), 'gibberish', null)).toBe('zh');
});

test('the English host takes precedence over the parameter and the stored language', () => {
  expect(chooseLanguage(place('?lang=zh', '', 'EN.tools.example'), 'zh', 'en.tools.example')).toBe('en');
  expect(chooseLanguage(place('', '', 'tools.example'), 'zh', 'en.tools.example')).toBe('zh');
});

test('regional language tags are recognised', () => {
  expect(chooseLanguage(place('?lang=zh-CN'), 'en', null)).toBe('zh');
  expect(chooseLanguage(place('?lang=en-US'), 'zh', null)).toBe('en');
});

test('a manual choice removes the parameter from the address and keeps the others', () => {
  expect(withoutLanguage({ search: '?a=1&lang=en', hash: '#/help?lang=en&b=2' })).toEqual({
    search: '?a=1',
    hash: '#/help?b=2',
  });
  expect(withoutLanguage({ search: '?lang=en', hash: '#/help' })).toEqual({ search: '', hash: '#/help' });
});
