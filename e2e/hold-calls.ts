// Holds calls of the page back, so that a test can inspect the page before the server has answered.
import type { Page } from '@playwright/test';

/** Holds all requests to these addresses until the returned function is called. */
export async function holdCalls(page: Page, addresses: string): Promise<() => void> {
  const { promise: opened, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async route => {
    await opened;
    await route.continue();
  });
  return resolve;
}
