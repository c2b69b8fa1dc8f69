// The key that passwords are sealed with: loaded once, and again after a failure.
import { generateKeyPairSync } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { Database } from '../adapters/postgres.ts';
import { loadSecret } from '../secrets/secrets.ts';
import { openSeal } from './seal.ts';

vi.mock(import('../secrets/secrets.ts'), async original => ({ ...(await original()), loadSecret: vi.fn() }));

test('a key that could not be read is read again by the next call, and one that could is kept', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  vi.mocked(loadSecret)
    .mockRejectedValueOnce(new Error('the database is away'))
    .mockResolvedValueOnce(Buffer.from('not a key'))
    .mockResolvedValue(privateKey.export({ format: 'der', type: 'pkcs8' }));
  const seal = openSeal({} as Database, {} as Parameters<typeof openSeal>[1]);
  await expect(seal.describe()).rejects.toThrow('the database is away');
  await expect(seal.describe()).rejects.toThrow();
  const described = await seal.describe();
  expect(await seal.describe()).toEqual(described);
  expect(loadSecret).toHaveBeenCalledTimes(3);
});
