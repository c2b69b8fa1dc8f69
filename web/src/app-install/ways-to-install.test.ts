// Tests which installation instructions each browser gets.
import { expect, test } from 'vitest';
import { findWayToInstall } from './ways-to-install.ts';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';

test.each([
  ['ios', `${mac} Version/18.0 Mobile/15E148 Safari/604.1`, 5, true],
  ['ios', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/130.0 Mobile/15E148 Safari/604.1', 5, true],
  ['mac-safari', `${mac} Version/18.0 Safari/605.1.15`, 0, true],
  ['desktop-menu', `${mac} Chrome/140.0.0.0 Safari/537.36`, 0, true],
  [
    'desktop-menu',
    `${windows} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0`,
    0,
    true,
  ],
  ['desktop-firefox', `${windows} Gecko/20100101 Firefox/140.0`, 0, true],
  ['android-menu', `${android} Chrome/140.0.0.0 Mobile Safari/537.36`, 5, true],
  ['android-menu', 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 5, true],
  ['wechat', `${android} Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0.50`, 5, true],
  ['insecure', `${windows} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`, 0, false],
] as const)('%s: %s', (way, userAgent, maxTouchPoints, isSecure) => {
  expect(findWayToInstall({ userAgent, maxTouchPoints, isSecure })).toBe(way);
});
