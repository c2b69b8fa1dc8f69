// What axe finds wrong with a page as it is now shown.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

export async function findFaults(page: Page): Promise<string[]> {
  // What is half faded in has colours of nobody's choice.
  await page.waitForTimeout(400);
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`);
}
