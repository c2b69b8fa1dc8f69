// Who is logged in: the token and its user, kept in the browser and shared with every open tab.
// load-user.ts asks the server for the user.
import type { Login, User } from 'contract/routes/accounts.ts';
import { create } from 'zustand';
import { announce } from './events.ts';
import { readStored, store } from './storage.ts';

interface Session {
  token: string | null;
  user: User | null;
  /** Whether the user's membership is over; their membership fields are cleared then. */
  hasLapsed: boolean;
}

const readSession = (): Session => {
  const token = readStored('token');
  const user = token && readStored('user');
  return { token, user: user ? (JSON.parse(user) as User) : null, hasLapsed: false };
};

export const useSession = create<Session>()(readSession);

export const isLoggedIn = (): boolean => useSession.getState().token !== null;

/** Whether the server ended a login and the same person may log in again. */
export const isLoginAwaited = (): boolean => !isLoggedIn() && readStored('expiredUser') !== null;

/** A person without membership has no membership dates, uses or plan. */
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

/** Once after each login, not with every answer. */
function askForPhone(user: User): void {
  if (user.mobile || isPhoneAskedFor) return;
  isPhoneAskedFor = true;
  announce('bind-phone:open');
}

/** Keeps the user as the server describes it; without a phone number the prompt to bind one opens. */
export function setUser(told: User): void {
  askForPhone(keepUser(told));
}

export function logIn({ token, user }: Login): void {
  const before = readStored('expiredUser');
  if (before && before !== user.id) announce('work:forget');
  store('expiredUser', null);
  const kept = keepUser(user);
  // Stored last, since other tabs react to it.
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

/** Logs out: clears token, user and the work on the page, and notifies all parts of the page. */
export function logOut(): void {
  // Also if the server ended the login in that very moment.
  const isLeaving = isLoggedIn() || isLoginAwaited();
  store('expiredUser', null);
  clear();
  if (isLeaving) announce('work:forget');
}

/** The server ended the login. The work stays for the same person, who may log in again. */
export function endLogin(): void {
  store('expiredUser', useSession.getState().user?.id ?? null);
  clear();
}

/** Another tab stored news about the person, such as a purchase. */
export function followOtherUser(kept: string | null): void {
  if (isLoggedIn() && kept) useSession.setState({ user: JSON.parse(kept) as User });
}

/** Another tab logged in or out and left `token`. */
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
