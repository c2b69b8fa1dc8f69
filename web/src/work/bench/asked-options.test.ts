// Options set by the address of a tool's page reach the tool's options.

import { tools } from 'tools/index.ts';
import type { AnyScreen } from 'ui/tool-screen.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { addItems, dropItems, getBench, makeInput, makeItem } from '../items/store.ts';
import { changeOptions, clearBench, sharedNow } from './actions.ts';
import { takeAsked } from './asked-options.ts';

// Parts of the page that default options read.
beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
});

const loadScreen = async (tool: string): Promise<AnyScreen> => (await import(`tools/${tool}/screen.tsx`)).screen;

async function openWith(tool: string, search: string) {
  const screen = await loadScreen(tool);
  await takeAsked(tool, async () => screen, search);
  return sharedNow(tool, screen);
}

test.each(tools.filter(tool => 'asks' in tool && tool.name !== 'text-to-image').map(({ name }) => name))(
  'the screen of %s declares what its contract does',
  async name => {
    const tool = tools.find(one => one.name === name)!;
    expect((await loadScreen(name)).asks).toBe('asks' in tool && tool.asks);
  },
);

test.each([
  ['crop', '?ratio=16:9&turn=90&mirror=true', { ratio: '16:9', turn: 90, mirror: true, flip: false, width: 1 }],
  ['crop', '?ratio=999:0&turn=1&mirror=<b>&width=0.1', { ratio: 'free', turn: 0, mirror: false, width: 1 }],
  ['photo-filter', '?filterType=noir', { filterType: 'noir', strength: 80 }],
  ['thumbnails', '?sizes=youtube-thumbnail,favicon', { sizes: ['youtube-thumbnail', 'favicon'], fit: 'smart' }],
  ['ai-product', '?scene=beach&size=amazon', { background: 'scene', scene: 'beach', size: 'amazon' }],
  ['mark-video', '?tab=subtitles&motion=jump', { tab: 'subtitles', motion: 'jump' }],
  ['mark-video', '?position=top&tile=true', { tab: 'mark', mark: { position: 'top', tile: true } }],
] as const)('%s%s', async (tool, search, options) => {
  expect(await openWith(tool, search)).toMatchObject(options);
  clearBench(tool);
});

test('a link changes the watermark on top, even one that was dragged, and keeps its text', async () => {
  const screen = await loadScreen('mark-image');
  const [first] = (sharedNow('mark-image', screen) as { marks: readonly object[] }).marks;
  const dragged = { ...first, id: 'second', markContent: 'mine', offsetX: 0.1, offsetY: 0.2 };
  changeOptions('mark-image', screen, { marks: [first, dragged] });
  expect(await openWith('mark-image', '?position=top-left&markContent=free+coins')).toMatchObject({
    marks: [first, { id: 'second', markContent: 'mine', position: 'top-left', offsetX: undefined, offsetY: undefined }],
  });
});

test('options that a link leaves open still follow the first file', async () => {
  const screen = await loadScreen('up-scale');
  expect(await openWith('up-scale', '?upscale=4')).toMatchObject({ upscale: 4, mode: 'photo' });
  const facts = { name: 'icon.ico', type: 'ico' } as const;
  addItems('up-scale', [makeItem('up-scale', [makeInput({ facts, upload: 'stored' })])]);
  expect(sharedNow('up-scale', screen)).toMatchObject({ upscale: 4, mode: 'graphic' });
  // With a file, a choice fixes them all. Views compare complete options by identity.
  changeOptions('up-scale', screen, { upscale: 3 });
  expect(sharedNow('up-scale', screen)).toBe(getBench('up-scale').options);
  dropItems('up-scale', getBench('up-scale').order);
  expect(sharedNow('up-scale', screen)).toMatchObject({ upscale: 3, mode: 'graphic' });
  clearBench('up-scale');
});
