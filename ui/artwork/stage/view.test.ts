// Tests how a page is fitted to the stage.
import { expect, test } from 'vitest';
import { fitPage } from './view.ts';

test('a fitted page is centred, and ends above the controls at the bottom of the stage', () => {
  const wide = { width: 800, height: 400 };
  expect(fitPage(wide, { width: 440, height: 600 }, { margin: 20, foot: 58 })).toEqual({ scale: 0.5, x: 20, y: 200 });
  // On a low stage, a centred page would end 40 pixels above the lower edge.
  expect(fitPage(wide, { width: 440, height: 280 }, { margin: 20, foot: 58 })).toEqual({ scale: 0.5, x: 20, y: 22 });
  // A tall page fills the height between the margin and the controls.
  const tall = { width: 400, height: 800 };
  expect(fitPage(tall, { width: 440, height: 478 }, { margin: 20, foot: 58 })).toEqual({ scale: 0.5, x: 120, y: 20 });
});
