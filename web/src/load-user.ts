// Asks the server for the current user: when the page starts with a stored token, and after changes.

import { userInfo } from 'contract/routes/accounts.ts';
import { call } from './api.ts';
import { CallError } from './failures/call-error.ts';
import { endLogin, isLoggedIn, setUser, useSession } from './session.ts';

/** If the call fails, the known user is kept; a response without a user ends the login. */
export async function loadUser(): Promise<void> {
  const { token } = useSession.getState();
  if (!isLoggedIn()) return;
  try {
    const user = await call(userInfo, { handleErrors: true });
    // Another user may have logged in in the meantime.
    if (useSession.getState().token !== token) return;
    if (user) setUser(user);
    else endLogin();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
}
