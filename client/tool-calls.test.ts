// The calls of all tools by name: each leads to its path, and their types are those of the contracts.
import type { Task } from 'contract/task.ts';
import { tools } from 'tools/index.ts';
import { expect, test } from 'vitest';
import { nameCalls } from './tool-calls.ts';

const called: [string, object][] = [];
const named = nameCalls(tools, async (path, input) => {
  called.push([path, input]);
  return {} as Task;
});

test('the name of a tool runs its first call, and the name of a call that one', async () => {
  await named.upScale({ imageUrl: 'https://example.org/a.png', upscale: 4 });
  await named.inpaintImage.locate({ imageUrl: new Blob([]) });
  await named.gif.make({ list: ['a', new Blob([])], delayMs: 100 });
  expect(called.map(([path]) => path)).toEqual([
    '/web/losslessAmplification',
    '/web/baidu/logoIdentify',
    '/web/picture/gif',
  ]);
});

test('every call of the catalogue has a name of its own', () => {
  const byTool = named as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  for (const { name, calls } of tools) {
    const tool = byTool[name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
    expect(calls.filter(call => typeof tool?.[call.name] !== 'function')).toEqual([]);
  }
});

test('what a contract does not take does not compile', async () => {
  // @ts-expect-error there is no such factor
  await named.upScale({ imageUrl: 'a', upscale: 5 });
  // @ts-expect-error the picture is missing
  await named.upScale({ upscale: 4 });
  // @ts-expect-error a list of files
  await named.collage({ list: 'a' });
  // @ts-expect-error made by the product itself
  await named.aiProduct({ imageUrl: 'a', drawnUrl: 'b' });
  // @ts-expect-error there is no such tool
  expect(named.imageEditor).toBeUndefined();
});
