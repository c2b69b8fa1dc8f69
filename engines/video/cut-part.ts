// Cuts a part out of a clip for decoding: the arguments of its input, and the filters that come first on each track.
import { steadyRate } from 'contract/clip/plan.ts';
import type { StreamFacts } from 'contract/facts.ts';
import { type ClipFile, openPart } from './open-arguments.ts';

interface Part {
  readonly start: number;
  readonly taken: number;
}

export interface PartCut {
  readonly input: readonly string[];
  /** Filters at the start of each track's chain. */
  readonly picture: readonly string[];
  readonly sound: readonly string[];
  /** Output arguments that end a copied audio track. */
  readonly copied: readonly string[];
}

/**
 * Seeks to a part and bounds it. At a variable frame rate, the frame shown at `start` may have begun seconds before, and an accurate seek drops it;
 * the input option `-t` then counts from the frame after it. So decoding starts at the key frame, and filters repeat the frame that is on display.
 * Only the part itself is filled, since the first filter drops whatever follows a gap.
 */
export function cutPart(
  file: ClipFile,
  { start, taken }: Part,
  stream: StreamFacts | undefined,
  rate: number | string = steadyRate(stream),
): PartCut {
  if (!stream?.isVariable) return { input: openPart(file, { start, taken }), picture: [], sound: [], copied: [] };
  const end = taken.toFixed(3);
  return {
    input: ['-noaccurate_seek', ...openPart(file, { start })],
    picture: [`trim=end=${end}`, `fps=${rate}:start_time=0`, `trim=end=${end}`],
    sound: [`atrim=start=0:end=${end}`],
    copied: ['-t', end],
  };
}
