// Cuts a part out of a clip for decoding: the arguments of its input, and the filters that come first on each track.
import { slowRate, steadyRate } from 'contract/clip/plan.ts';
import type { StreamFacts } from 'contract/facts.ts';
import type { MediaName } from 'contract/media.ts';
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

/** Containers that do not list their key frames: a seek ends anywhere, and nothing can be decoded before the next key frame. */
const unlisted: ReadonlySet<MediaName> = new Set(['ts', 'mpg']);
/** How far before a part of such a file decoding starts, in seconds. Encoders write a key frame at least every 250 frames. */
const leadSeconds = 12;

/** Whether the frame on display where a part begins may have begun well before, or no frame begins in the part at all. */
export const mayHoldFrame = (stream: StreamFacts, taken: number): boolean =>
  stream.isVariable === true || steadyRate(stream) < slowRate || taken * steadyRate(stream) < 2;

/** Frames without times cannot be sought. They are counted from the beginning of the clip, and so get the times at which they follow each other. */
function cutUntimed(file: ClipFile, { start, taken, beyond = 0 }: Part, stream: StreamFacts): PartCut {
  const [from, until] = [start.toFixed(3), (start + taken + beyond).toFixed(3)];
  const [bounds, shift] = [`start=${from}:end=${until}`, `=PTS-${from}/TB`];
  return {
    input: openPart(file, { start: 0 }),
    picture: [`setpts=N/(${steadyRate(stream)}*TB)`, `trim=${bounds}`, `setpts${shift}`],
    sound: [`atrim=${bounds}`, `asetpts${shift}`],
    // Only the sound of a whole clip is copied, as below.
    copied: ['-t', (taken + beyond).toFixed(3)],
  };
}

/**
 * Seeks to a part and bounds it. The frame shown at `start` may have begun seconds before, and an accurate seek drops it; the input option `-t` then
 * counts from the frame after it. So decoding starts at the key frame, and filters repeat the frame that is on display. Only the part itself is
 * filled, since the first filter drops whatever follows a gap. Where key frames are not listed, decoding starts well before the part, and filters
 * drop what precedes it.
 */
export function cutPart(
  file: ClipFile,
  { start, taken, beyond = 0 }: Part,
  stream: StreamFacts | undefined,
  rate: number | string = Math.max(slowRate, steadyRate(stream)),
): PartCut {
  if (stream?.isUntimed) return cutUntimed(file, { start, taken, beyond }, stream);
  const lead = unlisted.has(file.type) ? Math.min(start, leadSeconds) : 0;
  const isHeld = stream !== undefined && mayHoldFrame(stream, taken);
  if (!isHeld && lead === 0)
    return { input: openPart(file, { start, taken: taken + beyond }), picture: [], sound: [], copied: [] };
  const end = (taken + beyond).toFixed(3);
  const [above = 0, below = 1] = String(rate).split('/').map(Number);
  const frames = Math.max(1, Math.round(((taken + beyond) * above) / below));
  const [shift, bounds] = [`=PTS-${lead.toFixed(3)}/TB`, `start=0:end=${end}`];
  const shown = isHeld
    ? [`trim=end=${end}`, `fps=${rate}:start_time=0:eof_action=pass`, `trim=end_frame=${frames}`]
    : [`trim=${bounds}`];
  return {
    input: ['-noaccurate_seek', ...openPart(file, { start: start - lead })],
    picture: [...(lead > 0 ? [`setpts${shift}`] : []), ...shown],
    sound: [...(lead > 0 ? [`asetpts${shift}`] : []), `atrim=${bounds}`],
    // Only the sound of a whole clip is copied, never that of a part which begins later.
    copied: ['-t', end],
  };
}
