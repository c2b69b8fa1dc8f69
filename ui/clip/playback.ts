// The current playback position of a clip, and the ways to change it. Shared by the frame, the timeline and a tool's overlays; if the browser cannot
// play the clip, only the position is kept.
import { useState, useSyncExternalStore } from 'react';

export interface ClipMoment {
  readonly seconds: number;
  readonly isPlaying: boolean;
}

export interface ClipLength {
  readonly seconds: number;
  readonly framesPerSecond: number;
}

/** A seek to the very beginning of a frame may show the one before it. */
const intoFrame = 0.25;
const unknownLength: ClipLength = { seconds: 0, framesPerSecond: 25 };

export class Playback {
  #media: HTMLVideoElement | null = null;
  #length = unknownLength;
  #moment: ClipMoment = { seconds: 0, isPlaying: false };
  #listeners = new Set<() => void>();
  /** Where to go once the seek that is under way has ended: a drag asks for more frames than a player can show. */
  #next: number | undefined;
  #stopAt: number | undefined;
  #ticking = 0;

  readonly moment = (): ClipMoment => this.#moment;
  readonly length = (): ClipLength => this.#length;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The length, once it is known. */
  readonly describe = (length: ClipLength): void => {
    this.#length = length;
  };

  /** The element that plays; null when it is gone. Answers what lets go of it. */
  readonly attach = (media: HTMLVideoElement | null): (() => void) | undefined => {
    if (!media) return undefined;
    this.#media = media;
    const news = {
      play: this.#hear,
      pause: this.#hear,
      ended: this.#hear,
      seeked: this.#settle,
      timeupdate: this.#hear,
    };
    for (const [name, listen] of Object.entries(news)) media.addEventListener(name, listen);
    // A replacement player continues from the previous one's position.
    const { seconds } = this.#moment;
    if (seconds > 0) media.addEventListener('loadedmetadata', () => this.seek(seconds), { once: true });
    return () => {
      for (const [name, listen] of Object.entries(news)) media.removeEventListener(name, listen);
      cancelAnimationFrame(this.#ticking);
      if (this.#media === media) this.#media = null;
      this.#note({ isPlaying: false });
    };
  };

  readonly seek = (seconds: number): void => {
    const wanted = Math.min(Math.max(0, seconds), this.#length.seconds || Number.POSITIVE_INFINITY);
    this.#stopAt = undefined;
    this.#note({ seconds: wanted });
    if (!this.#media || this.#media.readyState === 0) return;
    // A player has ended a seek before it says so: an older wish must not follow this one.
    this.#next = this.#media.seeking ? wanted : undefined;
    if (!this.#media.seeking) this.#media.currentTime = wanted;
  };

  readonly play = (): void => {
    const media = this.#media;
    if (!media) return;
    this.#stopAt = undefined;
    if (this.#moment.seconds >= this.#length.seconds - 1 / this.#length.framesPerSecond) this.seek(0);
    // A play that a pause or another file breaks off is no fault.
    media.play().catch(() => this.#hear());
  };

  readonly pause = (): void => this.#media?.pause();

  readonly toggle = (): void => (this.#moment.isPlaying ? this.pause() : this.play());

  readonly mute = (isMuted: boolean): void => {
    if (this.#media) this.#media.muted = isMuted;
  };

  /** Plays a part and stops at its end. */
  readonly playPart = (part: { readonly start: number; readonly end: number }): void => {
    this.seek(part.start);
    this.#media?.play().catch(() => this.#hear());
    this.#stopAt = part.end;
  };

  /** The frame that is shown, counted from 0. */
  readonly frame = (): number => Math.floor(this.#moment.seconds * this.#length.framesPerSecond + 0.01);

  /** When the frame that is shown begins, and when it ends. */
  readonly frameSpan = (): { readonly start: number; readonly end: number } => {
    const { framesPerSecond, seconds } = this.#length;
    const milliseconds = (frame: number) => Math.round((frame / framesPerSecond) * 1000) / 1000;
    const frame = this.frame();
    return { start: milliseconds(frame), end: Math.min(seconds, milliseconds(frame + 1)) };
  };

  /** Steps forward or back by whole frames, and pauses. */
  readonly step = (frames: number): void => {
    this.pause();
    const { framesPerSecond, seconds } = this.#length;
    const last = Math.max(0, Math.ceil(seconds * framesPerSecond) - 1);
    const frame = Math.min(last, Math.max(0, this.frame() + frames));
    this.seek((frame + intoFrame) / framesPerSecond);
  };

  /** The frame that is shown, in the clip's own pixels; undefined when nothing plays here. */
  readonly grabFrame = async (): Promise<ImageBitmap | undefined> => {
    const media = this.#media;
    if (!media || media.videoWidth === 0 || media.readyState < 2) return undefined;
    return createImageBitmap(media);
  };

  readonly #settle = (): void => {
    const next = this.#next;
    this.#next = undefined;
    if (next !== undefined && this.#media) this.#media.currentTime = next;
    else this.#hear();
  };

  readonly #hear = (): void => {
    const media = this.#media;
    // While a drag is under way the moment is where the finger is.
    if (!media || media.seeking || this.#next !== undefined || media.readyState === 0) return;
    const isPlaying = !media.paused && !media.ended;
    if (isPlaying && this.#stopAt !== undefined && media.currentTime >= this.#stopAt) {
      media.currentTime = this.#stopAt;
      media.pause();
    }
    this.#note({ seconds: media.currentTime, isPlaying });
    cancelAnimationFrame(this.#ticking);
    if (isPlaying) this.#ticking = requestAnimationFrame(this.#hear);
  };

  #note(news: Partial<ClipMoment>): void {
    const moment = { ...this.#moment, ...news };
    if (moment.seconds === this.#moment.seconds && moment.isPlaying === this.#moment.isPlaying) return;
    this.#moment = moment;
    for (const listener of this.#listeners) listener();
  }
}

/** The playback of one stage: made by the component that owns it, and handed to `ClipStage`. */
export const usePlayback = (): Playback => useState(() => new Playback())[0];

/** The moment now; the component is drawn again at each frame while the clip plays. */
export const useMoment = (playback: Playback): ClipMoment => useSyncExternalStore(playback.subscribe, playback.moment);
