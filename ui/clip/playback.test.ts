// Tests seeking faster than a player can follow: playback ends at the last requested position, whatever events the player sends in between.
import { expect, test } from 'vitest';
import { Playback } from './playback.ts';

/** A media element whose seeks complete only on command. */
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

test('only the last of several seeks requested during a seek is carried out', () => {
  const { media, playback } = attach();
  for (const wish of [1, 2, 3]) playback.seek(wish);
  expect(media.sought).toEqual([1]);
  media.seeking = false;
  media.dispatchEvent(new Event('seeked'));
  expect(media.sought).toEqual([1, 3]);
  expect(playback.moment().seconds).toBe(3);
});

test('a seek requested between the end of a seek and its event is not overridden by an older one', () => {
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

test("frames are counted and stepped at the clip's frame rate, within its length", () => {
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
