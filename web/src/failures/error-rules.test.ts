// Tests which responses count as errors, and what the page shows for them.
import { expect, test } from 'vitest';
import { isFailure, judgeFailure, toastSentence } from './error-rules.ts';

test.each([0, 2, 401, 500, 300, 404, 503, '500'])('body code %s is an error even with status 200', code => {
  expect(isFailure(200, { code })).toBe(true);
});

test.each([200, 1, 201, 299])('body code %s is not an error', code => {
  expect(isFailure(200, { code })).toBe(false);
});

test('a status other than 2xx is an error, regardless of the body', () => {
  expect(isFailure(502, { code: 200 })).toBe(true);
  expect(isFailure(304, {})).toBe(true);
  expect(isFailure(204, {})).toBe(false);
});

test('401 in the status, the code or the error code ends the login', () => {
  const expired = { kind: 'login-expired' };
  expect(judgeFailure(401, {}, 'en')).toEqual(expired);
  expect(judgeFailure(200, { code: 401 }, 'en')).toEqual(expired);
  expect(judgeFailure(200, { error_code: 401 }, 'en')).toEqual(expired);
});

test('code 2 means that the account is gone, and 404 opens a dialog', () => {
  for (const status of [200, 401, 403])
    expect(judgeFailure(status, { code: 2, msg: '账号已被冻结' }, 'zh')).toEqual({
      kind: 'account-gone',
      text: '账号已被冻结',
    });
  expect(judgeFailure(404, {}, 'zh')).toEqual({ kind: 'not-found-dialog' });
});

test("the server's message is shown if it has at most 100 characters", () => {
  const hundred = '字'.repeat(100);
  expect(judgeFailure(400, { msg: hundred }, 'zh')).toEqual({ kind: 'toast', text: hundred });
  expect(toastSentence(`${hundred}字`, 'zh')).toBe('出错了，请重试');
  expect(toastSentence('x'.repeat(101), 'en')).toBe('An error occurred, please retry');
  expect(judgeFailure(400, { message: 'Url Error' }, 'en')).toEqual({ kind: 'toast', text: 'Url Error' });
});

test('timeouts and missing messages have their own sentences', () => {
  expect(toastSentence('timeout of 20000ms exceeded', 'en')).toBe('Request timed out, please retry');
  expect(toastSentence('Request timed out', 'zh')).toBe('请求超时，请重试');
  expect(toastSentence(undefined, 'en')).toBe('Something went wrong');
  expect(toastSentence('  ', 'zh')).toBe('出了点问题');
});
