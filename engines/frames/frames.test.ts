// Frames of animations are composed as browsers show them: pixels and alpha of every frame, delays, plays, and limits.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeChunk, pngSignature } from '../formats/wrap-png.ts';
import { openPicture } from '../image.ts';
import { fixture, refusalOf } from '../test-pictures.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frames-'));
});
afterAll(() => rm(folder, { recursive: true }));

type Place = readonly [x: number, y: number];

/** Returns red, green, blue and alpha at these places of every frame; a transparent pixel as four zeros. */
async function look(path: string, places: readonly Place[]): Promise<number[][][]> {
  const picture = await openPicture(path);
  const started = picture.frames > 1 ? await picture.startFrames() : picture.start();
  const data = await started.ensureAlpha().raw().toBuffer();
  return Array.from({ length: picture.frames }, (_, frame) =>
    places.map(([x, y]) => {
      const at = ((frame * picture.height + y) * picture.width + x) * 4;
      return data[at + 3] === 0 ? [0, 0, 0, 0] : [...data.subarray(at, at + 4)];
    }),
  );
}

const nothing = [0, 0, 0, 0];
const red = [255, 0, 0, 255];
const green = [0, 255, 0, 255];
const blue = [0, 0, 255, 255];

describe('GIF', () => {
  test('a frame that is cleared leaves nothing behind, though no frame declares a transparent colour', async () => {
    const places: Place[] = [
      [15, 30],
      [40, 30],
      [60, 30],
      [5, 5],
    ];
    expect(await look(fixture('cleared-frames.gif'), places)).toEqual([
      [nothing, nothing, nothing, nothing],
      [red, nothing, nothing, nothing],
      [nothing, green, nothing, nothing],
      [nothing, nothing, blue, nothing],
    ]);
    expect(await openPicture(fixture('cleared-6-frames.gif'))).toMatchObject({
      frames: 6,
      hasAlpha: true,
      timing: { delaysMs: [100, 200, 300, 100, 50, 150], loop: 4 },
    });
  });

  test('around a first frame that is smaller than the canvas there is nothing, also in a still', async () => {
    const places: Place[] = [
      [5, 5],
      [40, 30],
      [75, 30],
    ];
    expect(await look(fixture('small-first-frame.gif'), places)).toEqual([
      [nothing, red, nothing],
      [nothing, green, nothing],
    ]);
    expect(await look(fixture('offset-still.gif'), places)).toEqual([[nothing, red, nothing]]);
  });

  test('a frame that is restored gives way to what was there before it', async () => {
    const [ground, yellow] = [
      [32, 64, 192, 255],
      [255, 255, 0, 255],
    ];
    const places: Place[] = [
      [40, 50],
      [75, 50],
      [5, 5],
    ];
    expect(await look(fixture('restored-frames.gif'), places)).toEqual([
      [ground, ground, nothing],
      [red, ground, nothing],
      [green, ground, nothing],
      [yellow, ground, nothing],
    ]);
  });

  test('frames far larger than the canvas are refused before they are decoded', async () => {
    const file = Buffer.from(await readFile(fixture('small-first-frame.gif')));
    const last = file.lastIndexOf(Buffer.from('2c14000f0028001e00', 'hex'));
    file.writeUInt16LE(65_535, last + 5);
    file.writeUInt16LE(65_535, last + 7);
    const path = join(folder, 'beyond.gif');
    await writeFile(path, file);
    const picture = await openPicture(path);
    expect(picture).toMatchObject({ frames: 2, width: 80, height: 60 });
    expect(await refusalOf(picture.startFrames())).toBe('FILE_CORRUPT');
  });
});

