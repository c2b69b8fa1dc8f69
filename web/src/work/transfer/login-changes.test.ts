// Work on the page while a login ends and begins again: it waits for the same person, and then goes on by itself.
import type { User } from 'contract/routes/accounts.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { endLogin, logIn, logOut } from '../../session.ts';
import type { WorkItem } from '../items/item.ts';
import { addItems, getItem, useWork } from '../items/store.ts';
import { holdForLogin, isHeld, watchLogin } from './login-changes.ts';

const person = { id: 'a', mobile: '13800138000' } as User;
const goOn = vi.fn();
watchLogin(goOn);

const item = (id: string, rest: Partial<WorkItem>): WorkItem =>
  ({ id, tool: 'gif', batchId: 'b', upload: 'stored', run: 'idle', facts: { name: id }, ...rest }) as WorkItem;

beforeEach(() => {
  logOut();
  goOn.mockClear();
  useWork.setState({ benches: {}, items: {} });
});

test('a refusal while nobody is awaited means what it says', () => {
  expect(holdForLogin(['one'])).toBe(false);
  expect(isHeld('one')).toBe(false);
});

test('after the server ended the login tasks are left alone until somebody logs in', () => {
  logIn({ token: 't', user: person });
  goOn.mockClear();
  endLogin();
  expect(holdForLogin(['one'])).toBe(true);
  expect([isHeld('one'), isHeld('two')]).toEqual([true, false]);
  logIn({ token: 'u', user: person });
  expect(isHeld('one')).toBe(false);
  expect(goOn).toHaveBeenCalledOnce();
});

test('what failed for the ended login alone is tried again, other failures stay', () => {
  const expired = { error: 'LOGIN_EXPIRED', msg: 'x' };
  addItems('gif', [
    item('call', { run: 'failed', problem: expired }),
    item('upload', { upload: 'failed', problem: expired }),
    item('corrupt', { run: 'failed', problem: { error: 'FILE_CORRUPT', msg: 'y' } }),
  ]);
  logIn({ token: 't', user: person });
  expect(getItem('call')).toMatchObject({ run: 'wanted', upload: 'stored', problem: undefined });
  expect(getItem('upload')).toMatchObject({ upload: 'waiting', run: 'idle', problem: undefined });
  expect(getItem('corrupt')).toMatchObject({ run: 'failed', problem: { error: 'FILE_CORRUPT' } });
});
