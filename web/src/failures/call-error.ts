// The error thrown by a failed call.

export interface CallFailure {
  /** HTTP status; 0 without a response. */
  status: number;
  /** The code in the body, or the HTTP status if the body has none. */
  code: number;
  /** The stable name of the error, e.g. QUEUE_FULL. TIMEOUT and OFFLINE are set by the client, UNKNOWN is anything else. */
  error: string;
  msg: string;
  details: unknown;
  /** From Retry-After; null if absent. */
  retryAfterSeconds: number | null;
}

export class CallError extends Error {
  readonly status: number;
  readonly code: number;
  readonly error: string;
  readonly msg: string;
  readonly details: unknown;
  readonly retryAfterSeconds: number | null;

  constructor(failure: CallFailure, options?: ErrorOptions) {
    super(`${failure.error}: ${failure.msg}`, options);
    this.name = 'CallError';
    this.status = failure.status;
    this.code = failure.code;
    this.error = failure.error;
    this.msg = failure.msg;
    this.details = failure.details;
    this.retryAfterSeconds = failure.retryAfterSeconds;
  }
}
