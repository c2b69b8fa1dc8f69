// Joins separate video and audio: in the result the tone begins with the green picture, and it is as long as its parts together.
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaName } from 'contract/media.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { extractSound, sampleRate } from '../speech/extract-sound.ts';
import { joinTracks } from './join-tracks.ts';
import { countFrames, h264, makeClip, readFrame, whyNoClips } from './test-clips.ts';

const home = mkdtempSync(join(tmpdir(), 'join-tracks-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Red, and green from `change` on; silence, and a tone from `change` on. The files begin at these times of their common clock. */
function makePair(options: { type: MediaName; seconds: number; change: number; video?: number; sound?: number }) {
  const { type, seconds, change, video = 0, sound = 0 } = options;
  const folder = mkdtempSync(join(home, 'pair-'));
  const picture = `color=c=0xdc2828:s=160x90:r=25:d=${change - video}[a];color=c=0x28b43c:s=160x90:r=25:d=${seconds - change}[b];[a][b]concat=n=2:v=1`;
  const tone = `sine=frequency=440:duration=${seconds - sound},volume=0:enable='lt(t,${change - sound})'`;
  const from = (time: number) => ['-output_ts_offset', String(time)];
  return {
    video: makeClip({ folder, name: `v.${type}`, picture, sound: null, args: [...h264, '-g', '25', ...from(video)] }),
    sound: makeClip({ folder, name: `s.${type}`, picture: null, sound: tone, args: ['-c:a', 'aac', ...from(sound)] }),
  };
}

/** Seconds at which the picture turns green and the tone begins, and the times of the frames. */
async function observe(path: string, from = 0) {
  const { times } = countFrames(path);
  const sound = await extractSound(
    { file: { path, type: 'mkv' }, start: 0, seconds: 60, folder: home },
    () => undefined,
  );
  const bytes = readFileSync(sound.path);
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  const tone = samples.findIndex((sample, at) => at >= from * sampleRate && Math.abs(sample) > 1000);
  const shown = times.filter(time => time >= from);
  let [red, green] = [-1, shown.length - 1];
  while (green - red > 1) {
    const middle = (red + green) >> 1;
    if (readFrame(path, shown[middle]! - 0.01).data[1]! > 120) green = middle;
    else red = middle;
  }
  return { times, seconds: sound.seconds, tone: tone / sampleRate, green: shown[green]! };
}

describe.skipIf(whyNoClips)('joined tracks', () => {
  test.each([
    ['the sound begins later', { type: 'ts', sound: 0.4 }],
    ['the picture begins later', { type: 'ts', video: 0.4 }],
    ['the sound begins later', { type: 'mkv', sound: 0.4 }],
    ['the picture begins later', { type: 'mkv', video: 0.4 }],
  ] as const)('picture and sound stay in sync where %s: %j', async (_, options) => {
    const { video, sound } = makePair({ seconds: 2, change: 1, ...options });
    const path = join(home, 'joined.mkv');
    await joinTracks({ path: video, type: options.type }, { path: sound, type: options.type }, path, 'matroska');
    const { green, tone } = await observe(path);
    expect(Math.abs(tone - green)).toBeLessThan(0.06);
  });

  test('timestamps that start again in the middle are continued', async () => {
    const first = makePair({ type: 'ts', seconds: 4, change: 3 });
    const second = makePair({ type: 'ts', seconds: 2, change: 1 });
    const whole = { video: join(home, 'v.ts'), sound: join(home, 's.ts') };
    for (const kind of ['video', 'sound'] as const) {
      copyFileSync(first[kind], whole[kind]);
      appendFileSync(whole[kind], readFileSync(second[kind]));
    }
    const path = join(home, 'reset.mkv');
    await joinTracks({ path: whole.video, type: 'ts' }, { path: whole.sound, type: 'ts' }, path, 'matroska');
    const { times, seconds } = await observe(path);
    expect(times).toHaveLength(150);
    const gaps = times.map((time, at) => time - (times[at - 1] ?? time - 0.04));
    expect([Math.min(...gaps) > 0.01, Math.max(...gaps) < 0.2]).toEqual([true, true]);
    expect(times.at(-1)).toBeGreaterThan(5.9);
    expect(times.at(-1)).toBeLessThan(6.2);
    expect(Math.abs(seconds - 6)).toBeLessThan(0.2);
    const { green, tone } = await observe(path, 4.2);
    expect(green).toBeGreaterThan(4.9);
    expect(Math.abs(tone - green)).toBeLessThan(0.15);
  });
});
