// The guide of every tool: its contents follow from the tool's folder, and an operator's file takes precedence.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chatProcess } from 'contract/routes/chat.ts';
import { languages } from 'contract/words.ts';
import { tools } from 'tools/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeOpenFolder } from '../../testing/folders.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { readConfig } from '../config.ts';
import { readGuide, writeGuide } from './guides.ts';
import { readTools } from './read-tools.ts';

const config = readConfig({ MEMBERSHIP: 'off', RETENTION_HOURS: '6' });
const all = await readTools(tools);
const guideOf = (name: string, language: 'zh' | 'en') =>
  writeGuide(all.find(({ tool }) => tool.name === name)!, language);

test('every tool has a guide in both languages, with its steps, files, questions and the link to the tool', async () => {
  for (const known of all)
    for (const language of languages) {
      const { markdown } = await readGuide(config, known, language);
      expect(markdown.startsWith('# ')).toBe(true);
      expect(markdown.match(/^## /gm), known.tool.name).toHaveLength(3);
      expect(markdown).toContain(`(/#${known.tool.route})`);
      expect(markdown.match(/^\d+\. /gm)).toHaveLength(known.help[language].steps.length);
      expect(markdown).not.toMatch(/undefined|NaN|\{hours/);
    }
});

test('limits are those of the contract', () => {
  expect(guideOf('pictures-to-pdf', 'en')).toMatch(/- JPG, PNG, .*, up to 50 MB each\n- Up to \d+ files in one result/);
  expect(guideOf('mark-video', 'en')).toContain('- Can go with it: SRT, VTT, ASS, SBV, LRC, up to 500 KB each');
  expect(guideOf('mark-video', 'zh')).toContain('- 可以另加：SRT、VTT、ASS、SBV、LRC，每个不超过 500 KB');
  expect(guideOf('pdf-to-pictures', 'en')).toContain('- PDF, up to 50 MB each');
  expect(guideOf('video-parsing', 'en')).toContain('- No file is needed');
  // A background has the same types; the page itself sends masks and sibling files.
  expect(guideOf('cutout-image', 'en')).not.toContain('Can go with it');
  expect(guideOf('inpaint-image', 'en')).not.toContain('Can go with it');
});

describe('over HTTP', () => {
  let server: TestServer;
  const folder = makeOpenFolder('guides-');
  beforeAll(async () => {
    mkdirSync(path.join(folder, 'en/help'), { recursive: true });
    const own = '# Our cutout\n\nAsk Bob.\n\n## Zebra stripes\n\nZebras are cut out by hand, on Fridays.\n';
    writeFileSync(path.join(folder, 'en/help/cutout-image.md'), own);
    server = await startTestServer({ works: false, environment: { CONTENT_DIR: folder } });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = (name: string, lang: string) =>
    server.client.get<{ markdown: string }>(`/web/page/help/${name}`, { lang });

  test("the operator's guide takes precedence, in its language", async () => {
    expect((await ask('cutout-image', 'en')).body.data.markdown).toContain('Ask Bob.');
    expect((await ask('cutout-image', 'zh')).body.data.markdown).toContain('# 智能抠图');
    expect((await ask('compress', 'en')).body.data.markdown).toContain('At quality 100');
  });

  test('no other name is found', async () => {
    expect((await ask('nothing', 'en')).status).toBe(404);
    expect((await ask('..%2Fhelp', 'en')).status).toBe(400);
  });

  test("the assistant answers from the operator's guide, and links to it", async () => {
    const answer = async (prompt: string) => {
      const reply = await fetch(new URL(chatProcess.path, server.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', lang: 'en', clientUid: 'visitor-of-guides' },
        body: JSON.stringify({ prompt }),
      });
      return (JSON.parse((await reply.text()).split('\n').at(-1) ?? '') as { text: string }).text;
    };
    expect(await answer('how are zebra stripes done?')).toContain('on Fridays');
    const said = await answer('remove the background from a photo');
    expect(said).toContain('/#/help/cutout-image');
    expect(said).not.toContain('Choose what is behind');
    expect(await answer('compress an image to 200 KB')).toContain('(/#/help/compress)');
  });
});
