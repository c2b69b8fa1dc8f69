// The web manifest: names and tools in each language, and the files that the operating system may pass to the app.
import { tools } from 'tools/index.ts';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { makeManifest } from './app-manifest.ts';

const { brand } = readConfig({ BRAND_NAME_ZH: '某某', BRAND_NAME_EN: 'Acme' });
const manifestIn = (language: 'zh' | 'en') => makeManifest({ brand }, tools, language);

test("the app has the operator's name, and its menu opens tools", () => {
  const { name, short_name, lang, shortcuts } = manifestIn('zh');
  expect([name, short_name, lang]).toEqual(['某某', '某某', 'zh-CN']);
  expect(manifestIn('en').name).toBe('Acme');
  const urls = shortcuts.map(({ url }) => url.slice('/#'.length));
  expect(urls).toHaveLength(4);
  for (const url of urls) expect(tools.map(({ route }) => route)).toContain(url);
  expect(manifestIn('en').shortcuts[0]?.name).toBe('Smart Cutout');
});

test('both languages are one app', () => {
  for (const field of ['id', 'scope', 'start_url', 'icons', 'file_handlers', 'share_target'] as const)
    expect(manifestIn('en')[field], field).toEqual(manifestIn('zh')[field]);
});

test('pictures, clips, sound and PDFs are accepted, text files are not', () => {
  const [handler] = manifestIn('zh').file_handlers;
  expect(handler?.accept['image/jpeg']).toEqual(['.jpg', '.jpeg', '.jfif']);
  for (const type of ['image/heic', 'video/mp4', 'audio/mpeg', 'application/pdf'])
    expect(handler?.accept, type).toHaveProperty(type);
  expect(Object.values(handler?.accept ?? {}).flat()).not.toContain('.srt');
  const { params } = manifestIn('zh').share_target;
  expect(params.files[0]?.accept).toEqual(expect.arrayContaining(['image/heic', '.heic', 'video/mp4', '.mp4']));
});
