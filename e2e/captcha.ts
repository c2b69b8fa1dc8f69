// Solves the captcha with real input; the answer is read from the run's database.

import type { CDPSession, Locator, Page } from '@playwright/test';
import type { CaptchaChallenge } from 'contract/routes/captcha.ts';
import type { Database } from '../server/src/adapters/postgres.ts';

/** Must be called before the captcha is opened or refreshed. */
export async function nextChallenge(page: Page): Promise<CaptchaChallenge> {
  const response = await page.waitForResponse(reply => reply.url().endsWith('/captcha/get'));
  return (await response.json()).repData;
}

export async function readAnswer(database: Database, { token }: CaptchaChallenge): Promise<{ x: number; y: number }[]> {
  const row = await database
    .selectFrom('captcha')
    .select('answer')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  return [...row.answer];
}

interface Hand {
  press: (x: number, y: number) => Promise<unknown>;
  move: (x: number, y: number) => Promise<unknown>;
  lift: () => Promise<unknown>;
}

function mouseOf(session: CDPSession): Hand {
  const mouse = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number) =>
    session.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
  let at = { x: 0, y: 0 };
  return {
    press: (x, y) => mouse('mousePressed', x, y),
    move: (x, y) => {
      at = { x, y };
      return mouse('mouseMoved', x, y);
    },
    lift: () => mouse('mouseReleased', at.x, at.y),
  };
}

function fingerOf(session: CDPSession): Hand {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    press: (x, y) => touch('touchStart', [{ x, y }]),
    move: (x, y) => touch('touchMove', [{ x, y }]),
    lift: () => touch('touchEnd', []),
  };
}

const steps = 18;
/** A human movement: slow, fast, and slow again. */
const ease = (share: number) => (1 - Math.cos(Math.PI * share)) / 2;

/** Drags the handle by a distance on the screen, by mouse or, on a phone, by touch. */
async function drag(page: Page, handle: Locator, distance: number, isHeard: boolean): Promise<void> {
  const isTouch = await page.evaluate<boolean>('navigator.maxTouchPoints > 0');
  const session = await page.context().newCDPSession(page);
  const hand = (isTouch ? fingerOf : mouseOf)(session);
  await handle.scrollIntoViewIfNeeded();
  const box = (await handle.boundingBox())!;
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  // A person needs a moment to find the gap.
  await page.waitForTimeout(200);
  const done: Promise<unknown>[] = [];
  const act = (what: Promise<unknown>) => (isHeard ? what : done.push(what));
  await act(hand.press(from.x, from.y));
  for (let step = 1; step <= steps; step += 1) {
    await page.waitForTimeout(15);
    await act(hand.move(from.x + distance * ease(step / steps), from.y + (step % 3)));
  }
  await act(hand.lift());
  await Promise.all(done);
}

/** Solves the slider. `missBy` is in pixels of the reference picture. Without `isHeard` the input does not wait for the browser to process it. */
export async function solveSlider(
  page: Page,
  database: Database,
  challenge: CaptchaChallenge,
  missBy = 0,
  isHeard = true,
) {
  const [answer] = await readAnswer(database, challenge);
  const handle = page.getByRole('slider');
  await handle.and(page.locator('[data-state=idle]')).waitFor();
  const bar = (await handle.locator('..').boundingBox())!;
  await drag(page, handle, ((answer!.x + missBy) * bar.width) / 310, isHeard);
}
