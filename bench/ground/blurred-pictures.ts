// Blurred pictures with their truth, and sharp ones: cut from the pictures of the ground, shaken or out of focus with noise and JPEG as a phone saves
// them, every second one reduced and compressed again as a messenger does.

import { mulberry32 } from 'contract/random.ts';
import type { Pixels } from '../../engines/pixels/plane.ts';
import { sharp } from '../../engines/sharp.ts';
import { blurByTaps, cutMargin, drawTaps, type Tap } from '../blurs.ts';
import { type GroundPicture, groundPictures, type Half, spread } from './ground.ts';
import { addNoise, open, passJpeg, read } from './recompress.ts';
import { drawShake } from './soften.ts';

export interface BlurredPicture {
  readonly name: string;
  readonly kind: 'shake' | 'defocus';
  readonly holdsText: boolean;
  readonly pixels: Pixels;
  /** What an ideal engine would return, of the same size. Absent for pictures that were blurred when they were found. */
  readonly clean?: Pixels;
}

/** Side of a result. The crop that is blurred is larger by the margin of the blur and by what a messenger reduces. */
const side = 448;
const margin = 48;
/** Photographs are looked at in this size; at the size of the sensor most are soft. */
const viewed = 1600;
/** Text on a screen is enlarged as if photographed from nearby: its letters are some 20 pixels high. */
const textScale = 2;

/** Extents in pixels of the result: of a shake along its longest direction, and radii of a disc. Less is hardly seen, more leaves nothing. */
const shakes = { photo: [5, 26], text: [8, 20] } as const;
const discs = { photo: [2, 6], text: [3, 5.5] } as const;

type Random = () => number;
const between = (random: Random, [from, to]: readonly [number, number]) => from + (to - from) * random();

/** The length of an even line with the variance of the kernel along its longest direction. */
function measureExtent(taps: readonly Tap[]): number {
  const meanOf = (value: (tap: Tap) => number) => taps.reduce((sum, tap) => sum + tap[2] * value(tap), 0);
  const [x, y] = [meanOf(tap => tap[0]), meanOf(tap => tap[1])];
  const [across, down] = [meanOf(tap => (tap[0] - x) ** 2), meanOf(tap => (tap[1] - y) ** 2)];
  const both = meanOf(tap => (tap[0] - x) * (tap[1] - y));
  const half = (across + down) / 2;
  return Math.sqrt(12 * (half + Math.sqrt(half * half - across * down + both * both)));
}

function drawExtent(random: Random, [min, max]: readonly [number, number], part: number): readonly Tap[] {
  for (;;) {
    const taps = drawShake(random);
    const extent = part * measureExtent(taps);
    if (extent >= min && extent <= max) return taps;
  }
}

/** The picture as it is looked at, flattened. */
async function readPicture({ file }: GroundPicture, max: number): Promise<Pixels> {
  const fit = { fit: 'inside', withoutEnlargement: true } as const;
  const pipeline = sharp(file).rotate().resize(max, max, fit).toColourspace('srgb').flatten({ background: '#ffffff' });
  return read(pipeline);
}

/** The square of this side with the most detail, so that there is something to see in it. */
async function cutDetailed(pixels: Pixels, wanted: number): Promise<Pixels> {
  const { data, width, height } = pixels;
  const [wide, high] = [Math.min(width, wanted), Math.min(height, wanted)];
  const detailAt = (left: number, top: number) => {
    let sum = 0;
    for (let y = top; y < top + high - 3; y += 3)
      for (let x = left; x < left + wide - 3; x += 3) {
        const i = (y * width + x) * 3 + 1;
        sum += Math.min(40, Math.abs(data[i + 3]! - data[i]!) + Math.abs(data[i + 3 * width]! - data[i]!));
      }
    return sum;
  };
  const places = [0, 1, 2, 3, 4].flatMap(row =>
    [0, 1, 2, 3, 4].map(column => ({
      left: Math.floor(((width - wide) * column) / 4),
      top: Math.floor(((height - high) * row) / 4),
    })),
  );
  const best = places
    .map(place => ({ place, detail: detailAt(place.left, place.top) }))
    .reduce((max, one) => (one.detail > max.detail ? one : max)).place;
  return read(open(pixels).extract({ ...best, width: wide, height: high }));
}

const reduce = (pixels: Pixels, part: number): Promise<Pixels> =>
  read(
    open(pixels).resize(Math.round(pixels.width * part), Math.round(pixels.height * part), {
      fit: 'fill',
      kernel: 'cubic',
    }),
  );

/** As a phone saves it, and, if `part` is below 1, as a messenger sends it on. */
async function expose(source: Pixels, taps: readonly Tap[], part: number, random: Random) {
  const whole = { ...source, channels: 3 as const };
  const noisy = addNoise(blurByTaps(whole, taps), between(random, [1, 3]), random);
  const saved = await passJpeg(noisy, Math.round(between(random, [84, 93])));
  const clean = cutMargin(whole);
  if (part === 1) return { pixels: saved, clean };
  const sent = await passJpeg(await reduce(saved, part), Math.round(between(random, [62, 76])));
  return { pixels: sent, clean: await reduce(clean, part) };
}

