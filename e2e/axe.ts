// Returns the violations that axe finds on the current page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const program = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Half-faded elements have intermediate colours, so this waits for finite animations. Endless and invisible ones never finish. What an action changes
 * is drawn two frames later, and only then are its transitions listed; one that ends may begin another, so the last look must find none.
 */
const stillness = `(async () => {
  const drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  const listMoving = () => document.getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity);
  const giveUpAt = performance.now() + 2000;
  await drawn();
  for (let moving = listMoving(); moving.length > 0 && performance.now() < giveUpAt; moving = listMoving()) {
    const timeUp = new Promise(done => setTimeout(done, giveUpAt - performance.now()));
    await Promise.race([Promise.allSettled(moving.map(({ finished }) => finished)), timeUp]);
    await drawn();
  }
})()`;

/** Does what axe's own builder does in twice the time: here the program is sent once for each page, and what passed stays there. */
export async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(stillness);
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(program);
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => ({ violations }))",
  );
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
