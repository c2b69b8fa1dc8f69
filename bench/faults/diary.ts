// What the clients of the bench know: which tasks were accepted, what they did with them, and which calls they gave up.
import { failureOf } from '../../client/attempt.ts';

/** What a client knows of a task of its own. */
export interface Entry {
  readonly kind: string;
  /** The account, or null for a visitor. */
  readonly accountId: string | null;
  /** `asked`: the answer to a payment was never seen. */
  paid: 'no' | 'asked' | 'yes';
  deletion: 'no' | 'asked' | 'yes';
}

export class Diary {
  readonly tasks = new Map<string, Entry>();
  /** Idempotency keys of calls whose answer was never seen: there may be a task. */
  readonly unsure = new Set<string>();
  /** Reason → number of operations that were given up. */
  readonly givenUp = new Map<string, number>();
  /** Results whose bytes were not those that the task named. */
  readonly wrongFiles: string[] = [];

  accept(taskId: string, kind: string, accountId: string | null): Entry {
    const entry: Entry = { kind, accountId, paid: 'no', deletion: 'no' };
    this.tasks.set(taskId, entry);
    return entry;
  }

  giveUp(kind: string, error: unknown): void {
    const failure = failureOf(error);
    const reason = `${kind}: ${failure ? `${failure.status} ${failure.error}` : error}`;
    // The name of the request leads to the line of a server's log; without one, the answer was not a server's.
    console.log(`${new Date().toISOString()} given up: ${reason}, request ${failure?.requestId ?? '–'}`);
    this.givenUp.set(reason, (this.givenUp.get(reason) ?? 0) + 1);
  }
}
