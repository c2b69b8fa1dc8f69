// Tests the encrypted answers against OpenSSL's implementation of the cipher.
import { createDecipheriv } from 'node:crypto';
import { expect, test } from 'vitest';
import { sealAnswer, sealVerification } from './seal-answer.ts';

const key = 'XwKsGlMcdPMEhR1B';

function open(sealed: string): string {
  const decipher = createDecipheriv('aes-128-ecb', Buffer.from(key), null);
  return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64')), decipher.final()]).toString();
}

test('an answer is its JSON, encrypted with AES-ECB-PKCS7, in base64', () => {
  expect(open(sealAnswer({ x: 187.21, y: 5 }, key))).toBe('{"x":187.21,"y":5}');
  const clicks = [
    { x: 1, y: 2 },
    { x: 30, y: 40 },
    { x: 310, y: 155 },
  ];
  expect(JSON.parse(open(sealAnswer(clicks, key)))).toEqual(clicks);
});

test('a verification consists of the token and the answer', () => {
  expect(open(sealVerification('a-token', { x: 20, y: 5 }, key))).toBe('a-token---{"x":20,"y":5}');
});

test('without a key nothing is encrypted', () => {
  expect(sealAnswer({ x: 20, y: 5 }, '')).toBe('{"x":20,"y":5}');
});
