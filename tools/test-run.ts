// Test helper that runs one call on real files in its own folder, as the worker does, and returns the result.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sniffFile } from 'contract/media.ts';
import type { AskForPictures, AskServer, InputFile, ModelFiles, Output, Run, RunContext } from 'contract/run.ts';
import { afterEach } from 'vitest';
import type { z } from 'zod';

export interface TriedRun {
  readonly output: Output;
  /** The first file and its bytes. */
  readonly file: Output['files'][number];
  readonly bytes: Buffer;
  readonly steps: readonly (readonly [percent: number, stage: string])[];
}

interface Attempt {
  /** Paths by payload field. */
  readonly inputs?: Readonly<Record<string, string>>;
  readonly lists?: Readonly<Record<string, readonly string[]>>;
  readonly models?: ModelFiles;
  /** Stand-ins for the model servers. */
  readonly askServer?: AskServer;
  readonly askForPictures?: AskForPictures;
  readonly showSegments?: NonNullable<RunContext<never>['showSegments']>;
}

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** Makes an empty folder that is deleted after the test. */
export async function makeTestFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tool-'));
  folders.push(folder);
  return folder;
}

async function describeFile(path: string): Promise<InputFile> {
  const bytes = await readFile(path);
  const type = await sniffFile(async (start, length) => bytes.subarray(start, start + length));
  if (!type) throw new Error(`${path} is of no type the product knows`);
  return { path, name: basename(path), bytes: (await stat(path)).size, type };
}

/** Runs a call with options as a client would send them; the schema fills in the defaults. */
export async function tryRun<Schema extends z.ZodObject>(
  run: Run<z.output<Schema>>,
  schema: Schema,
  options: z.input<Schema>,
  { inputs = {}, lists = {}, models = {}, askServer, askForPictures, showSegments = () => undefined }: Attempt,
): Promise<TriedRun> {
  const steps: [number, string][] = [];
  const output = await run({
    options: schema.parse(options),
    inputs: Object.fromEntries(
      await Promise.all(
        Object.entries(inputs).map(async ([field, path]) => [field, await describeFile(path)] as const),
      ),
    ),
    lists: Object.fromEntries(
      await Promise.all(
        Object.entries(lists).map(
          async ([field, paths]) => [field, await Promise.all(paths.map(describeFile))] as const,
        ),
      ),
    ),
    models,
    folder: await makeTestFolder(),
    ...(askForPictures && { servers: ['draw', 'redraw', 'fill'], askForPictures }),
    ...(askServer && { servers: ['speech'], askServer }),
    showSegments,
    progress: (percent, stage) => steps.push([percent, stage]),
  });
  const file = output.files[0]!;
  return { output, file, bytes: file ? await readFile(file.path) : Buffer.alloc(0), steps };
}
