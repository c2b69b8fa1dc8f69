// The unfinished drawings of one run on their way through its child, which makes them small.
import type { Duplex } from 'node:stream';
import { type FromChild, sendMessage } from './messages.ts';

export class UnfinishedPictures {
  readonly #pipe: Duplex;
  /** The open questions by their numbers, and whether the child has a picture of theirs in hand. */
  readonly #questions = new Map<number, { readonly isBusy: boolean }>();

  constructor(pipe: Duplex) {
    this.#pipe = pipe;
  }

  open(question: number): void {
    this.#questions.set(question, { isBusy: false });
  }

  close(question: number): void {
    this.#questions.delete(question);
  }

  /** Sends one to the child, unless it has not answered for the last one: a child that is stuck gets no more. */
  send(question: number, picture: Buffer): void {
    if (this.#questions.get(question)?.isBusy !== false) return;
    this.#questions.set(question, { isBusy: true });
    sendMessage(this.#pipe, { kind: 'unfinished', question, picture: picture.toString('base64') });
  }

  /** The small picture that the child made. None if its question is closed: it may be of an earlier run, whose task has another owner. */
  hear({ question, picture }: Extract<FromChild, { kind: 'preview' }>): string | undefined {
    if (!this.#questions.has(question)) return undefined;
    this.open(question);
    return picture;
  }
}
