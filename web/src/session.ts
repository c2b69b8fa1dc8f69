// The current login: the token and its user, stored in the browser and shared by all open tabs. load-user.ts requests the user from the server.
import type { Login, User } from 'contract/routes/accounts.ts';
import { create } from 'zustand';
import { announce } from './events.ts';
import { readStored, store } from './storage.ts';

interface Session {
  token: string | null;
  user: User | null;
  /** Whether the user's membership has ended; their membership fields are then cleared. */
  hasLapsed: boolean;
}

/** Reads a stored user; null if it is invalid. Then load-user.ts requests it from the server. */
function readUser(text: string | null): User | null {
  try {
    const found = JSON.parse(text ?? 'null') as Partial<User> | null;
    // Older pages stored no `coinLeft`.
    return typeof found?.id === 'string' ? ({ coinLeft: found.coin, ...found } as User) : null;
  } catch {
    return null;
  }
}

const readSession = (): Session => {
  const token = readStored('token');
  return { token, user: token ? readUser(readStored('user')) : null, hasLapsed: false };
};

export const useSession = create<Session>()(readSession);

export const isLoggedIn = (): boolean => useSession.getState().token !== null;

/** Returns whether the server ended a login whose user may log in again. */
export const isLoginAwaited = (): boolean => !isLoggedIn() && readStored('expiredUser') !== null;

/** A user without membership has no membership dates, uses or plan. */
const noMembership = {
  edition: null,
  useMaxNum: null,
  memberCreateTime: null,
  memberEndTime: null,
  memberType: null,
};

function keepUser(told: User): User {
  const user = told.isMember === 1 ? told : { ...told, ...noMembership };
  store('user', JSON.stringify(user));
  useSession.setState({ user, hasLapsed: told.isMember !== 1 && Boolean(told.memberCreateTime) });
  return user;
}

let isPhoneAskedFor = false;

/** Opens the prompt once per login, not with every response. */
function askForPhone(user: User): void {
  if (user.mobile || isPhoneAskedFor) return;
  isPhoneAskedFor = true;
  announce('bind-phone:open');
}

/** Stores the user as reported by the server; without a phone number, the prompt to bind one opens. */
export function setUser(told: User): void {
  askForPhone(keepUser(told));
}

export function logIn({ token, user }: Login): void {
  const before = readStored('expiredUser');
  if (before && before !== user.id) announce('work:forget');
  store('expiredUser', null);
  const kept = keepUser(user);
  // Stored last, because other tabs react to it.
  store('token', token);
  useSession.setState({ token });
  announce('login');
  askForPhone(kept);
}

function clear(): void {
  isPhoneAskedFor = false;
  store('token', null);
  store('user', null);
  useSession.setState({ token: null, user: null, hasLapsed: false });
  announce('logout');
}

/** Logs out: clears the token, the user and the work on the page, and notifies all parts of the page. */
export function logOut(): void {
  // Also if the server has just ended the login.
  const isLeaving = isLoggedIn() || isLoginAwaited();
  store('expiredUser', null);
  clear();
  if (isLeaving) announce('work:forget');
}

/**
 * The server has ended the login. The work is kept, because the same user may log in again. Returns false if there is no login any more: several
 * responses may report the end of the same one.
 */
export function endLogin(): boolean {
  if (!isLoggedIn()) return false;
  store('expiredUser', useSession.getState().user?.id ?? null);
  clear();
  return true;
}

/** Another tab stored a change of the user, such as a purchase. */
export function followOtherUser(kept: string | null): void {
  const user = readUser(kept);
  if (isLoggedIn() && user) useSession.setState({ user });
}

/** Another tab logged in or out and stored `token`. */
export function followOtherTab(token: string | null): void {
  if (token === useSession.getState().token) return;
  if (token) {
    store('token', token);
    useSession.setState(readSession());
    announce('login');
  } else {
    clear();
    if (!isLoginAwaited()) announce('work:forget');
  }
}
