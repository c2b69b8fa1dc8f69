// Runs calls on model servers. Their addresses and keys stay in this process; the contents of an answer are not decoded here.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from 'contract/errors.ts';
import { media, sniffBytes, sniffMedia } from 'contract/media.ts';
import type { Output, RemotePlan, RemoteRun } from 'contract/run.ts';
import { type Assignment, readLines } from './messages.ts';
import { startDeadline } from './run-deadline.ts';
import { type RunControl, RunFault, type Runner, Stopped } from './runner.ts';

/** The largest answer; the largest picture of a model server is some 30 MB in base64. */
const maxAnswerBytes = 64 * 1024 * 1024;

export interface ModelServer {
  readonly url: string;
  readonly key?: string | undefined;
}

async function ask(server: ModelServer, plan: RemotePlan, signal: AbortSignal): Promise<Response> {
  const response = await fetch(new URL(plan.path, server.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream, application/json',
      ...(server.key && { authorization: `Bearer ${server.key}` }),
    },
    body: JSON.stringify(plan.body),
    signal,
    // A redirect that is followed would carry the key to another host.
    redirect: 'error',
  });
  if (response.ok) return response;
  const said = await readAll(response, line => line);
  throw plan.explain?.(response.status, said.join('\n')) ?? new RunFault(`${plan.server} answered ${response.status}`);
}

/** The lines of an answer. Throws RunFault when it exceeds its limit. */
function readAll<T>(response: Response, hear: (line: string) => T): Promise<T[]> {
  const { promise, resolve, reject } = Promise.withResolvers<T[]>();
  if (!response.body) return Promise.resolve([]);
  const heard: T[] = [];
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  const fail = (error: Error) => {
    body.destroy();
    reject(error);
  };
  let bytes = 0;
  let tail = '';
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) fail(new RunFault(`an answer has more than ${maxAnswerBytes} bytes`));
  });
  readLines(
    body,
    maxAnswerBytes,
    line => {
      try {
        heard.push(hear(line));
      } catch (error) {
        fail(error as Error);
      }
    },
    fail,
    rest => {
      tail = rest;
    },
  );
  body.once('error', fail);
  body.once('end', () => {
    try {
      if (tail) heard.push(hear(tail));
      resolve(heard);
    } catch (error) {
      reject(error);
    }
  });
  return promise;
}

/** One event: a line of JSON, or one of a stream of server-sent events. */
function readEvent(line: string): unknown {
  const text = line.replace(/^data:/, '').trim();
  const isEmpty = text === '' || text === '[DONE]' || /^(event|id|retry)?:/.test(text);
  return isEmpty ? undefined : JSON.parse(text);
}

async function writeOutput(plan: RemotePlan, folder: string): Promise<Output> {
  const { files, ...rest } = plan.finish();
  const written: Output['files'][number][] = [];
  for (const [index, { name, type, bytes }] of files.entries()) {
    if (sniffMedia(bytes.subarray(0, sniffBytes)) !== type)
      throw new RunFault(`a file of ${plan.server} is no ${type}`);
    const file = path.join(folder, `result-${index}.${media[type].extensions[0]}`);
    await writeFile(file, bytes);
    written.push({ path: file, name, type });
  }
  return { ...rest, files: written };
}

async function runRemote(
  servers: Readonly<Record<string, ModelServer>>,
  assignment: Assignment,
  { onProgress }: RunControl,
  signal: AbortSignal,
): Promise<Output> {
  const { module, call, options, inputs, lists, folder } = assignment;
  const { remotes } = (await import(module)) as { remotes: Readonly<Record<string, RemoteRun<never>>> };
  const remote = remotes[call];
  if (!remote) throw new RunFault(`${module} has no remote run called ${call}`);
  const plan = await remote.plan({ options: options as never, inputs, lists });
  const server = servers[plan.server];
  if (!server) throw new RunFault(`no model server is called ${plan.server} here`);
  const response = await ask(server, plan, signal);
  await readAll(response, line => {
    const event = readEvent(line);
    if (event === undefined) return;
    const fraction = plan.hear(event);
    if (fraction !== undefined) onProgress(fraction * 100, 'working');
  });
  return writeOutput(plan, folder);
}

/** `servers` are configured by the operator, under the names that tools use. */
export function createRemote(servers: Readonly<Record<string, ModelServer>>): Runner {
  return {
    async run(assignment, control) {
      const { signal, deadlineMs, onBegin } = control;
      if (signal.aborted) throw new Stopped('stopped before it began');
      onBegin?.(0);
      const over = new AbortController();
      const deadline = startDeadline({ deadlineMs, onOver: () => over.abort() });
      const onProgress: RunControl['onProgress'] = (percent, ...rest) => {
        deadline.hear(percent);
        control.onProgress(percent, ...rest);
      };
      try {
        return await runRemote(servers, assignment, { ...control, onProgress }, AbortSignal.any([signal, over.signal]));
      } catch (error) {
        if (signal.aborted) throw new Stopped('stopped');
        if (over.signal.aborted) throw new AppError('DEADLINE');
        if (error instanceof AppError || error instanceof RunFault) throw error;
        throw new RunFault('a model server could not be asked', { cause: error });
      } finally {
        deadline.end();
      }
    },
  };
}
