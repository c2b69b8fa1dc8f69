// Tests the session on login, logout, and the end of a login by the server or another tab.
import type { User } from 'contract/routes/accounts.ts';
import { beforeEach, expect, test } from 'vitest';
import { listen } from './events.ts';
import {
  endLogin,
  followOtherTab,
  followOtherUser,
  isLoggedIn,
  isLoginAwaited,
  logIn,
  logOut,
  setUser,
  useSession,
} from './session.ts';
import { readStored, store } from './storage.ts';

const person = (id: string, rest: Partial<User> = {}): User =>
  ({ id, mobile: '13800138000', isMember: 0, useMaxNum: 3, memberType: 'gold', ...rest }) as User;

let heard: string[] = [];
for (const name of ['login', 'logout', 'work:forget', 'bind-phone:open'] as const) listen(name, () => heard.push(name));

beforeEach(() => {
  logOut();
  heard = [];
});

test('a login is stored and announced; a user without membership has no membership dates', () => {
  logIn({ token: 't', user: person('a') });
  expect(heard).toEqual(['login']);
  expect(readStored('token')).toBe('t');
  expect(useSession.getState().user).toMatchObject({ id: 'a', useMaxNum: null, memberType: null });
  setUser(person('a', { isMember: 1 }));
  expect(JSON.parse(readStored('user')!)).toMatchObject({ useMaxNum: 3, memberType: 'gold' });
});

test('without a phone number, the prompt opens once after the login', () => {
  logIn({ token: 't', user: person('a', { mobile: null }) });
  setUser(person('a', { mobile: null }));
  expect(heard).toEqual(['login', 'bind-phone:open']);
});

test('logging out clears everything and deletes the work; a second logout deletes nothing more', () => {
  logIn({ token: 't', user: person('a') });
  heard = [];
  logOut();
  expect(heard).toEqual(['logout', 'work:forget']);
  expect([readStored('token'), readStored('user'), useSession.getState().user]).toEqual([null, null, null]);
  logOut();
  expect(heard).toEqual(['logout', 'work:forget', 'logout']);
});

test('logging out just after the server ended the login also deletes the work', () => {
  logIn({ token: 't', user: person('a') });
  endLogin();
  heard = [];
  logOut();
  expect(heard).toEqual(['logout', 'work:forget']);
  expect(isLoginAwaited()).toBe(false);
});

test('when the server ends the login, the work is kept for the same user', () => {
  logIn({ token: 't', user: person('a') });
  heard = [];
  endLogin();
  expect(heard).toEqual(['logout']);
  expect([isLoggedIn(), isLoginAwaited()]).toEqual([false, true]);
  logIn({ token: 'u', user: person('a') });
  expect(heard).toEqual(['logout', 'login']);
  expect(isLoginAwaited()).toBe(false);
});

test('the work is deleted when another user logs in', () => {
  logIn({ token: 't', user: person('a') });
  endLogin();
  heard = [];
  logIn({ token: 'u', user: person('b') });
  expect(heard).toEqual(['work:forget', 'login']);
});

test('a login or logout in another tab is followed', () => {
  store('user', JSON.stringify(person('a')));
  followOtherTab('t');
  expect(useSession.getState()).toMatchObject({ token: 't', user: { id: 'a' } });
  followOtherTab('t');
  expect(heard).toEqual(['login']);
  followOtherTab(null);
  expect(isLoggedIn()).toBe(false);
  expect(heard).toEqual(['login', 'logout', 'work:forget']);
});

test('a second response that ends the login does not change whose work is kept', () => {
  logIn({ token: 't', user: person('a') });
  endLogin();
  endLogin();
  expect(isLoginAwaited()).toBe(true);
  heard = [];
  logIn({ token: 'u', user: person('b') });
  expect(heard).toEqual(['work:forget', 'login']);
});

test.each(['{"id":', 'null', '5', '{}'])('an invalid stored user, %s, counts as none', kept => {
  store('user', kept);
  followOtherTab('t');
  expect(useSession.getState()).toMatchObject({ token: 't', user: null });
  setUser(person('a'));
  followOtherUser(kept);
  expect(useSession.getState().user).toMatchObject({ id: 'a' });
});
