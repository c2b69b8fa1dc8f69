// Which parts of a contract reach the browser.
import { signUpload } from 'contract/routes/uploads.ts';
import { expect, test } from 'vitest';
import { keepData } from './contracts-plugin.ts';

test('a route keeps its method and path and loses its schemas', () => {
  expect(keepData(signUpload)).toEqual({
    method: 'POST',
    path: '/web/tos/new-get-signature-norecord',
    summary: signUpload.summary,
  });
});

test('constants stay, functions and schemas go', () => {
  expect(keepData({ list: ['jpg', 1], pace: () => 1, options: signUpload.body, none: null })).toEqual({
    list: ['jpg', 1],
    none: null,
  });
  expect(keepData(signUpload.data)).toBeUndefined();
  expect(keepData(() => 1)).toBeUndefined();
});
