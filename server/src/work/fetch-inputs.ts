// The link lane: fetches all links of a task, in parallel within bounds and under one deadline, stores them as its inputs, and moves
// the task on to its own lane. A slow server delays only this lane, and a sender may take only a part of it.
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from 'contract/errors.ts';
import { media } from 'contract/media.ts';
import { maxUploadBytes } from 'contract/routes/uploads.ts';
import { fetchLink } from '../links/fetch-link.ts';
import { makeKey } from '../objects/names.ts';
import { type FileToStore, storeFiles } from '../objects/objects.ts';
import { requireQuota } from '../objects/quota.ts';
import { discardObjects } from '../objects/remove.ts';
import type { Parts } from '../parts.ts';
import { findCall } from '../tasks/catalogue.ts';
import { requireAccepted, requireSize } from '../tasks/inputs.ts';
import type { StoredInput } from '../tasks/stored.ts';
import { moveToOwnLane, reportProgress, type TaskRow } from '../tasks/tasks.ts';

/** For all links of a task together. */
const deadlineMs = 60_000;
const parallelPerTask = 5;
const parallelPerHost = 8;
/** An upload that no task refers to yet is swept after this long; a crash of this worker leaves it until then. */
const orphanMs = 3_600_000;

/** Limits concurrent fetches for each host. */
function createHostGate(most: number) {
  const hosts = new Map<string, { open: number; waiting: (() => void)[] }>();
  return async <T>(host: string, signal: AbortSignal, act: () => Promise<T>): Promise<T> => {
    const gate = hosts.get(host) ?? { open: 0, waiting: [] };
    hosts.set(host, gate);
    while (gate.open >= most) {
      signal.throwIfAborted();
      await new Promise<void>(resolve => {
        gate.waiting.push(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    signal.throwIfAborted();
    gate.open += 1;
    try {
      return await act();
    } finally {
      gate.open -= 1;
      for (const wake of gate.waiting.splice(0)) wake();
      if (gate.open === 0 && gate.waiting.length === 0) hosts.delete(host);
    }
  };
}

const throughHost = createHostGate(parallelPerHost);

interface FetchOptions {
  readonly parts: Parts;
  readonly folder: string;
  readonly signal: AbortSignal;
}

type Link = Extract<StoredInput, { kind: 'link' }>;

/** Fetches one link and judges it by its bytes. Returns the input that replaces it, and the file to store for it. */
async function fetchOne({ parts, folder, signal }: FetchOptions, row: TaskRow, link: Link) {
  const rule = findCall(row.tool, row.call)?.call.inputs.find(({ field }) => field === link.field);
  if (!rule) throw new Error(`${row.tool}/${row.call} has no input ${link.field}`);
  const fetched = await throughHost(new URL(link.url).host, signal, () =>
    fetchLink(link.url, {
      folder,
      maxBytes: rule.maxBytes,
      timeoutMs: deadlineMs,
      allow: parts.config.fetchAllow,
      signal,
    }),
  );
  requireSize(fetched.bytes, rule);
  const type = requireAccepted(fetched.head, rule);
  const isUnnamed = !link.isNamed && (fetched.isNameTold || link.name === 'file');
  const name = isUnnamed ? fetched.fileName : link.name;
  const key = makeKey('input', parts.now(), media[type].extensions[0]);
  const expiresAt = new Date(parts.now().getTime() + orphanMs);
  const object = {
    key,
    name,
    purpose: 'input',
    owner: row.owner,
    address: row.address,
    taskId: null,
    expiresAt,
  } as const;
  const input: StoredInput = { field: link.field, name, kind: 'upload', key, bytes: fetched.bytes };
  return { input, bytes: fetched.bytes, file: { object, from: fetched.path } satisfies FileToStore };
}

/** Fetches the links of a task. The first refusal aborts the other fetches. */
async function fetchAll(options: FetchOptions, row: TaskRow) {
  const failed = new AbortController();
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new AppError('DEADLINE')), deadlineMs);
  const signal = AbortSignal.any([options.signal, deadline.signal, failed.signal]);
  const inputs: StoredInput[] = [...row.inputs];
  const files: FileToStore[] = [];
  const left = inputs.flatMap((input, index) => (input.kind === 'link' ? [{ input, index }] : []));
  const sizes: number[] = [];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const fetched = await fetchOne({ ...options, signal }, row, next.input);
      inputs[next.index] = fetched.input;
      files.push(fetched.file);
      sizes.push(fetched.bytes);
      if (sizes.reduce((sum, size) => sum + size, 0) > maxUploadBytes)
        throw new AppError('FILE_TOO_LARGE', { maxMb: Math.floor(maxUploadBytes / 1024 / 1024) });
    }
  };
  try {
    const runs = Array.from({ length: Math.min(parallelPerTask, left.length) }, () =>
      work().catch(error => {
        failed.abort(error);
        throw error;
      }),
    );
    // The folder is removed after this, so none of them may still be writing.
    for (const { status } of await Promise.allSettled(runs)) if (status === 'rejected') signal.throwIfAborted();
    return { inputs, files, sizes };
  } finally {
    clearTimeout(timer);
  }
}

/** Runs the first stage of a task that names links. Throws the error with which the task fails. */
export async function fetchInputs(
  { parts, scratch, signal }: { parts: Parts; scratch: string; signal: AbortSignal },
  row: TaskRow,
): Promise<void> {
  const run = { id: row.id, attempt: row.attempt };
  const folder = path.join(scratch, `${row.id}-${row.attempt}`);
  await reportProgress(parts.forgetful, run, row.progress, 'fetching');
  await parts.disk.requireRoom('scratch');
  await mkdir(folder, { recursive: true });
  try {
    const { inputs, files, sizes } = await fetchAll({ parts, folder, signal }, row);
    signal.throwIfAborted();
    await requireQuota(parts, 'inputs', row, sizes);
    await storeFiles(parts, files);
    const isMoved = await moveToOwnLane(parts, row, inputs);
    // The task was cancelled, deleted or taken over meanwhile: no row refers to these files.
    if (!isMoved)
      await discardObjects(
        parts,
        files.map(({ object }) => object.key),
      );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
