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
  // Otherwise each result is put together in another page, for frames, which this product has none of.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`);
}

/** The faults of one state of the page in the light theme and in the dark one, each with its theme. The page stays light. */
export async function findFaultsOfThemes(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const fault of await findFaults(page)) faults.push(`${colorScheme}: ${fault}`);
  }
  return faults;
}
