// Tests films from digital tape, as they lie in files of their own and in other containers: shape, sound, parts, and frames of two fields.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { probeFile } from 'engines/probe.ts';
import { expectColours, quarters } from 'engines/test-pictures.ts';
import {
  countFrames,
  listen,
  lookAtQuarters,
  makeClip,
  nameColours,
  pitchOf,
  quartersOf,
  readFrame,
  whyNoClips,
} from 'engines/video/test-clips.ts';
import { describe, expect, test } from 'vitest';
import { makeTestFolder } from '../test-run.ts';
import { convert } from './test-converter.ts';

const tolerance = 26;
const size = '720x576';

/** A white bar that has moved on from one field to the next, so that each frame is combed at its sides. */
const movingBar = [
  `color=black:s=${size}:r=50:d=0.32[ground]`,
  `color=white:s=80x576:r=50:d=0.32[bar]`,
  "[ground][bar]overlay=x='100+n*12':y=0,tinterlace=interleave_bottom",
].join(';');

/** The mean difference of neighbouring lines. */
function measureCombs(path: string): number {
  const { data, width, height } = readFrame(path, 0.12);
  const line = width * 3;
  let sum = 0;
  for (let at = 0; at < line * (height - 1); at += 3) sum += Math.abs(data[at]! - data[at + line]!);
  return sum / (width * (height - 1));
}

const blockBytes = 80;
/** The pack by which a frame says how it is to be shown, and the bit in it that says "interlaced" (IEC 61834-4, VAUX source control). */
const showing = { pack: 0x61, byte: 3, interlaced: 0x10 };

/** Clears the mark of interlaced frames wherever a tape has it: in the three auxiliary blocks of each sequence. */
async function markProgressive(path: string): Promise<void> {
  const bytes = await readFile(path);
  for (let block = 0; block < bytes.length; block += blockBytes)
    for (let pack = block + 3; (bytes[block]! & 0xe0) === 0x40 && pack < block + blockBytes - 5; pack += 5)
      if (bytes[pack] === showing.pack) bytes[pack + showing.byte]! &= ~showing.interlaced;
  await writeFile(path, bytes);
}

describe.skipIf(whyNoClips)('a film from digital tape', () => {
  test.each([
    ['pal-dv', '4:3', 768, 576, 25],
    ['pal-dv', '16:9', 1024, 576, 25],
    ['ntsc-dv', '4:3', 640, 480, 29.97],
    ['ntsc-dv', '16:9', 853, 480, 29.97],
  ])('of %s in %s has its shape, its sound and its length', async (target, aspect, width, height, rate) => {
    const args = ['-target', target, '-aspect', aspect];
    const path = makeClip({ folder: await makeTestFolder(), name: 'tape.dv', args });
    const facts = await probeFile(path, 1);
    expect(facts).toMatchObject({ type: 'dv', width, height });
    expect(facts.streams?.[0]).toMatchObject({ codec: 'dvvideo', framesPerSecond: rate, isInterlaced: true });
    const made = await convert(path);
    expect(Math.abs(made.facts.width! - width)).toBeLessThan(2);
    expect(made.facts.height).toBe(height);
    expect(Math.abs(made.facts.seconds! - 1)).toBeLessThan(0.05);
    expectColours(lookAtQuarters(made.file.path), quarters, tolerance);
    expect(Math.abs(pitchOf(listen(made.file.path)) - 440)).toBeLessThan(12);
    expect(listen(made.file.path).length / 8000).toBeGreaterThan(0.9);
  });

  test('begins where it is cut', async () => {
    const picture = `color=red:s=${size}:r=25:d=1,drawbox=c=lime:t=fill:enable='gte(t,0.4)',drawbox=c=blue:t=fill:enable='gte(t,0.8)'`;
    const sound = `sine=frequency=440:duration=1,volume=0:enable='lt(t,0.6)'`;
    const path = makeClip({
      folder: await makeTestFolder(),
      name: 'tape.dv',
      picture,
      sound,
      args: ['-target', 'pal-dv'],
    });
    const made = await convert(path, { start: 0.4, end: 1 });
    expect(nameColours(made.file.path, 0, 0.36, 0.42, 0.54)).toEqual(['green', 'green', 'blue', 'blue']);
    expect(countFrames(made.file.path).frames).toBe(15);
    const tone = listen(made.file.path).findIndex(one => Math.abs(one) > 0.02) / 8000;
    expect(Math.abs(tone - 0.2)).toBeLessThan(0.05);
  });

  test.each(['dv', 'avi', 'mov'])('in %s has whole frames afterwards', async type => {
    const args = ['-target', 'pal-dv', '-c:v', 'dvvideo', '-c:a', 'pcm_s16le', '-f', type];
    const path = makeClip({
      folder: await makeTestFolder(),
      name: `tape.${type}`,
      picture: movingBar,
      sound: null,
      args,
    });
    expect(measureCombs(path)).toBeGreaterThan(6);
    const made = await convert(path);
    expect(made.video).toMatchObject({ codec: 'h264', isInterlaced: false });
    expect(measureCombs(made.file.path)).toBeLessThan(1);
  });

  test('keeps the lines of frames that say they are whole', async () => {
    const folder = await makeTestFolder();
    const path = makeClip({ folder, name: 'tape.dv', picture: movingBar, sound: null, args: ['-target', 'pal-dv'] });
    await markProgressive(path);
    expect(measureCombs((await convert(path)).file.path)).toBeGreaterThan(6);
  });

  test('of which the last frame is cut off is converted up to it', async () => {
    const folder = await makeTestFolder();
    const path = makeClip({ folder, name: 'tape.dv', picture: quartersOf(size, 0.4), args: ['-target', 'pal-dv'] });
    const cut = join(folder, 'cut.dv');
    await writeFile(cut, (await readFile(path)).subarray(0, 144_000 * 6 + 70_000));
    const made = await convert(cut);
    expect(countFrames(made.file.path).frames).toBeGreaterThanOrEqual(6);
    expectColours(lookAtQuarters(made.file.path, 0.2), quarters, tolerance);
  });
});