async function blurPicture(
  picture: GroundPicture,
  kind: BlurredPicture['kind'],
  index: number,
  draw: number,
): Promise<BlurredPicture> {
  const random = mulberry32(7919 * index + (kind === 'shake' ? 1 : 2) + 104_729 * draw);
  const isText = picture.kind !== 'photo';
  const part = index % 2 === 0 ? 1 : between(random, [0.62, 0.88]);
  const wanted = Math.ceil(side / part) + margin;
  const seen = isText
    ? await reduce(await cutDetailed(await readPicture(picture, 4000), Math.ceil(wanted / textScale)), textScale)
    : await cutDetailed(await readPicture(picture, viewed), wanted);
  const what = isText ? 'text' : 'photo';
  const taps =
    kind === 'shake'
      ? drawExtent(random, shakes[what], part)
      : drawTaps({ kind: 'disc', size: between(random, discs[what]) / part, degrees: 0 });
  return { name: picture.name, kind, holdsText: isText, ...(await expose(seen, taps, part, random)) };
}

const minSide = 480;
const isLarge = ({ width, height }: GroundPicture) => Math.min(width, height) >= minSide;

/** Three of five are shaken, the others out of focus. */
const counts = { photo: 40, text: 20 } as const;
const kindOf = (index: number): BlurredPicture['kind'] => ((index * 3) % 5 < 3 ? 'shake' : 'defocus');

/** Those whose writing is print or a screen's, and that can be read when they are sharp. */
const written = (half: Half) =>
  groundPictures({ half, kind: ['screenshot', 'scan'] }).filter(({ holds }) => holds.has('text') && !holds.has('blur'));

/** Another `draw` has other pictures, as far as there are others, with other blurs. */
export async function* makeBlurred(
  half: Half,
  what: 'photo' | 'text',
  kinds: readonly BlurredPicture['kind'][],
  share = 1,
  draw = 0,
): AsyncGenerator<BlurredPicture> {
  const photos = () => groundPictures({ half, kind: 'photo' }).filter(one => !one.holds.has('blur') && isLarge(one));
  const every = Math.round(1 / share);
  const all = what === 'text' ? written(half) : photos();
  const turned = [...all.slice(draw), ...all.slice(0, draw)];
  for (const [index, picture] of spread(turned, counts[what]).entries()) {
    const kind = kindOf(index);
    if (kinds.includes(kind) && index % every === 0) yield blurPicture(picture, kind, index, draw);
  }
}

/** Pictures that were blurred when they were found. There is no truth of them. */
export async function* readFoundBlurred(half: Half): AsyncGenerator<BlurredPicture> {
  for (const picture of groundPictures({ half }).filter(({ holds }) => holds.has('blur')))
    yield {
      name: picture.name,
      kind: 'shake',
      holdsText: picture.holds.has('text'),
      pixels: await readPicture(picture, viewed),
    };
}

interface SharpPicture {
  readonly name: string;
  readonly pixels: Pixels;
}

const grain = 7;
/** The middle, not the most detailed square: shallow depth of field, fog, clouds and night are there as they were taken. */
async function cutCentre(picture: GroundPicture): Promise<Pixels> {
  const pixels = await readPicture(picture, viewed);
  const { width, height } = pixels;
  const [wide, high] = [Math.min(width, side), Math.min(height, side)];
  return read(
    open(pixels).extract({ left: (width - wide) >> 1, top: (height - high) >> 1, width: wide, height: high }),
  );
}

/** Sharp pictures: photographs (some with film grain, some sent by a messenger), views, drawings, screenshots, scans. */
export async function* readSharp(half: Half, share = 1): AsyncGenerator<SharpPicture> {
  const of = (kind: Parameters<typeof groundPictures>[0]['kind'], isView?: boolean) =>
    groundPictures({ half, ...(kind && { kind }) }).filter(
      ({ holds }) => !holds.has('blur') && (isView === undefined || holds.has('view') === isView),
    );
  const wishes = [
    [of('photo', false), 14],
    [of('photo', true), 6],
    [of('drawing'), 4],
    [of('screenshot'), 4],
    [of('scan'), 2],
  ] as const;
  const chosen = wishes.flatMap(([pictures, count]) => spread(pictures, count));
  const every = Math.round(1 / share);
  for (const [index, picture] of chosen.entries()) {
    if (index % every !== 0) continue;
    const random = mulberry32(index + 1);
    const pixels = await cutCentre(picture);
    const spoilt =
      index % 5 === 3 ? addNoise(pixels, grain, random) : index % 5 === 4 ? await passJpeg(pixels, 70) : pixels;
    yield { name: picture.name, pixels: spoilt };
  }
}

/** Two photographs of 12 megapixels: a shaken one and one out of focus. */
export async function* makeLarge(half: Half): AsyncGenerator<BlurredPicture> {
  const large = groundPictures({ half, kind: 'photo' }).filter(({ width, height }) => width * height >= 1.2e7);
  for (const [index, kind] of (['shake', 'defocus'] as const).entries()) {
    const random = mulberry32(97 + index);
    const picture = large[index]!;
    const source = await read(
      sharp(picture.file)
        .resize(4000 + margin, 3000 + margin, { fit: 'cover' })
        .toColourspace('srgb')
        .flatten({ background: '#ffffff' }),
    );
    const taps = kind === 'shake' ? drawExtent(random, [16, 30], 1) : drawTaps({ kind: 'disc', size: 5, degrees: 0 });
    yield { name: picture.name, kind, holdsText: false, ...(await expose(source, taps, 1, random)) };
  }
}

/** A shaken photograph of one megapixel. */
export async function* makeMegapixel(half: Half): AsyncGenerator<BlurredPicture> {
  const wanted = 1000 + margin;
  const large = groundPictures({ half, kind: 'photo' }).filter(
    ({ width, height }) => Math.min(width, height) >= wanted,
  );
  const random = mulberry32(11);
  const source = await cutDetailed(await readPicture(large[5]!, viewed * 1.3), wanted);
  const taps = drawExtent(random, shakes.photo, 1);
  yield { name: large[5]!.name, kind: 'shake', holdsText: false, ...(await expose(source, taps, 1, random)) };
}
