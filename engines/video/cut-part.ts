// Cuts a part out of a clip for decoding: the arguments of its input, and the filters that come first on each track.
import { slowRate, steadyRate } from 'contract/clip/plan.ts';
import type { StreamFacts } from 'contract/facts.ts';
import { type ClipFile, openPart } from './open-arguments.ts';

interface Part {
  readonly start: number;
  readonly taken: number;
  /** Seconds to read beyond it where it goes on to the end of the clip, which may be later than the header says. */
  readonly beyond?: number | undefined;
}

export interface PartCut {
  readonly input: readonly string[];
  /** Filters at the start of each track's chain. */
  readonly picture: readonly string[];
  readonly sound: readonly string[];
  /** Output arguments that end a copied audio track. */
  readonly copied: readonly string[];
}

/** Whether the frame on display where a part begins may have begun well before, or no frame begins in the part at all. */
export const mayHoldFrame = (stream: StreamFacts, taken: number): boolean =>
  stream.isVariable === true || steadyRate(stream) < slowRate || taken * steadyRate(stream) < 2;

/**
 * Seeks to a part and bounds it. The frame shown at `start` may have begun seconds before, and an accurate seek drops it; the input option `-t` then
 * counts from the frame after it. So decoding starts at the key frame, and filters repeat the frame that is on display. Only the part itself is
 * filled, since the first filter drops whatever follows a gap.
 */
export function cutPart(
  file: ClipFile,
  { start, taken, beyond = 0 }: Part,
  stream: StreamFacts | undefined,
  rate: number | string = Math.max(slowRate, steadyRate(stream)),
): PartCut {
  if (!stream || !mayHoldFrame(stream, taken))
    return { input: openPart(file, { start, taken: taken + beyond }), picture: [], sound: [], copied: [] };
  const end = (taken + beyond).toFixed(3);
  const [above = 0, below = 1] = String(rate).split('/').map(Number);
  const frames = Math.max(1, Math.round(((taken + beyond) * above) / below));
  return {
    input: ['-noaccurate_seek', ...openPart(file, { start })],
    picture: [`trim=end=${end}`, `fps=${rate}:start_time=0:eof_action=pass`, `trim=end_frame=${frames}`],
    sound: [`atrim=start=0:end=${end}`],
    copied: ['-t', end],
  };
}
