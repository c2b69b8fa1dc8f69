// The error of a call that failed: a code of the table, with what the server said about it.
import { AppError, errorSentence, isErrorCode } from 'contract/errors.ts';
import type { Language } from 'contract/words.ts';

export interface FailedAnswer {
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** The name of the error. A newer server may send one that this table lacks; its `code` is then UNEXPECTED. */
  readonly error: string;
  /** The server's sentence; absent: that of the table. */
  readonly msg?: string;
  readonly details: Readonly<Record<string, unknown>> | null;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
}

export class ClientError extends AppError {
  /** The name as it was sent, which is `code` unless the table lacks it. */
  readonly error: string;
  /** A sentence for a person, in the client's language. */
  readonly msg: string;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly #status: number;

  constructor(failed: FailedAnswer, language: Language, options?: ErrorOptions) {
    super(isErrorCode(failed.error) ? failed.error : 'UNEXPECTED', failed.details, options);
    this.name = 'ClientError';
    this.error = failed.error;
    this.msg = failed.msg ?? errorSentence(this.code, language, failed.details ?? undefined);
    this.message = `${failed.error}: ${this.msg}`;
    this.requestId = failed.requestId;
    this.retryAfterSeconds = failed.retryAfterSeconds;
    this.#status = failed.status;
  }

  /** The status that arrived; 0 if no answer did. */
  override get status(): number {
    return this.#status;
  }
}
