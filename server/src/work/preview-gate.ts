// Lets unfinished pictures through: one at a time and rarely, however many come. What is too large or no picture is dropped. Nothing is decoded here.
import { isDrawing } from 'engines/drawing-answer.ts';

/** Milliseconds between two previews of a run. */
const minPauseMs = 2000;
/** A preview of a megapixel as PNG has some 1.5 MB; most servers send a tenth. */
const maxBytes = 2 * 1024 * 1024;

interface Gate<T> {
  /** Whether one would be let through now. If not, none needs to be fetched. */
  readonly isOpen: () => boolean;
  readonly offer: (one: T) => void;
}

/** Passes on what is offered, but nothing before a pause in milliseconds is over. */
export function passRarely<T>(minPauseMs: number, pass: (one: T) => void): Gate<T> {
  let passedAt = Number.NEGATIVE_INFINITY;
  const isOpen = () => performance.now() - passedAt >= minPauseMs;
  return {
    isOpen,
    offer(one) {
      if (!isOpen()) return;
      passedAt = performance.now();
      pass(one);
    },
  };
}

export type PreviewGate = Gate<Buffer>;

/** The same for the bytes that a drawing server sends. */
export function passPreviews(pass: (picture: Buffer) => void): PreviewGate {
  const { isOpen, offer } = passRarely(minPauseMs, pass);
  return {
    isOpen,
    offer(picture) {
      if (isOpen() && picture.length <= maxBytes && isDrawing(picture)) offer(picture);
    },
  };
}
