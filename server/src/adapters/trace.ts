// What the log lines and spans of one request have in common: its trace, followed through everything that is awaited for it, and written and read as W3C
// Trace Context has it, so that it reaches the task, the worker and the webhooks of that request.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

export interface Trace {
  /** 32 hexadecimal digits: the id of the request, and of all that follows from it. */
  readonly id: string;
  /** 16 hexadecimal digits: the part of the work that is under way. */
  readonly spanId: string;
  /** Whether it is exported. */
  readonly isSampled: boolean;
  /** Of the work for a task. */
  readonly taskId?: string;
}

const current = new AsyncLocalStorage<Trace | undefined>();

export const currentTrace = (): Trace | undefined => current.getStore();

/** Does `act`, and everything that it starts, within a trace. */
export const inTrace = <T>(trace: Trace | undefined, act: () => T): T => current.run(trace, act);

/** A function that is called within the trace of now, also by a process: its events belong to the trace in which it was started. */
export function keepTrace<Given extends unknown[], T>(act: (...given: Given) => T): (...given: Given) => T {
  const trace = currentTrace();
  return (...given) => current.run(trace, act, ...given);
}

export const startTrace = (): Trace => ({
  id: randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
  isSampled: false,
});

const form = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

/** Reads a `traceparent`; undefined if it is malformed. */
export function readTrace(text: string): Trace | undefined {
  const [, id, spanId, flags = ''] = form.exec(text) ?? [];
  if (id === undefined || spanId === undefined) return undefined;
  return { id, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The trace in which a task was accepted, for work on that task. */
export const traceOfTask = (taskId: string, kept: unknown): Trace => ({
  ...((typeof kept === 'string' && readTrace(kept)) || startTrace()),
  taskId,
});

/** The trace as a `traceparent`. */
export const writeTrace = ({ id, spanId, isSampled }: Trace): string => `00-${id}-${spanId}-${isSampled ? '01' : '00'}`;

/** The trace of now, to be kept with what outlives this request. */
export function traceToKeep(): string | null {
  const trace = currentTrace();
  return trace ? writeTrace(trace) : null;
}
