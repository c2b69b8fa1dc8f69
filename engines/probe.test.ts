// Facts from headers: upright size and frames; facts missing from the header are absent.
import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPicture } from './image.ts';
import { probeFile } from './probe.ts';
import { sharp } from './sharp.ts';
import { h264, listen, makeClip, whyNoClips } from './video/test-clips.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'probe-'));
});
afterAll(() => rm(folder, { recursive: true }));

const names = ['plain.jpg', 'portrait-exif-6.jpg', 'exif-says-6-boxes-say-1.heic', 'portrait-by-rotation-box.heic'];
const more = [
  'plain.png',
  'plain.webp',
  'plain.gif',
  'plain.avif',
  'plain.tiff',
  'plain.bmp',
  'plain.ico',
  'plain.svg',
];
const animated = [
  ['animated-3-frames.gif', 3, 0.6],
  ['animated-3-frames.webp', 3, 0.6],
  ['animated-6-frames.png', 6, 0.9],
  ['animated-10-frames.avif', 10, 1],
] as const;

test.each(animated)('%s has %i frames that last %d s', async (name, frames, seconds) => {
  const file = fixture(name);
  const { size: bytes } = await stat(file);
  const { type, width, height } = await openPicture(file);
  expect(await probeFile(file, bytes)).toEqual({
    type,
    bytes,
    width,
    height,
    frames,
    seconds: expect.closeTo(seconds),
  });
});

test.each([...names, ...more])('%s has the size with which the engine opens it', async name => {
  const file = fixture(name);
  const { size } = await stat(file);
  const { type, width, height, frames, pages } = await openPicture(file);
  expect(await probeFile(file, size)).toEqual({ type, bytes: size, width, height, frames: Math.max(frames, pages) });
});

test('the first part of a photograph is sufficient', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const drawn = sharp({ create: { width: 600, height: 400, channels: 3, background: 'white', noise } });
  const whole = await drawn.withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const part = path.join(folder, 'part');
  await writeFile(part, whole.subarray(0, 10_000));
  expect(await probeFile(part, whole.length)).toEqual({
    type: 'jpg',
    bytes: whole.length,
    width: 400,
    height: 600,
    frames: 1,
  });
});

test.each(['huge-30000x30000.png', 'huge-screen.gif', 'claims-20000x20000.bmp', 'entity-bomb.svg', 'truncated.png'])(
  '%s is probed without an error',
  async name => {
    const { size } = await stat(fixture(name));
    expect(await probeFile(fixture(name), size)).toMatchObject({ bytes: size });
  },
);

test('bytes of no known type are refused', async () => {
  const file = path.join(folder, 'text');
  await writeFile(file, 'only words');
  await expect(probeFile(file, 10)).rejects.toMatchObject({ code: 'TYPE_UNSUPPORTED' });
  await copyFile(fixture('plain.jpg'), file);
  expect((await probeFile(file, 1)).type).toBe('jpg');
});

/** Overwrites the duration declared in the header of a Matroska file. */
async function claimSeconds(file: string, seconds: number): Promise<void> {
  const bytes = await readFile(file);
  // The element's id, and the length of its value: eight bytes.
  const at = bytes.indexOf(Buffer.from([0x44, 0x89, 0x88]));
  bytes.writeDoubleBE(seconds * 1000, at + 3);
  await writeFile(file, bytes);
}

test.skipIf(whyNoClips)('a clip is as long as its video and audio, whatever its header declares', async () => {
  const recipe = { folder, picture: 'color=gray:s=64x64:r=5:d=12', seconds: 12, args: [...h264, '-g', '100'] };
  const silent = makeClip({ ...recipe, name: 'lies.mkv', sound: null });
  const sounding = makeClip({
    ...recipe,
    name: 'sounds.mkv',
    picture: 'color=gray:s=64x64:r=5:d=1',
    sound: 'sine=frequency=440:duration=12',
    args: [...h264, '-c:a', 'aac'],
  });
  for (const file of [silent, sounding]) {
    await claimSeconds(file, 1);
    const { seconds } = await probeFile(file, (await stat(file)).size);
    expect(seconds).toBeGreaterThan(11.5);
    expect(seconds).toBeLessThan(13);
  }
});

const quietThenLoud = 'aevalsrc=(random(0)-0.5)*lt(20\\,t):s=44100:d=25';
const loudThenQuiet = 'aevalsrc=(random(0)-0.5)*lt(t\\,5):s=44100:d=25';
const mpegSound = ['-c:a', 'libmp3lame', '-q:a', '4'];
test.skipIf(whyNoClips).each([
  // ffprobe estimates minutes for those that begin quietly.
  { name: 'loud.mp3', sound: loudThenQuiet, args: [...mpegSound, '-write_xing', '0'] },
  { name: 'quiet.mp3', sound: quietThenLoud, args: [...mpegSound, '-write_xing', '0', '-id3v2_version', '3'] },
  { name: 'tagged.mp3', sound: loudThenQuiet, args: mpegSound },
  { name: 'loud.aac', sound: loudThenQuiet, args: ['-c:a', 'aac', '-b:a', '128k'] },
  { name: 'quiet.aac', sound: quietThenLoud, args: ['-c:a', 'aac', '-b:a', '128k'] },
])('the duration of $name is the one that plays', async ({ name, sound, args }) => {
  const file = makeClip({ folder, name, picture: null, sound, args });
  const facts = await probeFile(file, (await stat(file)).size);
  expect(facts.seconds).toBeGreaterThan(24.9);
  expect(facts.seconds).toBeLessThan(25.1);
  expect(facts.isDamaged).toBeUndefined();
});

test.skipIf(whyNoClips).each([
  { name: 'joined.ts', args: [...h264, '-c:a', 'aac'] },
  { name: 'joined.mpg', args: ['-c:v', 'mpeg2video', '-c:a', 'mp2'] },
])('the duration of $name includes the part after timestamps start again', async ({ name, args }) => {
  const once = await readFile(makeClip({ folder, name, seconds: 2, args }));
  const joined = path.join(folder, name);
  await writeFile(joined, Buffer.concat([once, once]));
  const facts = await probeFile(joined, once.length * 2);
  expect(facts.seconds).toBeGreaterThan(3.9);
  expect(facts.seconds).toBeLessThan(4.2);
  expect(facts.isDamaged).toBeUndefined();
});

test.skipIf(whyNoClips)('a truncated MP3 is as long as its remaining frames', async () => {
  const whole = makeClip({ folder, name: 'cut.mp3', picture: null, sound: quietThenLoud, args: mpegSound });
  const bytes = await readFile(whole);
  await writeFile(whole, bytes.subarray(0, Math.floor(bytes.length / 2)));
  const { seconds } = await probeFile(whole, Math.floor(bytes.length / 2));
  expect(seconds).toBeCloseTo(listen(whole).length / 8000, 1);
});

test.skipIf(whyNoClips)('a transport stream whose sound outlasts its video is as long as the sound', async () => {
  const picture = 'color=gray:s=64x64:r=5:d=1';
  const file = makeClip({ folder, name: 'sounds.ts', picture, sound: 'sine=frequency=440:duration=12' });
  const { seconds } = await probeFile(file, (await stat(file)).size);
  expect(seconds).toBeGreaterThan(11.9);
  expect(seconds).toBeLessThan(12.1);
});
