// What axe finds wrong with a page as it is now shown.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What is half faded in has colours of nobody's choice. Neither what turns for ever nor what is out of sight comes to an end. */
const stillness = `Promise.race([
  Promise.allSettled(
    document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished),
  ),
  new Promise(done => setTimeout(done, 2000)),
]).then(() => undefined)`;

export async function findFaults(page: Page): Promise<string[]> {
  await page.waitForTimeout(400);
  await page.evaluate(stillness);
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`);
}
