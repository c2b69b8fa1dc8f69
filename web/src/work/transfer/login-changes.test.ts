// Tests work on the page across a logout and login: it waits for the same user and then continues automatically.
import type { User } from 'contract/routes/accounts.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { endLogin, logIn, logOut } from '../../session.ts';
import type { WorkItem } from '../items/item.ts';
import { addItems, getItem, resetWork } from '../items/store.ts';
import { holdForLogin, isAwaitingLogin, watchLogin } from './login-changes.ts';

const person = { id: 'a', mobile: '13800138000' } as User;
const goOn = vi.fn();
watchLogin(goOn);

const input = (upload: 'stored' | 'failed') => ({ id: 'f', facts: { name: 'a.png' }, upload, sentBytes: 0 }) as const;
const item = (id: string, rest: Partial<WorkItem>): WorkItem =>
  ({ id, tool: 'gif', batchId: 'b', inputs: [input('stored')], run: 'idle', ...rest }) as WorkItem;

beforeEach(() => {
  logOut();
  goOn.mockClear();
  resetWork();
});

test('without an ended login a refusal is final', () => {
  expect(holdForLogin(['one'])).toBe(false);
  expect(isAwaitingLogin('one')).toBe(false);
});

test('after the server ended the login, tasks are not requested until the next login', () => {
  logIn({ token: 't', user: person });
  goOn.mockClear();
  endLogin();
  expect(holdForLogin(['one'])).toBe(true);
  expect([isAwaitingLogin('one'), isAwaitingLogin('two')]).toEqual([true, false]);
  logIn({ token: 'u', user: person });
  expect(isAwaitingLogin('one')).toBe(false);
  expect(goOn).toHaveBeenCalledOnce();
});

test('items that failed only because the login ended are retried; other failures are kept', () => {
  const expired = { error: 'LOGIN_EXPIRED', msg: 'x' };
  addItems('gif', [
    item('call', { run: 'failed', problem: expired }),
    item('upload', { inputs: [input('failed')], problem: expired }),
    item('corrupt', { run: 'failed', problem: { error: 'FILE_CORRUPT', msg: 'y' } }),
  ]);
  logIn({ token: 't', user: person });
  expect(getItem('call')).toMatchObject({ run: 'wanted', problem: undefined });
  expect(getItem('upload')).toMatchObject({ inputs: [{ upload: 'waiting' }], run: 'idle', problem: undefined });
  expect(getItem('corrupt')).toMatchObject({ run: 'failed', problem: { error: 'FILE_CORRUPT' } });
});
