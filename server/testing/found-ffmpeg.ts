// The ffmpeg of this machine, found once for a whole test run: asking it and ffprobe for their versions takes a fifth of a second of CPU, and hundreds
// of servers start.
import { type FoundFfmpeg, findFfmpeg } from 'engines/video/find-ffmpeg.ts';
import { readConfig } from '../src/config.ts';

declare module 'vitest' {
  interface ProvidedContext {
    usualFfmpeg: { readonly searchPath: string; readonly found: FoundFfmpeg };
  }
}

interface Run {
  readonly provide: (key: 'usualFfmpeg', value: { searchPath: string; found: FoundFfmpeg }) => void;
}

export default async function setUp(run: Run): Promise<void> {
  const { searchPath } = readConfig({});
  run.provide('usualFfmpeg', { searchPath, found: await findFfmpeg(searchPath) });
}
