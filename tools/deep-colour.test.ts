// Tests that a tool which returns a picture with other pixels says so where 16 bits for each colour become 8.
import { join } from 'node:path';
import type { Run, Runs } from 'contract/run.ts';
import type { ToolContract } from 'contract/tool.ts';
import { sharp } from 'engines/sharp.ts';
import { expect, it } from 'vitest';
import { photos } from '../bench/photos.ts';
import { tools } from './index.ts';
import { makeTestFolder, tryRun } from './test-run.ts';

const changing: Readonly<Record<string, Record<string, unknown>>> = {
  'photo-filter': { filterType: 'noir' },
  quality: {},
  resize: { percent: 50 },
  crop: { left: 0, top: 0, width: 0.5, height: 0.5 },
  compress: { quality: 40 },
  'up-scale': { detail: 'quick' },
  'image-expand': { share: { left: 0.05 } },
  'inpaint-image': { coordinates: [{ x: 5, y: 5, w: 12, h: 8 }] },
  // The first keeps them in a PNG.
  'mark-image': { markContent: '图' },
  'mark-image as JPEG': { markContent: '图', format: 'jpg' },
  'cutout-image': {},
};

async function drawPhoto(bits: 8 | 16): Promise<string> {
  const path = join(await makeTestFolder(), 'photo.png');
  const small = sharp(photos.womanRed).resize(160);
  await (bits === 16 ? small.toColourspace('rgb16') : small).png().toFile(path);
  return path;
}

async function runOn(name: string, bits: 8 | 16) {
  const [toolName] = name.split(' ');
  const call = tools.find(tool => tool.name === toolName)!.calls[0]!;
  const { runs } = (await import(`./${toolName}/run.ts`)) as { runs: Runs<ToolContract> };
  const run = (runs as unknown as Record<string, Run<Record<string, unknown>>>)[call.name]!;
  const inputs = { [call.inputs[0]!.field]: await drawPhoto(bits) };
  const { output, bytes } = await tryRun(run, call.options, changing[name]!, { inputs });
  const { depth } = await sharp(bytes).metadata();
  return { depth, isTold: (output.meta!.warnings as string[]).includes('depth-reduced') };
}

it.each(Object.keys(changing))('%s', async name => {
  const { depth, isTold } = await runOn(name, 16);
  expect(isTold).toBe(depth === 'uchar');
});

it('a picture of 8 bits loses nothing', async () => {
  expect(await runOn('photo-filter', 8)).toEqual({ depth: 'uchar', isTold: false });
});
