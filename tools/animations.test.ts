// Tests that every tool which writes animations writes the frames that a browser shows of its input: colours, transparency, delays and plays. The
// inputs are animations whose frames are parts of the canvas, in every format that has frames.
import { openPicture } from 'engines/image.ts';
import { fixture } from 'engines/test-pictures.ts';
import { describe, expect, it } from 'vitest';
import { compressOptions } from './compress/contract.ts';
import { runs as compress } from './compress/run.ts';
import { cropOptions } from './crop/contract.ts';
import { runs as crop } from './crop/run.ts';
import { makeOptions, splitOptions } from './gif/contract.ts';
import { runs as gif } from './gif/run.ts';
import { convertOptions } from './image-converter/contract.ts';
import { runs as imageConverter } from './image-converter/run.ts';
import { markOptions } from './mark-image/contract.ts';
import { runs as markImage } from './mark-image/run.ts';
import { resizeOptions } from './resize/contract.ts';
import { runs as resize } from './resize/run.ts';
import { tryRun } from './test-run.ts';

const animations = [
  'cleared-frames.gif',
  'cleared-6-frames.gif',
  'restored-frames.gif',
  'small-first-frame.gif',
  'animated-6-frames.png',
  'animated-alpha.avif',
] as const;

/** Frames as pixels; the colour of a transparent pixel does not count. */
async function readAll(path: string) {
  const picture = await openPicture(path);
  const started = picture.frames > 1 ? await picture.startFrames() : picture.start();
  const data = await started.ensureAlpha().raw().toBuffer();
  for (let at = 0; at < data.length; at += 4) if (data[at + 3]! < 128) data.fill(0, at, at + 4);
  return { ...picture, data };
}
type Seen = Awaited<ReturnType<typeof readAll>>;

/** Palettes and lossy formats change single pixels at edges; boxes that are black instead of transparent are hundreds. */
function countWrong(seen: Seen, wanted: Seen): number {
  let wrong = 0;
  for (let at = 0; at < wanted.data.length; at += 4) {
    const distances = [0, 1, 2, 3].map(channel => Math.abs(seen.data[at + channel]! - wanted.data[at + channel]!));
    if (Math.max(...distances) > 48) wrong += 1;
  }
  return wrong;
}

const imageUrl = (name: string) => ({ inputs: { imageUrl: fixture(name) } });
/** A mark so small that it covers a few pixels. */
const dot = { markContent: '.', fontSize: 1, opacity: 0.01 };

const writers: Readonly<Record<string, (name: string) => ReturnType<typeof tryRun>>> = {
  'convert to GIF': name => tryRun(imageConverter.convert, convertOptions, { format: 'gif' }, imageUrl(name)),
  'convert to WebP': name => tryRun(imageConverter.convert, convertOptions, { format: 'webp' }, imageUrl(name)),
  resize: name => tryRun(resize.resize, resizeOptions, { percent: 100 }, imageUrl(name)),
  crop: name => tryRun(crop.crop, cropOptions, {}, imageUrl(name)),
  compress: name => tryRun(compress.compress, compressOptions, { quality: 90 }, imageUrl(name)),
  'add a mark': name => tryRun(markImage.mark, markOptions, dot, imageUrl(name)),
  'make a GIF': name =>
    tryRun(gif.make, makeOptions, { background: 'transparent' }, { lists: { list: [fixture(name)] } }),
  'make a WebP': name =>
    tryRun(gif.make, makeOptions, { background: 'transparent', format: 'webp' }, { lists: { list: [fixture(name)] } }),
};

describe.each(Object.entries(writers))('%s', (writer, write) => {
  it.each(animations)('keeps the frames of %s', async name => {
    const { file, output } = await write(name);
    const [seen, wanted] = [await readAll(file.path), await readAll(fixture(name))];
    expect([seen.width, seen.height, seen.frames]).toEqual([wanted.width, wanted.height, wanted.frames]);
    expect(countWrong(seen, wanted)).toBeLessThan((wanted.data.length / 4) * 0.01);
    expect(seen.timing?.delaysMs).toEqual(wanted.timing?.delaysMs);
    // The GIF maker has an option for the number of plays.
    if (!writer.startsWith('make')) expect(seen.timing?.loop).toBe(wanted.timing?.loop);
    expect(output.meta?.warnings ?? []).not.toContain('first-frame-only');
  });
});

describe('split', () => {
  it.each(animations)('returns every frame of %s as browsers show it', async name => {
    const { output } = await tryRun(gif.split, splitOptions, {}, imageUrl(name));
    const wanted = await readAll(fixture(name));
    expect(output.files).toHaveLength(wanted.frames);
    expect(output.meta).toMatchObject({ delaysMs: wanted.timing?.delaysMs, loop: wanted.timing?.loop });
    const size = wanted.width * wanted.height * 4;
    for (const [number, { path }] of output.files.entries()) {
      const frame = { ...wanted, data: wanted.data.subarray(number * size, (number + 1) * size) };
      expect(countWrong(await readAll(path), frame), `frame ${number}`).toBe(0);
    }
  });
});

it('a still whose only frame is smaller than its canvas is transparent around it', async () => {
  for (const format of ['png', 'webp', 'gif'] as const) {
    const name = 'offset-still.gif';
    const { file } = await tryRun(imageConverter.convert, convertOptions, { format }, imageUrl(name));
    expect(countWrong(await readAll(file.path), await readAll(fixture(name))), format).toBe(0);
  }
});
