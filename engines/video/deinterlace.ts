// The filter that makes whole frames of interlaced ones.
import type { StreamFacts } from 'contract/facts.ts';

/** A tape says of each frame whether it is interlaced, since cameras switch; all others are taken for what the stream says. */
export const deinterlace = ({ isInterlaced, codec }: StreamFacts): string[] =>
  isInterlaced ? [codec === 'dvvideo' ? 'yadif=deint=interlaced' : 'yadif'] : [];
