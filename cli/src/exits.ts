// How the program ends: its exit codes, which docs/cli.md promises, and the errors that lead to them.
import { failureOf } from '@pixwright/client/attempt.ts';

export const exits = {
  done: 0,
  /** At least one input failed; the others are done. */
  failed: 1,
  /** Wrong options or arguments. */
  usage: 2,
  /** The key or the login is missing, wrong or too narrow. */
  denied: 3,
  /** The price of the run was not agreed to, or cannot be paid. */
  unpaid: 4,
  unreachable: 5,
  interrupted: 130,
} as const;

/** An error with a sentence for the person and an exit code of its own. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return error.exitCode;
  const status = failureOf(error)?.status;
  if (status === 401 || status === 403) return exits.denied;
  if (status === 402) return exits.unpaid;
  if (status === 0 || status === 502 || status === 503 || status === 504) return exits.unreachable;
  return exits.failed;
}

/** Whether an error concerns every input alike, so that going on with the others is pointless. */
export const stopsAll = (error: unknown): boolean => exitCodeOf(error) !== exits.failed;

/** What went wrong, in words for a person. */
export function tellError(error: unknown): string {
  if (error instanceof CliError) return error.message;
  const { msg, error: code, details } = error as { msg?: string; error?: string; details?: { issues?: unknown } };
  const issues = Array.isArray(details?.issues)
    ? details.issues.map(({ path, error: what }: { path: string; error: string }) => `\n  ${path}: ${what}`).join('')
    : '';
  if (msg) return `${msg}${code ? ` (${code})` : ''}${issues}`;
  return error instanceof Error ? error.message : String(error);
}
