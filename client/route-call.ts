// Calling a route of the contract: the types of what it takes and answers, its address, and its answer as it arrives.
import type { RouteContract } from 'contract/route.ts';

export type Callable = Pick<RouteContract, 'method' | 'path'> & Partial<RouteContract>;
/** The data that a route answers, and the body that it takes, inferred from its schemas. */
export type DataOf<R> = R extends { data: { _zod: { output: infer Data } } } ? Data : unknown;
type BodyOf<R> = R extends { body: { _zod: { input: infer Body } } } ? Body : Readonly<Record<string, unknown>>;

export type Params = Readonly<Record<string, string>>;
export type Query = Readonly<Record<string, string | number | undefined>>;

export interface RouteCall<R> {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: BodyOf<R>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** A call without an answer for this long has failed; the server answers every call within 20 s. */
export const defaultTimeoutMs = 20_000;

/** Returns the address of a call: its path with each `:name` filled in, and the query. */
export function callAddress(path: string, params: Params = {}, query: Query = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** Parses a Retry-After header, which contains seconds or a date, to seconds; null if it is missing or invalid. */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  if (!header) return null;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? null : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}
