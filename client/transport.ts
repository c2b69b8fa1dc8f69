// How a client reaches a server. Each function throws an error with a `status` (0: no answer), as `Failure` of attempt.ts describes, or the reason of
// the signal.
import type { Callable, DataOf, RouteCall } from './route-call.ts';

/** Where bytes are sent to. */
export interface Target {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends bytes to a signed address of the store. `onSent` is told how many bytes have left, as often as the sender knows. */
export type SendBytes = (
  target: Target,
  bytes: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
) => Promise<void>;

interface OpenOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** The address itself proves who may read it, and may be on another host: it is asked without the headers that say who calls. */
  readonly isSigned?: boolean;
  readonly signal: AbortSignal;
}

export interface Transport {
  /** Makes one call, once, and returns the data of its answer. */
  readonly call: <const R extends Callable>(route: R, options: RouteCall<R>) => Promise<DataOf<R>>;
  /** Opens a stream of the server, such as events or a zip. Returns only a successful answer. */
  readonly open: (address: string, options: OpenOptions) => Promise<Response>;
  readonly send: SendBytes;
}
