// Captchas are drawn for senders in turn: a flood from one address leaves them to the others.
import type { CaptchaDrawer } from 'engines/captcha/drawer.ts';
import type { DrawnCaptcha } from 'engines/captcha/thread-messages.ts';
import { expect, test } from 'vitest';
import { CaptchaRefusal, drawInTurn } from './captcha.ts';

const order = { kind: 'blockPuzzle', language: 'en', isSuspect: false } as const;
const drawn = {} as DrawnCaptcha;

test('a sender with too many orders is refused, and another one is drawn for before the rest of them', async () => {
  const draws: ((one: DrawnCaptcha) => void)[] = [];
  const drawer: CaptchaDrawer = {
    draw: () => new Promise(resolve => draws.push(resolve)),
    close: async () => undefined,
  };
  const draw = drawInTurn(drawer);
  const many = Array.from({ length: 42 }, () => draw('many', order));
  const last = many.at(-1);
  const other = draw('other', order);
  await expect(last).rejects.toBeInstanceOf(CaptchaRefusal);
  let isOtherDrawn = false;
  void other.then(() => {
    isOtherDrawn = true;
  });
  let drawnBefore = 0;
  for (; !isOtherDrawn; drawnBefore++) {
    draws.shift()?.(drawn);
    await new Promise(resolve => setImmediate(resolve));
  }
  expect(drawnBefore).toBeLessThan(6);
  while (draws.length > 0) {
    draws.shift()?.(drawn);
    await new Promise(resolve => setImmediate(resolve));
  }
  await Promise.all(many.slice(0, -1));
});
