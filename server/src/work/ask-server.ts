// Queries a model server on behalf of a child process, which has no network access and no keys. The child may be compromised: it can name only a
// server and a regular file in its own folder, not the address.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { DrawQuestion } from 'contract/asked-servers.ts';
import type { ServerAnswer, ServerQuestion } from 'contract/run.ts';
import type { DrawServerSettings } from './draw-calls.ts';
import { drawByServer } from './draw-server.ts';
import type { Farewells } from './farewells.ts';
import { passPreviews } from './preview-gate.ts';
import { startDeadline } from './run-deadline.ts';
import type { Account } from './scratch.ts';

interface AskedServerSettings {
  /** The full URL of the call. */
  readonly url: string;
  readonly key?: string | undefined;
  /** Fields configured by the operator, such as the model's name. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface AskedServers {
  readonly speech?: AskedServerSettings;
  readonly draw?: DrawServerSettings;
}

/** Half a minute of audio takes 0.9 MB, a start picture as PNG up to 7 MB. */
const maxFileBytes = 8 * 1024 * 1024;
const maxAnswerBytes = 4 * 1024 * 1024;
const maxFields = 12;
/** For one piece of audio; a server that takes longer has stalled. */
const patienceMs = 120_000;

/** Drawing takes longer; the deadline of drawing tasks is 300 s. It begins anew with every step of progress, up to a multiple. */
const drawingPatienceMs = 280_000;
/** Pauses between attempts at a drawing that cannot have started. */
const drawingPauses = [1000, 4000];

/** The origin of a request. */
export interface Asker {
  readonly folder: string;
  readonly account: Account | undefined;
  /** Aborts when the run ends. */
  readonly signal: AbortSignal;
}

/** The origin of a request for pictures. */
export interface DrawAsker extends Asker {
  /** Hears how much of the drawing is done, from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  /** Hears what was drawn so far, undecoded, if the question wants previews. */
  readonly onUnfinished?: (picture: Buffer) => void;
  readonly farewells: Farewells;
}

/** Opens a file that the child wrote, but never a link to one that only the server can read. */
async function readOwn(file: string, { folder, account }: Asker): Promise<Buffer> {
  if (path.dirname(path.resolve(file)) !== path.resolve(folder))
    throw new Error('a file to send lies outside its folder');
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const facts = await handle.stat();
    const isOwn = !account || facts.uid === account.uid;
    if (!facts.isFile() || facts.nlink !== 1 || !isOwn || facts.size > maxFileBytes)
      throw new Error('a file to send is not a plain file of its run');
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Reads a response body as text, up to a limit. */
async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new Error(`an answer has more than ${maxAnswerBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Sends the request. A failing server gives a response with status 0; a request that no genuine run would make throws. */
export async function askServer(
  servers: AskedServers,
  question: ServerQuestion,
  asker: Asker,
  limitMs = patienceMs,
): Promise<ServerAnswer> {
  const { server: name, fields, file } = question;
  const server = servers[name];
  if (!server) throw new Error(`no model server is called ${name} here`);
  if (fields.length > maxFields) throw new Error('a question has too many fields');
  const form = new FormData();
  form.append(
    file.field,
    new Blob([new Uint8Array(await readOwn(file.path, asker))], { type: file.contentType }),
    file.name,
  );
  for (const [field, value] of Object.entries(server.fields)) form.append(field, value);
  for (const [field, value] of fields) if (!(field in server.fields)) form.append(field, value);
  try {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { accept: 'application/json', ...(server.key && { authorization: `Bearer ${server.key}` }) },
      body: form,
      signal: AbortSignal.any([asker.signal, AbortSignal.timeout(limitMs)]),
      // Following a redirect would send the key to another host.
      redirect: 'error',
    });
    return { status: response.status, body: await readBody(response) };
  } catch (error) {
    return { status: 0, body: String(error) };
  }
}

interface DrawLimits {
  /** Without a step of progress; the whole may take a multiple of it. */
  readonly limitMs: number;
  /** Milliseconds between tries. */
  readonly pauses: readonly number[];
}

/**
 * Requests pictures. The idempotency key is the task, i.e. the name of its folder without the attempt number. A failing server gives a response with
 * status 0; a request that no genuine run would make throws.
 */
export async function askForPictures(
  server: DrawServerSettings | undefined,
  question: DrawQuestion,
  asker: DrawAsker,
  { limitMs, pauses }: DrawLimits = { limitMs: drawingPatienceMs, pauses: drawingPauses },
): Promise<ServerAnswer> {
  if (!server) throw new Error('no model server is called draw here');
  const start = question.file === undefined ? undefined : await readOwn(question.file, asker);
  const mask = question.mask === undefined ? undefined : await readOwn(question.mask, asker);
  const over = new AbortController();
  const signal = AbortSignal.any([asker.signal, over.signal]);
  const idempotencyKey = path.basename(path.dirname(asker.folder)).replace(/-\d+$/, '');
  const deadline = startDeadline({ deadlineMs: limitMs, onOver: () => over.abort() });
  const onProgress = (fraction: number) => {
    deadline.hear(fraction * 100);
    asker.onProgress(fraction);
  };
  const { farewells, onUnfinished } = asker;
  const previews = question.previews && onUnfinished ? passPreviews(onUnfinished) : undefined;
  const job = { server, question, start, mask, signal, idempotencyKey, pauses, onProgress, previews, farewells };
  return drawByServer(job).finally(deadline.end);
}
