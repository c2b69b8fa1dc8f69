// Who is logged in: the token and what is known of its owner. Logging in comes with the accounts; logging out works now.
import { create } from 'zustand';
import { announce } from './events.ts';
import { readStored, store } from './storage.ts';

interface Session {
  token: string | null;
}

export const useSession = create<Session>()(() => ({ token: readStored('token') }));

export const isLoggedIn = (): boolean => useSession.getState().token !== null;

/** Clears token and user and tells everybody. */
export function logOut(): void {
  store('token', null);
  useSession.setState({ token: null });
  announce('logout');
}
