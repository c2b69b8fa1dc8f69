// The shape of the entries from which contract/warnings.ts is put together.
import type { Sentence } from '../words.ts';

export interface Warning extends Sentence {
  /** What the person can do next; absent if nothing helps. */
  readonly remedy?: Sentence;
  /** The engine does not know whether the result is right. Such a result costs nothing, so a warning that a person can bring about at will is none. */
  readonly isDoubt?: true;
}

/**
 * Declares the warnings of one topic. `{count}` is the number that the result's `meta.leftOut` gives for the code, `{wanted}` and `{drawn}` are sizes of its
 * `meta.sizes`, `{words}` those of `meta.sent.unknown`.
 */
export const defineWarnings = <const Code extends string>(
  warnings: Record<Code, Warning>,
): Readonly<Record<Code, Warning>> => warnings;
