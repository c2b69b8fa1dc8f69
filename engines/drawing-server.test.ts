// Only raster images are accepted from a drawing server, whatever decoders are installed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { drawOnServer } from './drawing-server.ts';
import { sharp } from './sharp.ts';

const question = {
  server: 'draw',
  prompt: 'a pear',
  negativePrompt: '',
  width: 64,
  height: 64,
  count: 1,
  seed: 1,
} as const;
const answering = (bytes: Buffer) => async () => ({
  status: 200,
  body: JSON.stringify({ images: [bytes.toString('base64')] }),
});
const progress = () => undefined;
const square = sharp({ create: { width: 20, height: 12, channels: 3, background: '#306090' } });

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'drawing-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test.for(['png', 'jpeg', 'webp'] as const)('a %s is accepted and written as PNG', async format => {
  const bytes = await square.clone().toFormat(format).toBuffer();
  const {
    files: [file],
    warnings,
    meta,
  } = await drawOnServer(answering(bytes), question, { folder: await makeFolder(), progress });
  expect(file).toMatchObject({ type: 'png', width: 20, height: 12 });
  expect(warnings).toEqual(['drawn-in-other-size']);
  expect(meta.sizes).toEqual({ wanted: { width: 64, height: 64 }, drawn: { width: 20, height: 12 } });
  expect((await sharp(file!.path).metadata()).format).toBe('png');
});

test.for([
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="12"><rect width="9" height="9"/></svg>'),
  ],
  ['a TIFF', await square.clone().tiff().toBuffer()],
  ['a GIF', await square.clone().gif().toBuffer()],
  ['nothing', Buffer.alloc(0)],
] as const)('%s is a failure of the server', async ([, bytes]) => {
  const drawn = drawOnServer(answering(bytes), question, { folder: await makeFolder(), progress });
  await expect(drawn).rejects.toMatchObject({ code: 'DRAW_FAILED' });
});

test('the size that was asked for is no warning, and a scaled drawing warns of another shape only', async () => {
  const bytes = await square.clone().png().toBuffer();
  const draw = async (width: number, height: number, isScaled: boolean) => {
    const run = { folder: await makeFolder(), progress, isScaled };
    return (await drawOnServer(answering(bytes), { ...question, width, height }, run)).warnings;
  };
  expect(await draw(20, 12, false)).toEqual([]);
  expect(await draw(200, 120, true)).toEqual([]);
  expect(await draw(201, 120, false)).toEqual(['drawn-in-other-size']);
  expect(await draw(200, 150, true)).toEqual(['drawn-in-other-size']);
});
