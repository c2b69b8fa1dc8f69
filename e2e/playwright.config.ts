// Journeys in a real browser through the running product: both languages, on a desktop and on a phone.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { defineConfig } from '@playwright/test';
import type { ProductOptions } from './product.ts';

// The products of all workers and files reuse what Node has compiled for the first one.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../.cache/compiled-for-tests');

// The shell draws pages as the whole browser does, without its windows, which cost a fifth of a journey's CPU time.
const shell = '/usr/bin/chromium-headless-shell';
const browserPath = existsSync(shell) ? shell : '/usr/bin/chromium';

// The product draws on canvases without WebGL. An emulated graphics processor, which these machines have, costs a quarter of a journey's CPU time.
const withoutGraphics = ['--disable-gpu', '--disable-gpu-compositing', '--disable-software-rasterizer'];

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

// A journey runs on a desktop, by mouse and in Chinese, and on a phone, by touch and in English. One that depends on neither runs once: it is tagged
// @desk or @phone. A project starts products of its own. On the desktop nothing moves, as people can ask of their system; on the phone all does.

export default defineConfig<ProductOptions>({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  reporter: 'list',
  // Each worker has its own product and browser. Two products must not build the page into one folder at once. A third worker would take the processor
  // from the runs of tools, which have the lowest priority.
  workers: 2,
  globalSetup: '../scripts/build-page.mjs',
  retries: 0,
  // These limits end what hangs and are no measure of speed: a machine may be ten times slower than usual, and a run on a clip or through a network may
  // take minutes. Journeys that run no tool give up their waits after a minute (login-people.ts).
  timeout: 600_000,
  expect: { timeout: 300_000 },
  use: {
    // Actions wait for results of runs as well, so they have as long as expectations.
    actionTimeout: 300_000,
    navigationTimeout: 60_000,
    launchOptions: { executablePath: browserPath, args: ['--no-sandbox', ...withoutGraphics] },
    acceptDownloads: true,
    // Journeys intercept network requests; those about the app itself allow its service worker.
    serviceWorkers: 'block',
    trace: 'off',
  },
  projects: [
    {
      name: '1440-zh',
      grepInvert: /@phone/,
      use: { viewport: desk, language: 'zh', contextOptions: { reducedMotion: 'reduce' } },
    },
    { name: '390-en', grepInvert: /@desk/, use: { viewport: phone, hasTouch: true, language: 'en' } },
  ],
});
