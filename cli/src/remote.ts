// Runs inputs on a server: sends the files, starts the task under a key that is noted before, waits for its end. After a kill it goes on from the
// journal: an upload in parts is continued, a call that may have arrived is repeated under its key, and a task that exists is only waited for.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { attempt, failureOf, type Patience } from '@pixwright/client/attempt.ts';
import { makeId } from '@pixwright/client/connection.ts';
import type { Client } from '@pixwright/client/make-client.ts';
import { openFile } from '@pixwright/client/node.ts';
import { media, sniffMedia } from 'contract/media.ts';
import type { Task } from 'contract/task.ts';
import type { Language } from 'contract/words.ts';
import type { Engine, Made, RunListener } from './engine.ts';
import { CliError, exits } from './exits.ts';
import { BatchFollower } from './follow-batch.ts';
import type { Input, Source } from './inputs.ts';
import type { Journal } from './journal.ts';
import { type Price, requireNotDearer, requireUnlockAgreed } from './price.ts';
import type { MadeFile } from './target.ts';
import { words } from './words.ts';

export interface RemoteJob {
  readonly client: Client;
  readonly path: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Files beside the main ones, by field. */
  readonly sides: Readonly<Record<string, readonly Source[]>>;
  /** Fields of `sides` that take a list. */
  readonly lists: readonly string[];
  readonly journal: Journal;
  readonly patience: Patience;
  readonly language: Language;
  /** What the run of an input may cost, once that is agreed. */
  readonly priceOf: (input: Input) => Price | undefined;
  /** The person agrees to any price (`--yes`). */
  readonly isAgreed: boolean;
}

type Body = Readonly<Record<string, unknown>>;

/** A batch of the server holds no more tasks. */
const longestBatch = 1000;
/** Between two tries while the server has no room for another task of ours. */
const usualHoldMs = 5000;
/** How long an interrupted run waits for a busy server to cancel a task; a second interruption does not wait. */
const longestCancelMs = 20_000;

const isGone = (error: unknown) => failureOf(error)?.status === 404;

export class RemoteEngine implements Engine {
  readonly #job: RemoteJob;
  readonly #followers = new Map<string, BatchFollower>();
  /** Paths of files beside the main ones: each is sent once. */
  readonly #sent = new Map<string, Promise<string>>();

  constructor(job: RemoteJob) {
    this.#job = job;
  }

