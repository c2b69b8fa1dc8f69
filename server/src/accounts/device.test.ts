// Devices are named after their user agents; only that name is stored.
import { expect, test } from 'vitest';
import { nameDevice } from './device.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/139.0.0.0 Safari/537.36`, 'Chrome · Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0`,
    'Edge · Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0', 'Firefox · Linux'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15`,
    'Safari · macOS',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1', 'Safari · iPhone'],
  [`Mozilla/5.0 (Linux; Android 15; K) ${webkit} Chrome/139.0.0.0 Mobile Safari/537.36`, 'Chrome · Android'],
  [`Mozilla/5.0 (Linux; Android 15) ${webkit} Chrome/138.0 Mobile MicroMessenger/8.0.60`, 'WeChat · Android'],
  ['curl/8.5.0', 'curl'],
  ['<script>alert(1)</script>', '–'],
  ['', '–'],
])('%s', (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name);
});
