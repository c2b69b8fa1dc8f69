// Tests that the page ends in the language chosen last, in whichever order the words arrive.
import { beforeEach, expect, test, vi } from 'vitest';

vi.mock('virtual:tile-words/zh', () => ({ tileWords: {} }));
vi.mock('virtual:tile-words/en', () => ({ tileWords: {} }));
const { currentLanguage, loadTileWords, switchLanguage } = await import('./language-store.ts');

beforeEach(() => {
  vi.stubGlobal('location', { hostname: 'tools.example', pathname: '/', search: '', hash: '' });
  vi.stubGlobal('history', { state: null, replaceState: () => undefined });
  vi.stubGlobal('document', { documentElement: { lang: '' } });
});

test('words that arrive late do not bring back an earlier choice', async () => {
  let bringEnglish = () => undefined as unknown;
  loadTileWords.en = () =>
    new Promise(resolve => {
      bringEnglish = () => resolve({ tileWords: {} });
    });
  const first = switchLanguage('en');
  await switchLanguage('zh');
  bringEnglish();
  await first;
  expect([currentLanguage(), document.documentElement.lang]).toEqual(['zh', 'zh-CN']);
});
