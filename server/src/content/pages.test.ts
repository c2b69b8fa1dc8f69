// The contents of a text page on this server, and the precedence of an operator's file.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pageNames } from 'contract/routes/pages.ts';
import { languages } from 'contract/words.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeOpenFolder } from '../../testing/folders.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { readConfig } from '../config.ts';
import { fillPage, readPage } from './pages.ts';

const free = readConfig({ MEMBERSHIP: 'off', BRAND_NAME_EN: 'Acme', RETENTION_HOURS: '6' });
const sold = readConfig({ MEMBERSHIP: 'on', BRAND_CONTACT_EMAIL: 'help@acme.example' });

test('placeholders are filled, and a paragraph without a value for its placeholder is omitted', () => {
  const page = '# {brand}\n\nKept {hours} hours.\n\nWrite to {email}.\n\nBraces {stay}.';
  expect(fillPage(page, free, 'en')).toBe('# Acme\n\nKept 6 hours.\n\nBraces {stay}.\n');
  expect(fillPage(page, sold, 'en')).toContain('Write to help@acme.example.');
  const counted = 'Kept {hours} {hours:hour|hours}.';
  expect(fillPage(counted, free, 'en')).toBe('Kept 6 hours.\n');
  expect(fillPage(counted, { ...free, retentionHours: 1 }, 'en')).toBe('Kept 1 hour.\n');
});

test('the page About says the version, and where the source is if the operator has said so', async () => {
  const read = (config: typeof free) => readPage(config, 'about', 'en');
  expect((await read(free)).markdown).toMatch(/version \d+\.\d+\.\d+/);
  expect((await read(free)).markdown).not.toContain('https://');
  const changed = readConfig({ SOURCE_URL: 'https://source.example/ours' });
  expect((await read(changed)).markdown).toContain('(https://source.example/ours)');
});

test('conditions keep what applies to this server', () => {
  const page =
    'A\n\n<!-- if membership -->\n\nB\n\n<!-- end -->\n\n<!-- if not contact -->\nC\n<!-- end -->\n\n<!-- if constructor -->D<!-- end -->';
  expect(fillPage(page, free, 'en')).toBe('A\n\nC\n');
  expect(fillPage(page, sold, 'en')).toBe('A\n\nB\n');
});

test.each(pageNames.flatMap(name => languages.map(language => [name, language] as const)))(
  '%s in %s has a title, text and no unfilled placeholder',
  async (name, language) => {
    for (const config of [free, sold]) {
      const { markdown } = await readPage(config, name, language);
      expect(markdown).toMatch(/^# \S/);
      expect(markdown.length).toBeGreaterThan(150);
      expect(markdown).not.toMatch(/<!--|-->|\{\w+\}/);
    }
  },
);

describe('over HTTP', () => {
  let server: TestServer;
  const folder = makeOpenFolder('content-');

  beforeAll(async () => {
    mkdirSync(path.join(folder, 'en'), { recursive: true });
    writeFileSync(path.join(folder, 'en/faq.md'), '# Our questions\n\n<script>alert(1)</script>\n');
    server = await startTestServer({ works: false, environment: { CONTENT_DIR: folder } });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (name: string, lang: string) => server.client.get<{ markdown: string }>(`/web/page/${name}`, { lang });

  test("an operator's file replaces ours in its language, and a change takes effect at once", async () => {
    expect((await ask('faq', 'en')).body.data.markdown).toContain('# Our questions');
    expect((await ask('faq', 'zh')).body.data.markdown).toContain('# 常见问题');
    expect((await ask('help', 'en')).body.data.markdown).toContain('# Help');
    writeFileSync(path.join(folder, 'en/faq.md'), '# New questions, and more of them\n');
    expect((await ask('faq', 'en')).body.data.markdown).toContain('# New questions');
  });

  test('no other file can be named', async () => {
    expect((await ask('..%2F..%2Fpackage', 'en')).status).toBe(400);
    expect((await ask('nothing', 'en')).status).toBe(400);
  });
});
