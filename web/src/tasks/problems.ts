// Failures as the page stores and shows them: a stable name and, if there is one, the server's sentence.
import { CallError } from '../failures/call-error.ts';
import { SendError } from '../send-bytes.ts';

/** The reason of a failure, with a message to show. */
export interface Problem {
  readonly error: string;
  readonly msg: string;
}

/** `otherwise` names the action, for failures without a message. Bugs are also reported to the console. */
export function problemOf(error: unknown, otherwise = 'PROCESSING_FAILED'): Problem {
  if (error instanceof CallError) return { error: error.error, msg: error.msg };
  if (error instanceof SendError) return { error: error.status === 0 ? 'OFFLINE' : otherwise, msg: '' };
  // A bug in the page: report it in the console, and do not let the user wait forever.
  reportError(error);
  return { error: otherwise, msg: '' };
}

/** Ignores a failed call: of a clean-up, because the retention sweep does the rest, or one whose error has already been shown. */
export function passOver(error: unknown): void {
  if (!(error instanceof CallError)) throw error;
}
