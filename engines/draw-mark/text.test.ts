// A font that could not be read once is read again for the next text.
import { open } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { findMissing } from './text.ts';

vi.mock(import('node:fs/promises'), async original => {
  const real = await original();
  return { ...real, open: vi.fn(real.open) };
});

test('characters are found after the font failed to open', async () => {
  const look = { text: 'A\u{f123}', weight: 400, align: 'left', letterSpacing: 0 } as const;
  const busy = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  vi.mocked(open).mockRejectedValueOnce(busy);
  await expect(findMissing(look)).rejects.toBe(busy);
  expect(await findMissing(look)).toEqual(['\u{f123}']);
});