  async run(input: Input, listener: RunListener): Promise<Made> {
    const task = await this.#end(input, listener);
    if (task.status === 'done') {
      requireUnlockAgreed(task, this.#job.isAgreed, this.#job.language);
      return this.#describe(task);
    }
    this.#job.journal.note({ id: input.id, isForgotten: true });
    const t = words[this.#job.language];
    const { error, msg } = task.error ?? { error: '', msg: t.cancelled };
    throw new CliError(exits.failed, error ? `${msg} (${error})` : msg);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#followers.values()].map(follower => follower.close()));
  }

  #followerOf(batchId: string): BatchFollower {
    const { client, patience } = this.#job;
    const follower = this.#followers.get(batchId) ?? new BatchFollower(client, batchId, patience.giveUpAfterMs);
    this.#followers.set(batchId, follower);
    return follower;
  }

  /** The body of the call for an input, with its files sent. What was sent before an interruption is not sent again. */
  async prepare(input: Input, listener: RunListener): Promise<Body> {
    const { journal, options } = this.#job;
    const known = journal.find(input.id).body;
    if (known) return known;
    const paths: string[] = [];
    for (const source of input.sources) paths.push(await this.#send(input, source, listener));
    const body = {
      ...options,
      ...(input.text && { [input.text.field]: input.text.value }),
      ...(await this.#sendSides(listener)),
      ...(input.field !== undefined && { [input.field]: input.isList ? paths : paths[0] }),
      ...nameOf(input),
      batchId: `${journal.batchId}-${Math.floor(journal.countBodies() / longestBatch)}`,
    };
    journal.note({ id: input.id, key: makeId(), body });
    return body;
  }

  /** The task of an input, once it has ended. */
  async #end(input: Input, listener: RunListener): Promise<Task> {
    const started = (await this.#findEarlier(input)) ?? (await this.#start(input, listener));
    const tell = ({ stage, progress, etaSeconds, status, isPaused }: Task) => {
      const t = words[this.#job.language];
      const waiting = isPaused ? t.paused : t.queued;
      listener.tell(status === 'queued' ? waiting : stage === 'storing' ? t.saving : t.running, progress, etaSeconds);
    };
    try {
      return await this.#followerOf(started.batchId ?? '').wait(started, tell, listener.signal);
    } catch (error) {
      // A task left running would occupy a place and hold its price.
      if (listener.signal.aborted) {
        this.#job.journal.note({ id: input.id, isForgotten: true });
        await this.#job.client
          .cancelTask(started.taskId, { signal: AbortSignal.timeout(longestCancelMs) })
          .catch(() => undefined);
      }
      throw error;
    }
  }

  /** The task of an earlier run of this command; undefined if there is none, or none that can still give a result. */
  async #findEarlier(input: Input): Promise<Task | undefined> {
    const { journal, client } = this.#job;
    const { taskId } = journal.find(input.id);
    if (taskId === undefined) return undefined;
    const task = await client.findTask(taskId).catch(error => {
      if (isGone(error)) return undefined;
      throw error;
    });
    if (task && task.status !== 'failed' && task.status !== 'cancelled') return task;
    journal.note({ id: input.id, isForgotten: true });
    return undefined;
  }

  async #start(input: Input, listener: RunListener): Promise<Task> {
    const { journal } = this.#job;
    try {
      return await this.#startOnce(input, listener);
    } catch (error) {
      // The server has deleted what was sent before an interruption.
      if (!isGone(error)) throw error;
      this.#sent.clear();
      journal.note({ id: input.id, isForgotten: true });
      return this.#startOnce(input, listener);
    }
  }

  async #startOnce(input: Input, { signal, tell }: RunListener): Promise<Task> {
    const { client, path, journal, patience, language } = this.#job;
    const body = await this.prepare(input, { signal, tell });
    const idempotencyKey = journal.find(input.id).key!;
    tell(words[language].queued);
    for (;;) {
      try {
        const options = { signal, idempotencyKey, isCancelledByAbort: true };
        const task = await client.startTask<string>(path, body, options);
        journal.note({ id: input.id, taskId: task.taskId });
        await requireNotDearer(task, this.#job.priceOf(input), client, language);
        return task;
      } catch (error) {
        const failure = failureOf(error);
        if (failure?.error !== 'TOO_MANY_OPEN_TASKS') throw error;
        await patience.pause((failure.retryAfterSeconds ?? 0) * 1000 || usualHoldMs, signal);
      }
    }
  }

  async #send(input: Pick<Input, 'id'>, source: Source, { signal, tell }: RunListener): Promise<string> {
    if (source.kind === 'link') return source.url;
    const { client, journal, language } = this.#job;
    const place = source.kind === 'file' ? source.place : '-';
    const file = source.kind === 'file' ? await openFile(place) : await readStdin();
    const stored = await client.upload(file, {
      signal,
      saved: journal.find(input.id).uploads?.[place],
      onSaved: upload => journal.note({ id: input.id, place, upload }),
      onSent: bytes => tell(words[language].sending, file.size > 0 ? (bytes / file.size) * 100 : 0),
    });
    return stored.path;
  }

  async #sendSides(listener: RunListener): Promise<Body> {
    const { sides, lists } = this.#job;
    const sendOne = (source: Source) => {
      const known = this.#sent.get(source.label);
      if (known) return known;
      const path = this.#send({ id: `side ${source.label}` }, source, listener);
      this.#sent.set(source.label, path);
      path.catch(() => this.#sent.delete(source.label));
      return path;
    };
    const fields = Object.entries(sides).map(async ([field, sources]) => {
      const paths = await Promise.all(sources.map(sendOne));
      return [field, lists.includes(field) ? paths : paths[0]] as const;
    });
    return Object.fromEntries(await Promise.all(fields));
  }

  #describe({ taskId, result }: Task): Made {
    const { files = [], ...rest } = result ?? {};
    return { ...rest, taskId, files: files.map((file, index) => this.#openLater(taskId, file, index)) };
  }

  #openLater(taskId: string, file: NonNullable<Task['result']>['files'][number], fileIndex: number): MadeFile {
    const { client, patience } = this.#job;
    const open = async (signal: AbortSignal) => {
      const isOpen = file.url !== null && !file.locked;
      const fetchFile = () =>
        isOpen ? client.openLink(file.url!, { signal }) : client.openResult(taskId, { fileIndex }, { signal });
      // The link in a task that was read long ago may have expired.
      const answer = await fetchFile().catch(error => {
        if (!isOpen || failureOf(error)?.status !== 403) throw error;
        return attempt(() => client.openResult(taskId, { fileIndex }, { signal }), signal, patience);
      });
      return Readable.fromWeb(answer.body as ReadableStream);
    };
    return { name: file.name, bytes: file.size, contentType: file.contentType, open };
  }
}

/** Standard input as a file with the extension of what it is, since the server refuses files that no tool reads before they are sent. */
async function readStdin(): Promise<File> {
  const bytes = await buffer(process.stdin);
  const type = sniffMedia(bytes);
  const options = type ? { type: media[type].contentType } : {};
  return new File([bytes], type ? `stdin.${media[type].extensions[0]}` : 'stdin', options);
}

/** The name and size that the server shows for the task. */
function nameOf({ sources: [first] }: Input): Body {
  if (first?.kind !== 'file') return {};
  return { fileName: first.label.split(/[/\\]/).at(-1)?.slice(-255), fileSize: first.bytes };
}
