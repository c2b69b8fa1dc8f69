// Returns the violations that axe finds on the current page.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Half-faded elements have intermediate colours, so this waits for finite animations. Endless and invisible ones never finish. */
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
