// Passwords are hashed with argon2id outside the main thread, with the same work for accounts that do not exist.
import { argon2Sync } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { openPasswords } from './passwords.ts';

const passwords = openPasswords();
afterAll(() => passwords.close());

test('a hash is salted, in PHC form, and equal to the output of argon2id', async () => {
  const [first, second] = await Promise.all([passwords.hash('abc123'), passwords.hash('abc123')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z\d+/]{22}\$[A-Za-z\d+/]{43}$/);
  expect(second).not.toBe(first);
  const [, , , , salt = '', tag] = first.split('$');
  const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
  const made = argon2Sync('argon2id', { message: 'abc123', nonce: Buffer.from(salt, 'base64'), ...cost });
  expect(made.toString('base64').replace(/=+$/, '')).toBe(tag);
});

test('only the correct password is accepted, in any Unicode form', async () => {
  const hash = await passwords.hash('pässwörd1'.normalize('NFC'));
  expect(await passwords.verify('pässwörd1'.normalize('NFD'), hash)).toBe(true);
  for (const wrong of ['passwörd1', 'pässwörd1 ', '', 'pässwörd'])
    expect(await passwords.verify(wrong, hash)).toBe(false);
});

test('a hash with other cost parameters is still checked', () => {
  const nonce = Buffer.from('0123456789abcdef');
  const tag = argon2Sync('argon2id', {
    message: 'abc123',
    nonce,
    memory: 64,
    passes: 3,
    parallelism: 2,
    tagLength: 24,
  });
  const hash = `$argon2id$v=19$m=64,t=3,p=2$${nonce.toString('base64').replace(/=+$/, '')}$${tag.toString('base64')}`;
  expect(verifyPassword('abc123', hash)).toBe(true);
  expect(verifyPassword('abc124', hash)).toBe(false);
});

test('without a hash every password is wrong, even the empty one', async () => {
  for (const typed of ['', 'abc123']) expect(await passwords.verify(typed, null)).toBe(false);
  expect(verifyPassword('abc123', hashPassword('abc123'))).toBe(true);
});

test('a flood is refused with the time until the next try, and accepted calls are still completed', async () => {
  const small = openPasswords({ maxWaiting: 6 });
  const ends = await Promise.allSettled(Array.from({ length: 10 }, () => small.hash('abc123')));
  await small.close();
  const refused = ends.filter(end => end.status === 'rejected');
  expect(refused).toHaveLength(4);
  for (const { reason } of refused)
    expect(reason).toMatchObject({ code: 'QUEUE_FULL', details: { retryAfterSeconds: 10 } });
  expect(ends.filter(end => end.status === 'fulfilled')).toHaveLength(6);
});

test('after a stop the next password starts the thread again', async () => {
  await passwords.close();
  expect(await passwords.verify('abc123', await passwords.hash('abc123'))).toBe(true);
});
