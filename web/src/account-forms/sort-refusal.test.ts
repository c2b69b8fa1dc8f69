// Tests where a form shows a server error: at the field it names, or above the form.
import { expect, test } from 'vitest';
import { CallError } from '../failures/call-error.ts';
import { sortRefusal } from './use-form.ts';

const refuse = (error: string, msg: string, details: unknown = null) =>
  new CallError({ status: 400, code: 400, error, msg, details, retryAfterSeconds: null });
const names = ['mobile', 'code', 'password'];

test('the details of an invalid body are shown at the fields they name, the first one for each field', () => {
  const details = [
    { path: 'mobile', error: 'The phone number format is incorrect' },
    { path: 'mobile', error: 'Too long' },
    { path: 'password', error: 'Weak' },
  ];
  expect(sortRefusal(refuse('PHONE_BAD', 'x', details), names)).toEqual({
    mobile: 'The phone number format is incorrect',
    password: 'Weak',
  });
});

test("an error that names one field is shown there, under each of the field's names", () => {
  expect(sortRefusal(refuse('CODE_WRONG', 'Wrong code'), names)).toEqual({ code: 'Wrong code' });
  expect(sortRefusal(refuse('PHONE_TAKEN', 'Taken'), ['phone', 'code'])).toEqual({ phone: 'Taken' });
});

test('an error that names no field of the form is shown for the form as a whole', () => {
  expect(sortRefusal(refuse('PASSWORD_WRONG', 'Not right'), names)).toEqual({ form: 'Not right' });
  expect(sortRefusal(refuse('CODE_WRONG', 'Wrong code'), ['username'])).toEqual({ form: 'Wrong code' });
  const elsewhere = [{ path: 'agentCode', error: 'Invalid' }];
  expect(sortRefusal(refuse('BAD_REQUEST', 'Bad', elsewhere), names)).toEqual({ form: 'Bad' });
  expect(sortRefusal(refuse('RATE_LIMITED', 'Wait', { retryAfterSeconds: 3 }), names)).toEqual({ form: 'Wait' });
});
