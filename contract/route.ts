// The definition of an HTTP route: a single object that the server validates with, the documentation is generated from, and clients read.
import { z } from 'zod';
import type { RouteScope } from './key-scopes.ts';

export interface RouteContract {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  readonly params?: z.ZodType;
  /** Only for people who are logged in. Everyone else is told so before the body is read. */
  readonly needsLogin?: true;
  /** What it asks of an API key. Absent: closed to keys. */
  readonly keyScope?: RouteScope;
  /** The schema of `data` on success. */
  readonly data: z.ZodType;
}

export const defineRoute = <const R extends RouteContract>(route: R): R => route;

/** A call that streams something other than the JSON envelope. */
export interface StreamContract {
  /** Absent: GET. */
  readonly method?: 'POST';
  readonly path: string;
  readonly summary: string;
  readonly body?: z.ZodType;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** As of other routes. */
  readonly keyScope?: RouteScope;
  readonly contentType: string;
}

export const defineStream = <const S extends StreamContract>(stream: S): S => stream;

/** Every JSON reply: `data` on success, and on failure the stable name, details and request id beside the sentence. */
export const failureSchema = z.object({
  code: z.number().int(),
  msg: z.string(),
  data: z.null(),
  error: z.string(),
  details: z.unknown().nullable(),
  requestId: z.string(),
});
export type Failure = z.infer<typeof failureSchema>;

export const successSchema = <T extends z.ZodType>(data: T) =>
  z.object({ code: z.literal(200), msg: z.string(), data });
