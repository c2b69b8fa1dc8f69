// What the log lines and spans of one request have in common: its trace, followed through everything that is awaited for it, and written and read as W3C
// Trace Context has it, so that it reaches the task, the worker and the webhooks of that request.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** What is told of a span. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  readonly attributes?: Attributes;
  /** What it is to the work around it: absent: a part of it. */
  readonly kind?: 'server' | 'client' | 'producer' | 'consumer';
  /** How long ago it began, in milliseconds. */
  readonly agoMs?: number;
  /** Whether nothing of its trace precedes it. */
  readonly isFirst?: boolean;
}

/** A part of the work that takes time. */
export interface Span {
  /** The trace within it. */
  readonly trace: Trace;
  readonly set: (attributes: Attributes) => void;
  /** Notes that it failed, and by what kind of failure: an error, or the name of one. */
  readonly fail: (error: unknown) => void;
  readonly end: () => void;
}

/** Where spans are exported to. */
export interface Spans {
  readonly start: (name: string, within: Trace, options?: SpanOptions) => Span;
  /** Exports what is waiting, for a moment. */
  readonly close: () => Promise<void>;
}

export interface Trace {
  /** 32 hexadecimal digits: the id of the request, and of all that follows from it. */
  readonly id: string;
  /** 16 hexadecimal digits: the part of the work that is under way. */
  readonly spanId: string;
  /** Whether it is exported. */
  readonly isSampled: boolean;
  /** Of the work for a task. */
  readonly taskId?: string;
  /** Absent: spans are off. */
  readonly spans?: Spans | undefined;
  /** The span within which the work is. */
  readonly span?: Span;
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

/** Does a part of the work within a span of its own. Without spans it does just that. */
export async function inSpan<T>(name: string, options: SpanOptions, act: () => Promise<T>): Promise<T> {
  const within = currentTrace();
  if (!within?.spans) return act();
  const span = within.spans.start(name, within, options);
  try {
    return await inTrace(span.trace, act);
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

/** Notes that the span of now failed, where the failure is no exception any more. */
export const failSpan = (error: unknown): void => currentTrace()?.span?.fail(error);

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
export const traceOfTask = (taskId: string, kept: unknown, spans: Spans | null): Trace => ({
  ...((typeof kept === 'string' && readTrace(kept)) || startTrace()),
  taskId,
  ...(spans && { spans }),
});

/** The trace as a `traceparent`. */
export const writeTrace = ({ id, spanId, isSampled }: Trace): string => `00-${id}-${spanId}-${isSampled ? '01' : '00'}`;

/** The trace of now, to be kept with what outlives this request. */
export function traceToKeep(): string | null {
  const trace = currentTrace();
  return trace ? writeTrace(trace) : null;
}
