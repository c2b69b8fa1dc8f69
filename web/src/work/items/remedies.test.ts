// Tests that every error code has a remedy or may be temporary: an error that only the user can fix never offers just a retry.
import { type ErrorCode, errors } from 'contract/errors.ts';
import { operatorErrors } from 'contract/operator-errors.ts';
import { expect, test } from 'vitest';
import { remedies, remediesOf } from '../../catalogue/remedies.ts';
import { hasFailed, isHopeless, isRunnable, type WorkItem } from './item.ts';

/** Depends on the service, a login, an account or a balance: the same file with the same options may succeed the next time. */
const mayPass = [
  ...['UNEXPECTED', 'QUEUE_FULL', 'RATE_LIMITED', 'IDEMPOTENCY_CLASH', 'TASK_NOT_FOUND', 'TASK_NOT_DONE'],
  ...['SERVER_UNREACHABLE', 'ANSWER_LATE'],
  ...['UPLOAD_NOT_FOUND', 'UPLOAD_INCOMPLETE', 'SIGNATURE_BAD', 'SIGNATURE_EXPIRED', 'NOT_FOUND'],
  ...[
    'BODY_TOO_SLOW',
    'TOO_MANY_STREAMS',
    'LINK_HOST_BUSY',
    'TOO_MANY_OPEN_TASKS',
    'BATCH_FULL',
    'UPLOAD_QUOTA',
    'SERVER_BUSY',
    'STORAGE_FULL',
    'PROOF_NEEDED',
    'SANDBOX_CLOSED',
  ],
  ...['TRIAL_USED_UP', 'MEMBERSHIP_NEEDED', 'MEMBERSHIP_EXPIRED', 'USES_MISSING', 'COINS_MISSING', 'RESULT_LOCKED'],
  ...['RECORD_NOT_FOUND', 'SPEECH_NOT_CONFIGURED'],
  ...['LOGIN_REQUIRED', 'LOGIN_EXPIRED', 'ACCOUNT_GONE', 'BODY_TYPE_UNSUPPORTED', 'ENGINE_NOT_CONFIGURED'],
];
/** Codes of account and payment forms, of API keys, webhooks, pipelines, designs and the assistant, which the tasks of a tool's page never return. */
const ofAccounts =
  /^(CHAT_CUT_OFF$|STEP|PIPELINE|PIPELINES|WEBHOOK|TOO_MANY_WEBHOOKS|DESIGN|COUPON|PLAN|ORDER|PAY|PAYMENT|REFUND|TOO_MANY_ORDERS|KEY|TOO_MANY_KEYS|PHONE|PASSWORD|OLD_PASSWORD|CODE|USERNAME|NICKNAME|AGREEMENT|CAPTCHA|ACCOUNT|LOGIN|SMS|WECHAT|PASSWORDS)(_|$)/;

const input = (upload: 'stored' | 'failed') => ({ id: 'f', facts: { name: 'a.png' }, upload, sentBytes: 1 }) as const;
const failed = (error: string, more: Partial<WorkItem> = {}): WorkItem => ({
  id: 'i',
  tool: 't',
  batchId: 'b',
  addedAt: 0,
  inputs: [input('stored')],
  run: 'failed',
  runNumber: 1,
  ranOptions: { size: 1 },
  problem: { error, msg: 'no' },
  ...more,
});

test('every code either has a remedy or may succeed when retried', () => {
  const codes = Object.keys(errors) as ErrorCode[];
  // Only the operators' page makes the calls that return operator codes.
  const ofTasks = codes.filter(code => !ofAccounts.test(code) && !(code in operatorErrors));
  const forgotten = ofTasks.filter(code => !remedies[code] && !mayPass.includes(code));
  expect(forgotten).toEqual([]);
  expect(mayPass.filter(code => remedies[code as ErrorCode])).toEqual([]);
});

test('a refused file must be replaced, and does not run again until something changes', () => {
  const item = failed('FACE_NOT_FOUND');
  expect(remediesOf(item)).toEqual(['file']);
  expect(isHopeless(item, { size: 1 })).toBe(true);
  expect(isRunnable(item, { size: 1 })).toBe(false);
  expect(isRunnable(item, { size: 2 })).toBe(true);
  expect(hasFailed(item)).toBe(true);
});

test('a file that was never accepted is refused regardless of the options', () => {
  const item = failed('FILE_TOO_LARGE', { inputs: [input('failed')], run: 'wanted' });
  expect(isRunnable(item, { size: 2 })).toBe(false);
});

test('a temporary failure can be retried', () => {
  for (const code of ['UNEXPECTED', 'DEADLINE', 'LINK_UNREACHABLE', 'OFFLINE', 'PROCESSING_FAILED'])
    expect(isRunnable(failed(code), { size: 1 })).toBe(true);
});

test('with side files, the main file may not be the cause, so the options are offered as well', () => {
  expect(remediesOf(failed('FILE_CORRUPT'))).toEqual(['file']);
  expect(remediesOf(failed('FILE_CORRUPT', { hasSideFiles: true }))).toEqual(['file', 'options']);
});

test('the first of several joined files is not replaced because of another one', () => {
  const joined = { siblings: { field: 'f', kind: 'join', ids: ['i', 'j'] } } as const;
  expect(remediesOf(failed('FILE_CORRUPT', joined))).toEqual(['retry']);
  expect(isRunnable(failed('FILE_CORRUPT', joined), { size: 1 })).toBe(true);
});

test('an item with siblings may succeed with fewer of them, so a retry is offered', () => {
  const beside = { siblings: { field: 'f', kind: 'others', ids: ['i', 'j'] } } as const;
  expect(remediesOf(failed('MEMORY_EXCEEDED', beside))).toEqual(['file', 'options', 'retry']);
});

test('options are not offered for a file whose upload was refused', () => {
  const refused = failed('BAD_REQUEST', { inputs: [input('failed')], run: 'wanted' });
  expect(remediesOf(refused)).toEqual(['file', 'retry']);
  expect(isRunnable(refused, { size: 1 })).toBe(true);
});
