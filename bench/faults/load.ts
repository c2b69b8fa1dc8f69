// The mixed load of the bench: pictures, clips, uploads in parts, batches, paid runs, cancelled and deleted ones. Every client is that of client/, with
// its patience.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { mulberry32 } from 'contract/random.ts';
import type { Task } from 'contract/task.ts';
import { type Client, createClient } from '../../client/client.ts';
import { makeBmp } from '../../server/testing/pictures.ts';
import { pickByShare } from '../random.ts';
import type { Diary, Entry } from './diary.ts';

const paths = {
  convert: '/web/picture/format/newPicFormat',
  clip: '/web/video/formatmp4/newFormatmp4',
  filter: '/web/photoFilter',
} as const;

const patience = { giveUpAfterMs: 5 * 60_000 };
/** Above 16 MiB an upload is sent in parts. */
const largeSide = 2440;
const batchSize = 4;
const pauseMs = 40;
const maxMsBeforeCancel = 500;

export interface Payer {
  readonly accountId: string;
  readonly token: string;
}

export interface Files {
  readonly small: File;
  readonly large: File;
  readonly clip: File;
}

const toFile = (bytes: Buffer, name: string, type: string) => new File([new Uint8Array(bytes)], name, { type });

export const makeFiles = (clip: File): Files => ({
  small: toFile(makeBmp(160, 120), 'small.bmp', 'image/bmp'),
  large: toFile(makeBmp(largeSide, largeSide), 'large.bmp', 'image/bmp'),
  clip,
});

interface Person {
  readonly client: Client;
  readonly accountId: string | null;
}

/** A copy that the client has not sent yet. */
const fresh = (file: File) => new File([file], file.name, { type: file.type });

export interface Load {
  /** Stops starting, and resolves when what was started has been followed to its end. */
  readonly stop: () => Promise<void>;
}

export function startLoad({
  origin,
  payers,
  files,
  diary,
  seed,
  loops,
}: {
  readonly origin: string;
  readonly payers: readonly Payer[];
  readonly files: Files;
  readonly diary: Diary;
  readonly seed: number;
  readonly loops: number;
}): Load {
  const random = mulberry32(seed);
  let isStopping = false;
  const visitor = (): Person => ({ client: createClient({ origin, patience }), accountId: null });
  const payer = (): Person => {
    const { accountId, token } = payers[Math.floor(random() * payers.length)]!;
    return { client: createClient({ origin, token, patience }), accountId };
  };

  async function start(kind: string, person: Person, path: string, input: Record<string, unknown>) {
    const idempotencyKey = randomUUID();
    try {
      const task = await person.client.startTask<string>(path, input, { idempotencyKey });
      return { task, entry: diary.accept(task.taskId, kind, person.accountId) };
    } catch (error) {
      diary.unsure.add(idempotencyKey);
      throw error;
    }
  }

  async function checkFiles({ client }: Person, task: Task): Promise<void> {
    for (const file of task.result?.files ?? []) {
      if (!file.url) continue;
      const { byteLength } = await (await client.openLink(file.url)).arrayBuffer();
      if (byteLength !== file.size) diary.wrongFiles.push(`${task.taskId}: ${byteLength} of ${file.size} bytes`);
    }
  }

  async function remove({ client }: Person, taskId: string, entry: Entry): Promise<void> {
    entry.deletion = 'asked';
    await client.deleteTask(taskId);
    entry.deletion = 'yes';
  }

  async function pay({ client }: Person, taskId: string, entry: Entry): Promise<void> {
    entry.paid = 'asked';
    await client.settle(taskId);
    entry.paid = 'yes';
    // A person who clicks twice pays once.
    if (random() < 0.5) await Promise.all([client.settle(taskId), client.settle(taskId)]);
  }

  async function runOne(kind: string, person: Person, path: string, input: Record<string, unknown>): Promise<void> {
    const { task, entry } = await start(kind, person, path, input);
    const ended = await person.client.followTask(task);
    if (ended.status !== 'done') return;
    if (random() < 0.5) await checkFiles(person, ended);
    if (random() < 0.3) await remove(person, task.taskId, entry);
  }

  const picture = (format: string) => ({ imageUrl: fresh(files.small), format });

  async function payOrDelete(kind: string): Promise<void> {
    const person = payer();
    const { task, entry } = await start(kind, person, paths.filter, { imageUrl: fresh(files.small) });
    const ended = await person.client.followTask(task);
    const chance = random();
    if (ended.status === 'done' && chance < 0.7) await pay(person, task.taskId, entry);
    if (chance > 0.5 && chance < 0.85) await remove(person, task.taskId, entry);
  }

  async function runBatch(kind: string): Promise<void> {
    const { client, accountId } = random() < 0.5 ? payer() : visitor();
    const batchId = client.makeBatchId();
    const inputs = Array.from({ length: batchSize }, () => picture('png'));
    await client.runBatch<string>(paths.convert, inputs, {
      batchId,
      onStarted: (_index, { task, error }) => {
        if (task) return void diary.accept(task.taskId, kind, accountId);
        diary.unsure.add(batchId);
        diary.giveUp(kind, error);
      },
    });
  }

  async function startAndCancel(kind: string): Promise<void> {
    const person = payer();
    const { task } = await start(kind, person, paths.filter, { imageUrl: fresh(files.small) });
    await sleep(random() * maxMsBeforeCancel);
    await person.client.cancelTask(task.taskId);
  }

  async function dropUpload(): Promise<void> {
    const { client } = visitor();
    const stored = await client.upload(fresh(random() < 0.5 ? files.small : files.large));
    if (random() < 0.5) await client.dropUpload({ key: stored.path });
  }

  const inParts = () => ({ imageUrl: fresh(files.large), format: 'jpg', width: 64 });
  const kinds: readonly { share: number; kind: string; run: (kind: string) => Promise<void> }[] = [
    { share: 30, kind: 'picture', run: kind => runOne(kind, visitor(), paths.convert, picture('webp')) },
    { share: 8, kind: 'upload in parts', run: kind => runOne(kind, visitor(), paths.convert, inParts()) },
    {
      share: 12,
      kind: 'clip',
      run: kind => runOne(kind, visitor(), paths.clip, { videoUrl: fresh(files.clip), format: 'mkv' }),
    },
    { share: 25, kind: 'paid', run: payOrDelete },
    { share: 10, kind: 'batch', run: runBatch },
    { share: 10, kind: 'cancelled', run: startAndCancel },
    { share: 5, kind: 'dropped upload', run: dropUpload },
  ];

  async function loop(): Promise<void> {
    while (!isStopping) {
      const { kind, run } = pickByShare(random, kinds);
      await run(kind).catch(error => diary.giveUp(kind, error));
      await sleep(pauseMs);
    }
  }

  const running = Array.from({ length: loops }, loop);
  return {
    async stop() {
      isStopping = true;
      await Promise.all(running);
    },
  };
}
