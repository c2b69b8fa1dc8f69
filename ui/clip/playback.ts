// The playback position of a clip and the ways to change it, shared by the frame, the timeline and a tool's overlays. If the browser cannot play the
// clip, only the position is stored.
import { useState, useSyncExternalStore } from 'react';

export interface ClipMoment {
  readonly seconds: number;
  readonly isPlaying: boolean;
}

export interface ClipLength {
  readonly seconds: number;
  readonly framesPerSecond: number;
}

/** Fraction of a frame: a seek to the exact start of a frame may show the previous one. */
const intoFrame = 0.25;
const unknownLength: ClipLength = { seconds: 0, framesPerSecond: 25 };

export class Playback {
  #media: HTMLVideoElement | null = null;
  #length = unknownLength;
  #moment: ClipMoment = { seconds: 0, isPlaying: false };
  #listeners = new Set<() => void>();
  /** The position to seek to after the seek in progress: a drag requests more frames than a player can show. */
  #next: number | undefined;
  #stopAt: number | undefined;
  #ticking = 0;

  readonly moment = (): ClipMoment => this.#moment;
  readonly length = (): ClipLength => this.#length;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Sets the length and frame rate, once known. */
  readonly describe = (length: ClipLength): void => {
    this.#length = length;
  };

  /** Attaches a media element; null when it is unmounted. Returns a function that detaches it. */
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
    // A player ends a seek before it fires `seeked`: drop an older request, which would override this one.
    this.#next = this.#media.seeking ? wanted : undefined;
    if (!this.#media.seeking) this.#media.currentTime = wanted;
  };

  readonly play = (): void => {
    const media = this.#media;
    if (!media) return;
    this.#stopAt = undefined;
    if (this.#moment.seconds >= this.#length.seconds - 1 / this.#length.framesPerSecond) this.seek(0);
    // A play that is interrupted by a pause or a new file is not an error.
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

  /** The index of the current frame, from 0. */
  readonly frame = (): number => Math.floor(this.#moment.seconds * this.#length.framesPerSecond + 0.01);

  /** Start and end of the current frame in seconds. */
  readonly frameSpan = (): { readonly start: number; readonly end: number } => {
    const { framesPerSecond, seconds } = this.#length;
    const milliseconds = (frame: number) => Math.round((frame / framesPerSecond) * 1000) / 1000;
    const frame = this.frame();
    return { start: milliseconds(frame), end: Math.min(seconds, milliseconds(frame + 1)) };
  };

  /** Pauses and steps by whole frames, forwards or backwards. */
  readonly step = (frames: number): void => {
    this.pause();
    const { framesPerSecond, seconds } = this.#length;
    const last = Math.max(0, Math.ceil(seconds * framesPerSecond) - 1);
    const frame = Math.min(last, Math.max(0, this.frame() + frames));
    this.seek((frame + intoFrame) / framesPerSecond);
  };

  /** Returns the current frame in the clip's own pixels, or undefined if the browser is not playing the clip. */
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
    // During a seek, the position is the requested one.
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

/** Creates the playback of a stage. The component that owns it passes it to `ClipStage`. */
export const usePlayback = (): Playback => useState(() => new Playback())[0];

/** Returns the current position; the component re-renders at each frame while the clip plays. */
export const useMoment = (playback: Playback): ClipMoment => useSyncExternalStore(playback.subscribe, playback.moment);
