// The part of a clip that a preview shows.

export const previewSeconds = 3;

/** Returns where a preview that is asked for at a moment starts in a clip of that length, in seconds: it ends with the clip at the latest. */
export const previewStart = (at: number, clipSeconds: number): number =>
  Math.max(0, Math.min(at, clipSeconds - previewSeconds));
