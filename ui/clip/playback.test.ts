// Seeking faster than a player can follow: playback ends at the last requested position, whatever events the player sends in between.
import { expect, test } from 'vitest';
import { Playback } from './playback.ts';

/** A player that completes a seek on command. */
class SlowMedia extends EventTarget {
  seeking = false;
  readyState = 4;
  paused = true;
  ended = false;
  readonly sought: number[] = [];
  get currentTime() {
    return this.sought.at(-1) ?? 0;
  }
  set currentTime(seconds: number) {
    this.sought.push(seconds);
    this.seeking = true;
  }
  pause() {
    this.paused = true;
  }
}

function attach() {
  const media = new SlowMedia();
  const playback = new Playback();
  playback.describe({ seconds: 10, framesPerSecond: 25 });
  playback.attach(media as unknown as HTMLVideoElement);
  return { media, playback };
}

test('of the wishes during a seek only the last is followed', () => {
  const { media, playback } = attach();
  for (const wish of [1, 2, 3]) playback.seek(wish);
  expect(media.sought).toEqual([1]);
  media.seeking = false;
  media.dispatchEvent(new Event('seeked'));
  expect(media.sought).toEqual([1, 3]);
  expect(playback.moment().seconds).toBe(3);
});

test('a wish between the end of a seek and its event is not undone by an older one', () => {
  const { media, playback } = attach();
  playback.seek(1);
  playback.seek(2);
  media.seeking = false;
  playback.seek(3);
  media.dispatchEvent(new Event('timeupdate'));
  media.dispatchEvent(new Event('seeked'));
  expect(media.sought).toEqual([1, 3]);
  expect(playback.moment().seconds).toBe(3);
});

test('frames are counted and stepped by the rate of the clip, within its length', () => {
  const { media, playback } = attach();
  playback.seek(1.17);
  media.seeking = false;
  expect(playback.frame()).toBe(29);
  expect(playback.frameSpan()).toEqual({ start: 1.16, end: 1.2 });
  playback.step(-1);
  expect(playback.frame()).toBe(28);
  media.seeking = false;
  playback.step(-99);
  expect(playback.frame()).toBe(0);
  media.seeking = false;
  playback.step(9999);
  expect(playback.frame()).toBe(249);
});
