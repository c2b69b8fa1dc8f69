// The matrix of a video that does not say its own: players assume one by its height, ffmpeg BT.601 for all.
import type { StreamFacts } from 'contract/facts.ts';

/** Names the matrix that players assume, before anything is converted, and before another size makes them assume another one. */
export const nameMatrix = ({ assumedMatrix }: StreamFacts): string[] =>
  assumedMatrix ? [`setparams=colorspace=${assumedMatrix}`] : [];
