// Ends what runs for an owner who has logged out, without telling the server: running tasks continue there.
import { listen } from '../events.ts';

let current = new AbortController();

listen('work:forget', () => {
  current.abort();
  current = new AbortController();
});

/** Returns the signal that is aborted once the work on the page is forgotten. */
export const untilForgotten = (): AbortSignal => current.signal;
