// Tests that the referral in the first address is stored and sent later.
import { beforeEach, expect, test, vi } from 'vitest';
import { readStored, store } from '../storage.ts';
import { attributionFields, keepAttribution } from './attribution.ts';

const page = { cookie: '' };
vi.stubGlobal('document', page);

beforeEach(() => {
  page.cookie = '';
  store('shareCode', null);
  store('logidUrl', null);
});

test('codes before the hash and inside it are stored, the agent code as a cookie', () => {
  keepAttribution('https://example.test/?agentCode=AB-12#/editor/gif?shareCode=Xy99');
  expect(page.cookie).toMatch(/^agentCode=AB-12; path=\/; max-age=2592000/);
  expect(attributionFields()).toEqual({ agentCode: 'AB-12', shareCode: 'Xy99' });
});

test('invalid codes are not stored', () => {
  keepAttribution('https://example.test/?agentCode=a;b&shareCode=x');
  expect(page.cookie).toBe('');
  expect(attributionFields()).toEqual({ agentCode: null, shareCode: null });
});

test('the landing address of an advertisement is stored whole, others are not', () => {
  keepAttribution('https://example.test/?shareCode=Abcd');
  expect(readStored('logidUrl')).toBeNull();
  const landing = 'https://example.test/?bd_vid=123#/';
  keepAttribution(landing);
  expect(readStored('logidUrl')).toBe(landing);
  keepAttribution(`https://example.test/?bd_vid=${'1'.repeat(3000)}`);
  expect(readStored('logidUrl')).toBe(landing);
});
