// What every operation of a client stands on: a way to the server, and the patience with its failures.
import { attempt, neverStopped, type Patience } from './attempt.ts';
import type { Callable, DataOf, RouteCall } from './route-call.ts';
import type { Transport } from './transport.ts';

export interface Connection {
  readonly transport: Transport;
  readonly patience: Patience;
}

/** Makes a call of a route, and repeats it while that may help. Every such call of the client may be repeated without harm. */
export const callPatiently = <const R extends Callable>(
  { transport, patience }: Connection,
  route: R,
  options: RouteCall<R> = {},
): Promise<DataOf<R>> => attempt(() => transport.call(route, options), options.signal ?? neverStopped, patience);

/** Returns 128 random bits as 32 hex digits, also on pages served without https. */
export function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}
