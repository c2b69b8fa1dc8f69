// Handles logins and logouts for the work on the page. A visitor's tasks become the account's, so streams continue; after the server ended a login,
// running work waits for the same user to return.
import { listen } from '../../events.ts';
import { isLoginAwaited } from '../../session.ts';
import { withFailedUploadsWaiting } from '../items/item.ts';
import { live } from '../items/live.ts';
import { patchItem, useWork } from '../items/store.ts';

export const isAwaitingLogin = (id: string): boolean => live.awaitingLogin.has(id);

/** Returns whether these items now wait for a login. If not, the error about them is final. */
export function holdForLogin(ids: readonly string[]): boolean {
  if (!isLoginAwaited()) return false;
  for (const id of ids) live.awaitingLogin.add(id);
  return true;
}

/** Problems caused only by the ended login. */
const loginProblems = new Set(['LOGIN_EXPIRED', 'LOGIN_REQUIRED']);

/** `goOn` is called after each login, when items may be able to continue. */
export function watchLogin(goOn: () => void): void {
  listen('login', () => {
    live.awaitingLogin.clear();
    for (const { id, problem } of Object.values(useWork.getState().items)) {
      if (!problem || !loginProblems.has(problem.error)) continue;
      patchItem(id, item => ({
        ...withFailedUploadsWaiting(item),
        problem: undefined,
        run: item.run === 'failed' ? 'wanted' : item.run,
      }));
    }
    goOn();
  });
}
