// What a start and `npm run doctor` say of settings, beside what both are asked in start.test.ts and doctor.test.ts.
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { remarkOnSeller } from './remarks.ts';

test.each([
  [
    {},
    [
      expect.stringMatching(
        /^Before you sell anything set BRAND_CONTACT_EMAIL or BRAND_CONTACT_PHONE .*, and BRAND_COMPANY /,
      ),
    ],
  ],
  [{ BRAND_CONTACT_PHONE: '010 1234' }, [expect.stringMatching(/^Before you sell anything set BRAND_COMPANY /)]],
  [{ BRAND_CONTACT_EMAIL: 'help@example.org', BRAND_COMPANY: 'Example Ltd' }, []],
])('a seller who has published %o is told what is missing', (brand, said) => {
  const config = readConfig({ MEMBERSHIP: 'on', PAYMENTS: 'sandbox', ...brand });
  expect(remarkOnSeller(config).map(({ mend }) => mend)).toEqual(said);
});
