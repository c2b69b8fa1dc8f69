// The run that looks at a file's header, loaded by the children of the light pool.
import type { Run } from 'contract/run.ts';
import { probeFile } from 'engines/probe.ts';

/** `bytes` is the size of the whole file; the input may hold its first part alone. */
const probe: Run<{ bytes: number }> = async ({ inputs, options }) => ({
  files: [],
  meta: { facts: await probeFile(inputs.file!.path, options.bytes) },
});

export const runs = { probe };
