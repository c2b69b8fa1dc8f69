// The watermark of locked previews: all over an opaque picture, and on a cut-out subject without touching its transparency.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeLockedPreview } from './locked-preview.ts';
import { sharp } from './sharp.ts';
import { probeClip } from './video/probe-clip.ts';
import { h264, listen, lookAtQuarters, makeClip, pitchOf, whyNoClips } from './video/test-clips.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'locked-preview-'));
});
afterAll(() => rm(folder, { recursive: true }));

const readRaw = (path: string) => sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

/** A grey disc on transparency; its edge is half see-through. */
async function writeDisc(side: number): Promise<string> {
  const pixels = Buffer.alloc(side * side * 4, 128);
  for (let at = 0; at < side * side; at++) {
    const away = Math.hypot((at % side) - side / 2, Math.floor(at / side) - side / 2) / side;
    pixels[at * 4 + 3] = away < 0.3 ? 255 : away < 0.35 ? 128 : 0;
  }
  const path = join(folder, 'disc.png');
  await sharp(pixels, { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toFile(path);
  return path;
}

test('a cut-out subject is marked, and its transparency is the same as before', async () => {
  const path = await writeDisc(900);
  const preview = (await writeLockedPreview({ path, type: 'png' }, join(folder, 'disc'), ['Pixwright']))!;
  const [before, after] = await Promise.all([readRaw(path), readRaw(preview)]);
  expect(after.info).toMatchObject({ width: 900, height: 900 });
  let marked = 0;
  for (let at = 0; at < before.data.length; at += 4) {
    if (before.data[at + 3] !== after.data[at + 3]) throw new Error(`transparency differs at byte ${at}`);
    if (before.data[at + 3] === 255 && Math.abs(after.data[at]! - 128) > 20) marked += 1;
  }
  expect(marked / (Math.PI * 270 ** 2)).toBeGreaterThan(0.05);
});

test('an opaque picture is marked in each quarter, at most 1080 pixels wide', async () => {
  const path = join(folder, 'grey.jpg');
  await sharp({ create: { width: 2000, height: 1200, channels: 3, background: '#808080' } }).toFile(path);
  const preview = (await writeLockedPreview({ path, type: 'jpg' }, join(folder, 'grey'), ['Pixwright']))!;
  const { data, info } = await readRaw(preview);
  expect(info).toMatchObject({ width: 1080, height: 648 });
  const marked = [0, 0, 0, 0];
  for (let at = 0, i = 0; at < data.length; at += 4, i++) {
    const quarter = (i % info.width < info.width / 2 ? 0 : 1) + (i < data.length / 8 ? 0 : 2);
    if (Math.abs(data[at]! - 128) > 20) marked[quarter]! += 1;
  }
  for (const count of marked) expect(count / (data.length / 16)).toBeGreaterThan(0.04);
});

test('the name is the first one that can be drawn', async () => {
  const path = join(folder, 'plain.png');
  await sharp({ create: { width: 600, height: 400, channels: 3, background: '#808080' } }).toFile(path);
  const pixelsWith = async (stem: string, names: readonly string[]) =>
    (await readRaw((await writeLockedPreview({ path, type: 'png' }, join(folder, stem), names))!)).data;
  const [chinese, english] = [await pixelsWith('zh', ['像素坊']), await pixelsWith('en', ['Pixwright'])];
  expect(chinese.equals(english)).toBe(false);
  expect((await pixelsWith('first', ['像素坊', 'Pixwright'])).equals(chinese)).toBe(true);
  // A character for private use, which no font has.
  expect((await pixelsWith('second', ['\ue000', 'Pixwright'])).equals(english)).toBe(true);
});

/** Two tones of which the second is the one that players choose. */
const twoTones = [
  ...['-filter_complex', 'sine=frequency=880:duration=2[second]', '-map', '[second]'],
  ...['-disposition:a:0', '0', '-disposition:a:1', 'default', '-c:a', 'aac'],
];

test.skipIf(whyNoClips)('clips and recordings are previewed with the tracks that players choose', async () => {
  const path = makeClip({
    folder,
    name: 'two.mp4',
    seconds: 2,
    args: ['-map', '0:v', '-map', '1:a', ...twoTones, ...h264],
  });
  const clip = (await writeLockedPreview({ path, type: 'mp4' }, join(folder, 'clip'), ['Pixwright']))!;
  expect(Math.abs(pitchOf(listen(clip)) - 880)).toBeLessThan(30);
  expect(lookAtQuarters(clip)[0]![0]).toBeGreaterThan(150);
  const sound = makeClip({ folder, name: 'two.m4a', picture: null, seconds: 2, args: ['-map', '0:a', ...twoTones] });
  const heard = (await writeLockedPreview({ path: sound, type: 'm4a' }, join(folder, 'heard'), ['Pixwright']))!;
  expect(Math.abs(pitchOf(listen(heard)) - 880)).toBeLessThan(30);
});

test.skipIf(whyNoClips)('a silent clip is previewed without sound', async () => {
  const path = makeClip({ folder, name: 'silent.mp4', sound: null, args: h264 });
  const clip = (await writeLockedPreview({ path, type: 'mp4' }, join(folder, 'silent-preview'), ['Pixwright']))!;
  expect((await probeClip({ path: clip, type: 'mp4' })).streams?.map(({ kind }) => kind)).toEqual(['video']);
});
