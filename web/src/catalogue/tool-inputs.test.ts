// Tests which files a page takes, depending on what the server can process.
import type { CatalogueTool } from 'contract/tool.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { makeTool } from '../work/test-page.ts';

const pictures = { field: 'list', required: 'one', accept: ['png', 'gif'], maxBytes: 10 } as const;
const clip = { field: 'videoUrl', required: 'one', accept: ['mp4', 'mkv'], maxBytes: 500 } as const;
const maker: CatalogueTool = makeTool('maker', [pictures, clip]);

async function openPage(missing: readonly string[]) {
  vi.resetModules();
  vi.doMock('virtual:catalogue', () => ({ catalogue: [maker] }));
  const textContent = JSON.stringify({ missing });
  vi.stubGlobal('document', { getElementById: () => ({ textContent }) });
  return import('./tool-inputs.ts');
}
afterEach(() => vi.unstubAllGlobals());

test('a tool that takes one of several inputs takes the files of all of them', async () => {
  const { mainInputOf } = await openPage([]);
  expect(mainInputOf(maker)).toMatchObject({ accept: ['png', 'gif', 'mp4', 'mkv'], maxBytes: 500 });
});

test('clips are not taken by a server that cannot process them', async () => {
  const { acceptedBy, mainInputOf } = await openPage(['ffmpeg', 'speech']);
  expect(mainInputOf(maker)).toMatchObject({ accept: ['png', 'gif'], maxBytes: 10 });
  expect(acceptedBy(maker)).toEqual(['png', 'gif']);
});
