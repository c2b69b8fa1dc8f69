// Test helper that runs the converter on one file and probes the result.
import { convertOptions } from 'contract/clip/convert-options.ts';
import { probeClip } from 'engines/video/probe-clip.ts';
import type { z } from 'zod';
import { tryRun } from '../test-run.ts';
import { runs } from './run.ts';

export async function convert(path: string, options: z.input<typeof convertOptions> = {}) {
  const tried = await tryRun(runs.convert, convertOptions, options, { inputs: { videoUrl: path } });
  const facts = await probeClip({ path: tried.file.path, type: tried.file.type });
  const track = (kind: 'video' | 'sound') => facts.streams?.find(stream => stream.kind === kind);
  return { ...tried, facts, video: track('video'), sound: track('sound'), meta: tried.output.meta ?? {} };
}
