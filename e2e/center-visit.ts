// A newly registered person, logged in in the browser, for the journeys through the personal center.
import type { Page } from '@playwright/test';
import type { User } from 'contract/routes/accounts.ts';
import { test as base, expect } from './login-people.ts';

interface Visit {
  token: string;
  user: User;
  mobile: string;
  /** Calls the server as this person and returns the whole body. */
  ask: (route: { method: string; path: string }, body?: object, token?: string) => Promise<Reply>;
}
interface Reply {
  code: number;
  data: unknown;
}

export const test = base.extend<{ visit: Visit }>({
  visit: async ({ page, product, people, address }, use) => {
    const login = await people.register();
    await product.open('/');
    await page.evaluate(token => localStorage.setItem('pixwright.token', token), login.token);
    await page.reload();
    await expect(face(page)).toBeVisible();
    const ask: Visit['ask'] = async ({ method, path }, body, token = login.token) => {
      const headers = { 'content-type': 'application/json', token };
      const sent = method === 'POST' ? JSON.stringify(body ?? {}) : null;
      return (await (await fetch(address + path, { method, headers, body: sent })).json()) as Reply;
    };
    await use({ ...login, ask });
  },
});

export { expect };

export const go = (page: Page, section: string) => page.evaluate(`location.hash = '#/userCenter/${section}'`);
export const fill = (page: Page, name: string, value: string) => page.locator(`input[name="${name}"]`).fill(value);
export const readToken = (page: Page) => page.evaluate(() => localStorage.getItem('pixwright.token'));
export const face = (page: Page) => page.locator('header [aria-controls=account-card]');
/** Console errors other than the refusals that a journey provokes. */
export const unexpected = (complaints: string[]) =>
  complaints.filter(line => !/status of (400|401|403|409)/.test(line));
