// Input helpers: drag with the mouse or a finger, set a slider, save a file.
import type { Download, Locator, Page } from '@playwright/test';

export interface Place {
  x: number;
  y: number;
}

/** Drags with the mouse, or with one finger as a phone's browser reports it. */
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

/**
 * Pinches with two fingers side by side around a position, from one distance to another, optionally moving. The first finger touches alone, as on a
 * real hand.
 */
export async function pinch(
  page: Page,
  about: Place,
  { spread: [before, after], by }: { spread: readonly [number, number]; by: Place },
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const fingers = (share: number) => {
    const half = (before + (after - before) * share) / 2;
    const middle = { x: about.x + by.x * share, y: about.y + by.y * share };
    return [
      { x: middle.x - half, y: middle.y, id: 0 },
      { x: middle.x + half, y: middle.y, id: 1 },
    ];
  };
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: readonly (Place & { id: number })[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] });
  await touch('touchStart', fingers(0).slice(0, 1));
  await touch('touchStart', fingers(0));
  for (const step of [1, 2, 3, 4, 5, 6]) await touch('touchMove', fingers(step / 6));
  await touch('touchEnd', fingers(1).slice(0, 1));
  await touch('touchEnd', []);
  await session.detach();
}

/** Sets a range input, for which Playwright has no gesture. */
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

/** Returns the download of a button; if several have this name, the first one is pressed. */
/** The name of the button that saves what one item gave: its only file, or all of its files. */
export const saveName = ({ downloadOne, downloadAll }: Record<'downloadOne' | 'downloadAll', string>): RegExp => {
  const [before = '', after = ''] = downloadAll.split('{count}').map(text => text.replace(/[()]/g, '\\$&'));
  return new RegExp(`^(?:${downloadOne}|${before}\\d+${after})$`);
};

export async function saveBy(page: Page, name: string): Promise<Download> {
  const button = page.getByRole('button', { name, exact: true }).first();
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return file;
}
