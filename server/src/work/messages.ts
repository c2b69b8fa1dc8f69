// The messages between a worker and its child processes: lines of JSON over one pipe. A child knows no store, no database and no secret;
// its messages are validated like any outside input, since a file may have taken over its decoder.
import process from 'node:process';
import type { Duplex } from 'node:stream';
import type { AskedServer } from 'contract/asked-servers.ts';
import { drawingSides, longestPrompt, maxDrawings, maxPreview } from 'contract/drawing.ts';
import { type MediaName, media } from 'contract/media.ts';
import { type InputFile, type ModelFiles, type Output, type ServerAnswer, shownSegments } from 'contract/run.ts';
import { stageNames } from 'contract/stages.ts';
import { warningCodes } from 'contract/warnings.ts';
import { z } from 'zod';

export interface Assignment {
  readonly kind: 'run';
  /** The module with the runs, e.g. `tools/gif/run.ts`. */
  readonly module: string;
  readonly call: string;
  readonly options: Record<string, unknown>;
  readonly inputs: Readonly<Record<string, InputFile>>;
  readonly lists: Readonly<Record<string, readonly InputFile[]>>;
  readonly models: ModelFiles;
  /** Model servers that the run may query; absent: none. */
  readonly servers?: readonly AskedServer[];
  /** The folder of this run alone. */
  readonly home: string;
  /** The folder in `home` for everything the run writes. */
  readonly folder: string;
}

/** Lower than the server and the database, so that a busy machine still answers. */
export const usualNiceness = 10;

/** Loads these modules before the first assignment, so that it does not wait for that. */
interface WarmUp {
  readonly kind: 'warm-up';
  /** How much a child and its programs give way to others: from `usualNiceness` to 19. */
  readonly niceness: number;
  readonly modules: readonly string[];
  /** Whether to write the compiled code to the folder of the compile cache, which no sandboxed child can. */
  readonly keepsCompiled?: boolean;
}

/** The response to the child's request with that number. */
interface Answer extends ServerAnswer {
  readonly kind: 'answer';
  readonly question: number;
}

/** How much of the drawing that was requested with that number is done, from 0 to 1. */
interface Drawing {
  readonly kind: 'drawing';
  readonly question: number;
  readonly fraction: number;
}

/** What the server of the request with that number has drawn so far, in base64, to be made small. */
interface Unfinished {
  readonly kind: 'unfinished';
  readonly question: number;
  readonly picture: string;
}

export type ToChild = Assignment | WarmUp | Answer | Drawing | Unfinished;

const amountSchema = z.number().nonnegative();
const boxSchema = z.object({
  x: z.number(),
  y: z.number(),
  w: z.number(),
  h: z.number(),
  score: z.number(),
  text: z.string().exactOptional(),
  kind: z.string().exactOptional(),
  page: z.number().int().exactOptional(),
});

/** More than any text has. A schema lists the mistakes of every item of a list that is not too long. */
const maxItems = 20_000;

const segmentsSchema = z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })).max(maxItems);

const outputSchema = z.object({
  files: z
    .array(
      z.object({
        path: z.string(),
        name: z.string(),
        type: z.enum(Object.keys(media) as [MediaName, ...MediaName[]]),
        width: amountSchema.exactOptional(),
        height: amountSchema.exactOptional(),
        durationSeconds: amountSchema.exactOptional(),
        previewPath: z.string().exactOptional(),
      }),
    )
    .max(10_000),
  inputPreviewPath: z.string().exactOptional(),
  layerPath: z.string().exactOptional(),
  text: z.string().exactOptional(),
  boxes: z.array(boxSchema).max(maxItems).exactOptional(),
  segments: segmentsSchema.exactOptional(),
  meta: z.looseObject({ warnings: z.array(z.enum(warningCodes)).exactOptional() }).exactOptional(),
  hasNoEffect: z.boolean().exactOptional(),
}) satisfies z.ZodType<Output>;

const silentSchema = z.object({
  until: z.number(),
  usualMs: amountSchema,
  // The value becomes part of a key in the database.
  name: z.string().max(60).exactOptional(),
});

const side = z.number().int().min(drawingSides.min).max(drawingSides.max);

const fromChildSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({
    kind: z.literal('progress'),
    percent: z.number().transform(percent => Math.min(100, Math.max(0, percent))),
    stage: z.enum(stageNames),
    silent: silentSchema.exactOptional(),
  }),
  z.object({ kind: z.literal('segments'), segments: segmentsSchema.max(shownSegments) }),
  z.object({
    kind: z.literal('ask'),
    number: z.number().int(),
    question: z.discriminatedUnion('server', [
      z.object({
        server: z.literal('speech'),
        fields: z.array(z.tuple([z.string().max(100), z.string().max(4000)])),
        file: z.object({ field: z.string(), path: z.string(), name: z.string(), contentType: z.string() }),
      }),
      // Strict, because a field that is not declared here would be dropped without an error.
      z.strictObject({
        server: z.literal('draw'),
        prompt: z.string().max(longestPrompt + 200),
        negativePrompt: z.string().max(longestPrompt),
        width: side,
        height: side,
        count: z.number().int().min(1).max(maxDrawings),
        seed: z.number().int().min(0),
        strength: z.number().min(0).max(1).exactOptional(),
        previews: z.boolean().exactOptional(),
        file: z.string().exactOptional(),
        mask: z.string().exactOptional(),
      }),
    ]),
  }),
  z.object({
    kind: z.literal('preview'),
    question: z.number().int(),
    /** A JPEG in base64; absent: there was none to be made. */
    picture: z
      .string()
      .max(Math.ceil(maxPreview.bytes / 3) * 4)
      .regex(/^\/9j\/[\w+/]*={0,2}$/)
      .exactOptional(),
  }),
  z.object({ kind: z.literal('done'), output: outputSchema }),
  z.object({ kind: z.literal('refused'), code: z.string(), details: z.record(z.string(), z.unknown()).nullable() }),
  z.object({ kind: z.literal('fault'), message: z.string(), stack: z.string() }),
]);

export type FromChild = z.output<typeof fromChildSchema>;

/** Limits of a message: 500 links of 8 KB in three places each take twelve megabytes, a long text with the position of each word a few. */
const maxMessageBytes = 16 * 1024 * 1024;
/** Parsed, each value takes up to a hundred bytes of the server's memory. */
const maxValues = 1_000_000;

/** Whether a line of JSON may hold more values than that. Commas and brackets in its texts count as well. */
function mayHoldMoreThan(max: number, line: string): boolean {
  let count = 0;
  for (const sign of [',', '[', '{'])
    for (let at = line.indexOf(sign); at >= 0 && count <= max; at = line.indexOf(sign, at + 1)) count += 1;
  return count > max;
}

/** A child's message, with the output as the run made it. */
export type ToWorker = Exclude<FromChild, { kind: 'done' }> | { readonly kind: 'done'; readonly output: Output };

export function sendMessage(pipe: Duplex, message: ToChild | ToWorker): void {
  pipe.write(`${JSON.stringify(message)}\n`);
}

/** Follows what a run wrote to its standard error: that is another pipe, where it may arrive after the run's last message. */
export const endOfWords = '\u0004';

/** Sends a child's message; with the last one of a run its standard error ends, too. */
export function sendToWorker(pipe: Duplex, message: ToWorker): void {
  if (message.kind === 'done' || message.kind === 'refused' || message.kind === 'fault')
    process.stderr.write(endOfWords);
  sendMessage(pipe, message);
}

/** Calls `hear` with each whole line of a stream, `fail` when one grows too long, and `hearRest` with a last line without a line break. */
export function readLines(
  stream: NodeJS.ReadableStream,
  maxBytes: number,
  hear: (line: string) => void,
  fail: (error: Error) => void,
  hearRest?: (rest: string) => void,
): void {
  let parts: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...parts, chunk.subarray(from, end)]).toString('utf8');
      parts = [];
      bytes = 0;
      from = end + 1;
      hear(line);
    }
    bytes += chunk.length - from;
    parts.push(chunk.subarray(from));
    if (bytes <= maxBytes) return;
    parts = [];
    bytes = 0;
    stream.pause();
    fail(new Error(`a line has more than ${maxBytes} bytes`));
  });
  stream.once('end', () => hearRest?.(Buffer.concat(parts).toString('utf8')));
}

/** Calls `hear` with each message of a child, and `fail` with the first invalid one. */
export function readMessages(pipe: Duplex, hear: (message: FromChild) => void, fail: (error: Error) => void): void {
  const parse = (line: string) => {
    try {
      if (mayHoldMoreThan(maxValues, line)) throw new Error(`more than ${maxValues} values`);
      hear(fromChildSchema.parse(JSON.parse(line)));
    } catch (cause) {
      fail(new Error('a child said what no child says', { cause }));
    }
  };
  readLines(pipe, maxMessageBytes, parse, fail);
}
