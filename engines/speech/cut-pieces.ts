// Segments speech: from frame probabilities to spans of speech, and from spans to pieces for the recogniser. Cuts fall on pauses, and within a word
// only if there is no pause.

/** In seconds from the start of the sound. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Piece extends Span {
  /** Spans of speech in the piece; everything between them is silenced. */
  readonly spans: readonly Span[];
}

/** Hysteresis and durations as recommended by the authors of Silero VAD, but with longer pauses, since whole sentences are recognised better. */
const speechFrom = 0.5;
const silenceBelow = 0.35;
const shortestSpeech = 0.25;
const shortestPause = 0.3;
/** Added on both sides, because consonants begin quietly. */
const margin = 0.2;

/** Whisper's window is 30 seconds. */
export const longestPiece = 28;
/** Spans farther apart than this are recognised separately. */
const longestGap = 2;
/** In a long span, a pause to cut at is searched for after this many seconds. */
const earliestCut = 14;

/** Spans of speech, at most `longestPiece` long, ordered and without overlap, from the probabilities of frames of `frameSeconds` each. */
export function findSpans(probabilities: Float32Array, frameSeconds: number): Span[] {
  const total = probabilities.length * frameSeconds;
  const found: { from: number; to: number }[] = [];
  let from: number | undefined;
  let quietFrom: number | undefined;
  const pauseFrames = Math.round(shortestPause / frameSeconds);
  for (let frame = 0; frame <= probabilities.length; frame++) {
    const probability = probabilities[frame] ?? 0;
    const isLast = frame === probabilities.length;
    if (from === undefined) {
      if (probability >= speechFrom) from = frame;
      continue;
    }
    if (probability >= speechFrom) quietFrom = undefined;
    else if (probability < silenceBelow) quietFrom ??= frame;
    const isOver = isLast || (quietFrom !== undefined && frame - quietFrom >= pauseFrames);
    if (!isOver) continue;
    const to = quietFrom ?? frame;
    if ((to - from) * frameSeconds >= shortestSpeech) found.push({ from, to });
    from = undefined;
    quietFrom = undefined;
  }
  const parts = found.flatMap(({ from: first, to }) => splitLong(probabilities, first, to, frameSeconds));
  return parts.map(({ from: first, to, isCutBefore, isCutAfter }, at) => {
    const before = parts[at - 1];
    const after = parts[at + 1];
    const start = first * frameSeconds - (isCutBefore ? 0 : margin);
    const end = to * frameSeconds + (isCutAfter ? 0 : margin);
    const earliest = before ? ((before.to + first) / 2) * frameSeconds : 0;
    const latest = after ? ((to + after.from) / 2) * frameSeconds : total;
    return { start: Math.max(start, earliest, 0), end: Math.min(end, latest, total) };
  });
}

interface FrameSpan {
  readonly from: number;
  readonly to: number;
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** Splits a span that is longer than a piece at the frame least likely to be speech. */
function splitLong(probabilities: Float32Array, from: number, to: number, frameSeconds: number): FrameSpan[] {
  const spans: FrameSpan[] = [];
  // Both ends may get a margin.
  const longest = Math.floor((longestPiece - 2 * margin) / frameSeconds);
  let at = from;
  while (to - at > longest) {
    let cut = at + longest;
    for (let frame = at + Math.floor(earliestCut / frameSeconds); frame < at + longest; frame++)
      if (probabilities[frame]! < probabilities[cut]!) cut = frame;
    spans.push({ from: at, to: cut, isCutBefore: at > from, isCutAfter: true });
    at = cut;
  }
  return [...spans, { from: at, to, isCutBefore: at > from, isCutAfter: false }];
}

/** Joins adjacent spans into pieces of at most `longestPiece` seconds. */
export function joinSpans(spans: readonly Span[]): Piece[] {
  const pieces: Piece[] = [];
  for (const span of spans) {
    const last = pieces.at(-1);
    const fits = last && span.start - last.end <= longestGap && span.end - last.start <= longestPiece;
    if (fits) pieces[pieces.length - 1] = { start: last.start, end: span.end, spans: [...last.spans, span] };
    else pieces.push({ ...span, spans: [span] });
  }
  return pieces;
}
