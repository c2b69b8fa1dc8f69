// Tests how a page is fitted to the stage.
import { expect, test } from 'vitest';
import { fitPage } from './view.ts';

test('a fitted page is centred, and ends above the controls at the foot of the stage', () => {
  const wide = { width: 800, height: 400 };
  expect(fitPage(wide, { width: 440, height: 600 }, { margin: 20, foot: 58 })).toEqual({ scale: 0.5, x: 20, y: 200 });
  // A low stage: centred, the page would end 40 above its lower edge.
  expect(fitPage(wide, { width: 440, height: 280 }, { margin: 20, foot: 58 })).toEqual({ scale: 0.5, x: 20, y: 22 });
  // A tall page takes the height between the margin and the foot.
  const tall = { width: 400, height: 800 };
  expect(fitPage(tall, { width: 440, height: 478 }, { margin: 20, foot: 58 })).toEqual({ scale: 0.5, x: 120, y: 20 });
});
