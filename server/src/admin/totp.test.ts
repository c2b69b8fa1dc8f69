// Time-based codes, against the examples of RFC 6238 (appendix B) and RFC 4648 (section 10).
import { expect, test } from 'vitest';
import { codeOfStep, describeTotpKey, findStep, stepAt, toBase32 } from './totp.ts';

const key = Buffer.from('12345678901234567890');

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at %i s the code is %s', (seconds, code) => {
  expect(codeOfStep(key, stepAt(new Date(seconds * 1000)), 8)).toBe(code);
});

test('the codes of the adjacent steps are accepted, those further away and other text are not', () => {
  const now = new Date(1_111_111_111_000);
  const step = stepAt(now);
  for (const near of [step - 1, step, step + 1]) expect(findStep(key, codeOfStep(key, near), now)).toBe(near);
  for (const far of [step - 2, step + 2]) expect(findStep(key, codeOfStep(key, far), now)).toBeUndefined();
  for (const text of ['', '05047', '0504711', 'abcdef', '０５０４７１', '-50471'])
    expect(findStep(key, text, now)).toBeUndefined();
});

test('keys are written as authenticator apps read them', () => {
  expect(toBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
  expect(describeTotpKey(key, { issuer: 'Pix & Co', name: '136:1' })).toBe(
    'otpauth://totp/Pix%20%26%20Co:136%3A1?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Pix%20%26%20Co',
  );
});