/** Makes an animated PNG of this size whose frames have one colour each. */
function makeApng(
  width: number,
  height: number,
  frames: readonly {
    area: readonly [left: number, top: number, width: number, height: number];
    colour: readonly number[];
    delay?: readonly [above: number, below: number];
    dispose?: number;
    blend?: number;
  }[],
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames.length, 0);
  control.writeUInt32BE(2, 4);
  let sequence = 0;
  const chunks = frames.flatMap(({ area, colour, delay = [1, 10], dispose = 0, blend = 0 }, number) => {
    const own = Buffer.alloc(26);
    own.writeUInt32BE(sequence++, 0);
    const [left, top, across, down] = area;
    for (const [i, value] of [across, down, left, top].entries()) own.writeUInt32BE(value, 4 + i * 4);
    own.writeUInt16BE(delay[0], 20);
    own.writeUInt16BE(delay[1], 22);
    own.set([dispose, blend], 24);
    const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: across }, () => Buffer.from(colour))]);
    const pixels = deflateSync(Buffer.concat(Array.from({ length: down }, () => row)));
    const numbered = Buffer.alloc(4);
    if (number > 0) numbered.writeUInt32BE(sequence++, 0);
    return [
      ...makeChunk('fcTL', own),
      ...(number === 0 ? makeChunk('IDAT', pixels) : makeChunk('fdAT', Buffer.concat([numbered, pixels]))),
    ];
  });
  return Buffer.concat([
    pngSignature,
    ...makeChunk('IHDR', head),
    ...makeChunk('acTL', control),
    ...chunks,
    ...makeChunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('animated PNG', () => {
  test('has all its frames, delays and plays', async () => {
    const path = fixture('animated-6-frames.png');
    expect(await openPicture(path)).toMatchObject({
      frames: 6,
      pages: 1,
      timing: { delaysMs: [100, 200, 300, 100, 50, 150], loop: 3 },
    });
    const places: Place[] = [
      [5, 30],
      [15, 30],
      [60, 30],
    ];
    const seen = await look(path, places);
    expect(seen[0]).toEqual([red, nothing, nothing]);
    expect(seen[1]).toEqual([nothing, [255, 40, 0, 255], nothing]);
    expect(seen[5]).toEqual([nothing, nothing, [255, 200, 0, 255]]);
  });

  test('blends half transparent frames, replaces, clears and restores', async () => {
    const path = join(folder, 'blended.png');
    await writeFile(
      path,
      makeApng(8, 8, [
        { area: [0, 0, 8, 8], colour: red },
        { area: [0, 0, 4, 8], colour: [0, 0, 255, 128], blend: 1, dispose: 2 },
        { area: [4, 0, 4, 8], colour: [0, 0, 255, 128], dispose: 1 },
        { area: [0, 4, 2, 2], colour: green, delay: [1, 30] },
      ]),
    );
    const places: Place[] = [
      [1, 1],
      [6, 1],
      [1, 5],
    ];
    expect(await look(path, places)).toEqual([
      [red, red, red],
      [[127, 0, 128, 255], red, [127, 0, 128, 255]],
      [red, [0, 0, 255, 128], red],
      [red, nothing, green],
    ]);
    const { timing } = await openPicture(path);
    expect(timing?.delaysMs[3]).toBeCloseTo(33.33, 1);
  });

  test('a frame that leaves the canvas ends the animation, and a PNG that only claims frames is a still', async () => {
    const path = join(folder, 'outside.png');
    const two = { area: [0, 0, 4, 4], colour: red } as const;
    await writeFile(path, makeApng(4, 4, [two, two, { area: [2, 0, 4, 4], colour: green }]));
    expect(await openPicture(path)).toMatchObject({ frames: 2 });
    await writeFile(path, makeApng(4, 4, [two]));
    expect(await openPicture(path)).toMatchObject({ frames: 1, timing: undefined });
  });

  test('more frames than memory holds are refused, and the first one can still be used', async () => {
    const path = join(folder, 'many.png');
    const first = { area: [0, 0, 3000, 3000], colour: red } as const;
    const dot = { area: [0, 0, 1, 1], colour: green } as const;
    await writeFile(path, makeApng(3000, 3000, [first, ...Array.from({ length: 20 }, () => dot)]));
    const picture = await openPicture(path);
    expect(picture.frames).toBe(21);
    expect(await refusalOf(picture.startFrames())).toBe('FRAMES_TOO_MANY');
    expect((await picture.start().resize(2, 2).raw().toBuffer())[0]).toBe(255);
  });

  test('damaged pixels of a later frame are refused', async () => {
    const path = join(folder, 'damaged.png');
    const bytes = await readFile(fixture('animated-6-frames.png'));
    const at = bytes.lastIndexOf('fdAT') + 12;
    bytes.fill(0xff, at, at + 8);
    await writeFile(path, bytes);
    const picture = await openPicture(path);
    expect(await refusalOf(picture.startFrames())).toBe('FILE_CORRUPT');
  });
});

describe('animated AVIF', () => {
  test('has all its frames and delays', async () => {
    const picture = await openPicture(fixture('animated-10-frames.avif'));
    expect(picture).toMatchObject({ frames: 10, width: 80, height: 60, timing: { loop: 0 } });
    expect(picture.timing?.delaysMs).toEqual(new Array(10).fill(100));
    const { data, info } = await (await picture.startFrames()).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 80, height: 600 });
    // The colours of the lower edge change from frame to frame.
    const edges = Array.from({ length: 10 }, (_, frame) => {
      const at = ((frame * 60 + 50) * 80 + 5) * info.channels;
      return String([...data.subarray(at, at + 3)]);
    });
    expect(new Set(edges).size).toBe(10);
  });

  test('with transparency keeps it, and delays of different length', async () => {
    const path = fixture('animated-alpha.avif');
    expect(await openPicture(path)).toMatchObject({
      frames: 5,
      hasAlpha: true,
      timing: { delaysMs: [100, 200, 300, 50, 80], loop: 0 },
    });
    const seen = await look(path, [
      [22, 30],
      [60, 30],
      [5, 50],
    ]);
    for (const [channel, value] of [220, 40, 40, 255].entries()) {
      expect(Math.abs(seen[0]![0]![channel]! - value)).toBeLessThan(4);
      expect(Math.abs(seen[4]![1]![channel]! - value)).toBeLessThan(8);
    }
    expect([seen[0]![1], seen[0]![2], seen[4]![0]]).toEqual([nothing, nothing, nothing]);
  });

  test('with a track of depth hides nothing behind it', async () => {
    const path = join(folder, 'depth.avif');
    const bytes = await readFile(fixture('animated-alpha.avif'));
    const kind = 'auxiliary:';
    bytes.write('depth', bytes.lastIndexOf(`${kind}alpha`) + kind.length, 'latin1');
    await writeFile(path, bytes);
    const [first] = await look(path, [[5, 50]]);
    expect(first![0]![3]).toBe(255);
  });

  test('cut off in its frames is refused as damaged only when they are read', async () => {
    const path = join(folder, 'cut.avif');
    const bytes = await readFile(fixture('animated-10-frames.avif'));
    await writeFile(path, bytes.subarray(0, bytes.length - 900));
    const picture = await openPicture(path);
    expect(await refusalOf(picture.startFrames())).toBe('FILE_CORRUPT');
  });
});
