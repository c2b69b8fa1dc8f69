// Tests which addresses a link may lead to.
import { expect, test } from 'vitest';
import { readLinkAddress } from './link-address.ts';

test.each([
  ['/#/editor/compress?targetKb=200', { kind: 'own', path: '/editor/compress?targetKb=200' }],
  ['#/help', { kind: 'own', path: '/help' }],
  ['/faq', { kind: 'own', path: '/faq' }],
  ['/#/', { kind: 'own', path: '/' }],
  ['https://example.org/a?b=1', { kind: 'web', href: 'https://example.org/a?b=1' }],
  ['HTTP://EXAMPLE.org', { kind: 'web', href: 'http://example.org/' }],
])('%s', (address, target) => {
  expect(readLinkAddress(address)).toEqual(target);
});

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example/x',
  '/\\evil.example',
  '/#//evil.example',
  'https://bank.example@evil.example/',
  'https://',
  'mailto:x@example.org',
  '',
])('%s is not a link', address => {
  expect(readLinkAddress(address)).toBeUndefined();
});
