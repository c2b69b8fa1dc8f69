// Test helpers that run the converter on one file.
import { convertOptions } from 'contract/clip/convert-options.ts';
import { probeClip } from 'engines/video/probe-clip.ts';
import type { z } from 'zod';
import { tryRun } from '../test-run.ts';
import { runs } from './run.ts';

/** Converts without looking at the result: a probe takes a tenth of a second of CPU. */
export async function convertOnly(path: string, options: z.input<typeof convertOptions> = {}) {
  const tried = await tryRun(runs.convert, convertOptions, options, { inputs: { videoUrl: path } });
  return { ...tried, meta: tried.output.meta ?? {} };
}

/** Converts and probes the result. */
export async function convert(path: string, options: z.input<typeof convertOptions> = {}) {
  const tried = await convertOnly(path, options);
  const facts = await probeClip({ path: tried.file.path, type: tried.file.type });
  const track = (kind: 'video' | 'sound') => facts.streams?.find(stream => stream.kind === kind);
  return { ...tried, facts, video: track('video'), sound: track('sound') };
}
