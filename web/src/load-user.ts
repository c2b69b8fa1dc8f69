// Asks the server who is logged in: when the page starts with a stored token, and after changes.
import { userInfo } from 'contract/routes/accounts.ts';
import { CallError, call } from './api.ts';
import { endLogin, isLoggedIn, setUser, useSession } from './session.ts';

/** Without an answer the known user stays; an answer without a user ends the login. */
export async function loadUser(): Promise<void> {
  const { token } = useSession.getState();
  if (!isLoggedIn()) return;
  try {
    const user = await call(userInfo, { handleErrors: true });
    // Another person may have logged in meanwhile.
    if (useSession.getState().token !== token) return;
    if (user) setUser(user);
    else endLogin();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
}
