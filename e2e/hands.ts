// What hands do on a page: drag with the mouse or a finger, set a slider, save a file.
import type { Download, Locator, Page } from '@playwright/test';

export interface Place {
  x: number;
  y: number;
}

/** With the mouse, or with one finger as a phone's browser reports it. */
export async function drag(page: Page, hasTouch: boolean, from: Place, to: Place): Promise<void> {
  const at = (step: number) => ({ x: from.x + ((to.x - from.x) * step) / 6, y: from.y + ((to.y - from.y) * step) / 6 });
  const steps = [1, 2, 3, 4, 5, 6].map(at);
  if (!hasTouch) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const { x, y } of steps) await page.mouse.move(x, y);
    return page.mouse.up();
  }
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  for (const step of steps) await touch('touchMove', [step]);
  await touch('touchEnd', []);
  await session.detach();
}

/** Sets a range input, which has no gesture of its own in Playwright. */
export async function setSlider(slider: Locator, value: number): Promise<void> {
  await slider.evaluate((element, next) => {
    const input = element as unknown as { value: string; dispatchEvent: (event: unknown) => void };
    const page = globalThis as unknown as {
      HTMLInputElement: { prototype: object };
      Event: new (name: string, init: object) => unknown;
    };
    Object.getOwnPropertyDescriptor(page.HTMLInputElement.prototype, 'value')!.set!.call(input, String(next));
    input.dispatchEvent(new page.Event('input', { bubbles: true }));
  }, value);
}

/** What a button saves; of several with this name the first one is pressed. */
export async function saveBy(page: Page, name: string): Promise<Download> {
  const button = page.getByRole('button', { name, exact: true }).first();
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return file;
}
