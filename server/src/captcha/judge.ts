// Judges an answer: the points, the time it took, and the track of the piece.
import { z } from 'zod';
import type { Challenge } from './store.ts';

/** Tolerance in pixels of the reference picture. */
const sliderTolerance = 5;
/** Half a glyph, in pixels. */
const clickTolerance = 19;
/** Minimum time that a person needs to read the picture and move a hand. */
const minMs = { blockPuzzle: 400, clickWord: 800 } as const;

const pointSchema = z.object({ x: z.number(), y: z.number() });
type Point = z.infer<typeof pointSchema>;
export type Track = readonly (readonly [x: number, ms: number])[];

/** The points of an answer; undefined if it does not fit this kind of challenge. */
function readPoints(kind: Challenge['kind'], json: string): readonly Point[] | undefined {
  let sent: unknown;
  try {
    sent = JSON.parse(json);
  } catch {
    return undefined; // Text that is not JSON is a wrong answer like any other.
  }
  const schema = kind === 'blockPuzzle' ? pointSchema.transform(point => [point]) : z.array(pointSchema);
  return schema.safeParse(sent).data;
}

function isNear(kind: Challenge['kind'], sent: Point, wanted: Point): boolean {
  // A slider's y is a constant.
  if (kind === 'blockPuzzle') return Math.abs(sent.x - wanted.x) <= sliderTolerance;
  return Math.abs(sent.x - wanted.x) <= clickTolerance && Math.abs(sent.y - wanted.y) <= clickTolerance;
}

/** Largest distance of the track from a uniform movement between its ends, in pixels. */
function unevenness(track: Track): number {
  const [[startX, startMs], [endX, endMs]] = [track[0]!, track.at(-1)!];
  const speed = (endX - startX) / (endMs - startMs);
  return Math.max(...track.map(([x, ms]) => Math.abs(x - startX - speed * (ms - startMs))));
}

/** Whether a hand or arrow keys may have produced this track to `x` within that time. */
export function isTrackPlausible(track: Track, x: number, elapsedMs: number): boolean {
  const [first, last] = [track[0], track.at(-1)];
  if (!first || !last || track.length < 5) return false;
  const isInOrder = track.every(([, ms], i) => ms >= (i === 0 ? 0 : track[i - 1]![1]));
  const takesMs = last[1] - first[1];
  const isInTime = takesMs >= 150 && last[1] <= elapsedMs + 250;
  const isWhole = Math.abs(first[0]) <= x * 0.25 + 5 && Math.abs(last[0] - x) <= 2;
  const largestStep = Math.max(...track.slice(1).map(([at], i) => Math.abs(at - track[i]![0])));
  return isInOrder && isInTime && isWhole && largestStep <= x * 0.5 && unevenness(track) > 0.75;
}

/** `mechanical`: a piece in the right place that was not put there by a hand, because it came too soon or with an implausible track. */
export type Verdict = 'right' | 'wrong' | 'mechanical';

export function judgeAnswer(
  challenge: Challenge,
  answer: { json: string; track?: Track | undefined },
  now: Date,
): Verdict {
  const { kind, answer: wanted } = challenge;
  const sent = readPoints(kind, answer.json);
  if (sent?.length !== wanted.length || !wanted.every((point, i) => isNear(kind, sent[i]!, point))) return 'wrong';
  const elapsedMs = now.getTime() - challenge.createdAt.getTime();
  if (elapsedMs < minMs[kind]) return 'mechanical';
  if (kind !== 'blockPuzzle') return 'right';
  const isByHand = answer.track ? isTrackPlausible(answer.track, sent[0]!.x, elapsedMs) : !challenge.sendsTrack;
  return isByHand ? 'right' : 'mechanical';
}
