// What a login that begins or ends means for the work on the page. A visitor's tasks become the account's, so streams simply go
// on; when the server ended the login, what is under way waits for the same person to come back.
import { listen } from '../../events.ts';
import { isLoginAwaited } from '../../session.ts';
import { patchItem, useWork } from '../items/store.ts';

/** Items whose task nobody may ask about until its owner is logged in again. */
const held = new Set<string>();

export const isHeld = (id: string): boolean => held.has(id);

/** Answers whether these items now wait for a login; otherwise a refusal about them means what it says. */
export function holdForLogin(ids: readonly string[]): boolean {
  if (!isLoginAwaited()) return false;
  for (const id of ids) held.add(id);
  return true;
}

/** What failed for nothing but the ended login. */
const loginProblems = new Set(['LOGIN_EXPIRED', 'LOGIN_REQUIRED']);

/** `goOn` is called when there may be something to do again. */
export function watchLogin(goOn: () => void): void {
  listen('login', () => {
    held.clear();
    for (const { id, problem, upload, run } of Object.values(useWork.getState().items)) {
      if (!problem || !loginProblems.has(problem.error)) continue;
      patchItem(id, {
        problem: undefined,
        ...(upload === 'failed' && { upload: 'waiting' }),
        ...(run === 'failed' && { run: 'wanted' }),
      });
    }
    goOn();
  });
}
