// Tells what is only missing for a moment, the store, the database or what this machine has left, from what another try would not mend.
import { StoreUnavailable } from './objects.ts';
import { isDatabaseBusy } from './postgres.ts';

/** This machine, or this process, has no file or no memory left. */
const exhausted: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

/** Whether the error says only that something this server stands on is away: a call is answered 503, and a task waits. */
export const isAway = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  isDatabaseBusy(error) ||
  (error instanceof Error && 'code' in error && exhausted.has(error.code));
