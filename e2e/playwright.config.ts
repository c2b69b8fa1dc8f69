// Journeys in a real browser through the running product: both languages, on a desktop and on a phone.
import { defineConfig } from '@playwright/test';
import type { ProductOptions } from './product.ts';

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

// Slow journeys run in one language by mouse on a desktop and in the other by touch on a phone; the others run in all four combinations.
// A journey that depends neither on size nor on language, such as one about an upload that is resumed, runs once: it is tagged @desk or @phone.
const slow =
  /(ai-product|interruptions|video-to-text|separate|subtitle-lines|convert|accessibility|account-card|account-setting|app-install|captcha|certified|chat|clicks|cutout|default|everyday|free|gif|image-anime|image-expand|image-to-text|inpaint|inpaint-steps|inpaint-video|keyboard|late-answers|locked-results|login|login-ways|mark-image|mark-video|membership|operators|photo-filter|quality|refund|refund-request|sandbox|screens|text-to-image|thumbnails|timeline|traps|update|unpaid|unusable-clips|up-scale|user-center|video-converter|video-parsing|ways-in|designs|image-editor)\.spec/;

export default defineConfig<ProductOptions>({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  reporter: 'list',
  // Each worker has its own product and browser. Two products must not build the page into one folder at once.
  workers: 2,
  globalSetup: '../scripts/build-page.mjs',
  retries: 0,
  // These timeouts end hanging journeys and are no measure of speed: a machine may be ten times slower than usual.
  timeout: 600_000,
  expect: { timeout: 300_000 },
  use: {
    launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] },
    acceptDownloads: true,
    // Journeys intercept network requests; those about the app itself allow its service worker.
    serviceWorkers: 'block',
    trace: 'off',
  },
  projects: [
    { name: '1440-zh', grepInvert: /@phone/, use: { viewport: desk, language: 'zh' } },
    { name: '390-en', grepInvert: /@desk/, use: { viewport: phone, hasTouch: true, language: 'en' } },
    { name: '1440-en', use: { viewport: desk, language: 'en' }, testIgnore: slow },
    {
      name: '390-zh',
      use: { viewport: phone, hasTouch: true, language: 'zh' },
      testIgnore: slow,
    },
  ],
});
