// Starts the product for the journeys, on a free port and with separate data, and opens its pages.
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { Language } from 'contract/words.ts';
import { writeWhisperModel } from '../engines/speech/test-whisper-model.ts';
import { makeOpenFolder } from '../server/testing/folders.ts';
import { makePreparedFolder } from '../server/testing/prepared-folder.ts';
import { words as converterWords } from '../tools/image-converter/words.ts';
import { workWords } from '../web/src/words/work.ts';

export interface ProductOptions {
  language: Language;
}

export interface Product {
  work: (typeof workWords)[Language];
  converter: (typeof converterWords)[Language];
  /** Opens an address of the product, e.g. '/editor/imageConverter', in the language of the run. */
  open: (path: string) => Promise<void>;
  /** Exceptions and console errors of the page. */
  complaints: string[];
}

const root = join(import.meta.dirname, '..');
const startMs = 120_000;

/** Resolves with the address that the product prints once it is ready. */
function waitForAddress(child: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`The product did not start:\n${said}`)), startMs);
    const listen = (chunk: Buffer) => {
      said += chunk;
      const address = /ready: (http:\/\/\S+)/.exec(said)?.[1];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.on('exit', code => reject(new Error(`The product ended with ${code}:\n${said}`)));
  });
}

/** After an address was opened or reloaded: waits until the real page has replaced the painted one. */
const untilAlive = (page: Page): Promise<void> => expect(page.locator('[data-first-paint]')).toHaveCount(0);

interface Running {
  address: string;
  /** Its DATA_DIR, with the database in it. */
  folder: string;
}

export const test = base.extend<
  ProductOptions & { product: Product },
  { switches: readonly string[]; running: Running; address: string }
>({
  language: ['zh', { option: true }],
  /** Additional environment variables, such as `MEMBERSHIP=on`; a file that sets them gets its own product. `[]` is the product's default. */
  switches: [['MEMBERSHIP=off'], { option: true, scope: 'worker' }],
  running: [
    async ({ switches }, use) => {
      // The product's default makes its database itself, as a first start does.
      const folder = switches.length === 0 ? makeOpenFolder('journeys-') : await makePreparedFolder('journeys-');
      // The speech model returns the same text for any input.
      const speech = join(folder, 'ggml-scripted.bin');
      await writeWhisperModel(speech, [' Good', ' morning', ' everyone.'], 1.6);
      const settings = [
        'PORT=0',
        `DATA_DIR=${folder}`,
        'LOG_LEVEL=warn',
        'FETCH_ALLOW=127.0.0.0/8',
        `SPEECH=${speech}`,
        ...switches,
      ];
      const child = spawn('env', [...settings, process.execPath, 'scripts/start.mjs'], { cwd: root });
      try {
        await use({ address: await waitForAddress(child), folder });
      } finally {
        const ended = new Promise(resolve => child.on('exit', resolve));
        child.kill('SIGTERM');
        await ended;
        await rm(folder, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: startMs },
  ],
  address: [async ({ running }, use) => use(running.address), { scope: 'worker' }],
  product: async ({ page, language, address }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', error => complaints.push(String(error.stack)));
    page.on('console', message => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await use({
      work: workWords[language],
      converter: converterWords[language],
      complaints,
      open: async path => {
        // A change of only the hash would keep the old page and its inputs on the screen while the new one loads.
        if (page.url().startsWith(address)) await page.goto('about:blank');
        await page.goto(`${address}/?lang=${language}#${path}`);
        await untilAlive(page);
      },
    });
  },
});

export { expect };

export const converterPath = '/editor/imageConverter';

/** Picks files as a person does: from the disk, by their paths, or made by the journey. */
export async function pick(page: Page, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
  // The first field in the document may still be that of the painted home page, which takes nothing.
  await untilAlive(page);
  await page.locator('input[type=file]:not([webkitdirectory])').first().setInputFiles(files);
}

export const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
export const phasesOf = (page: Page) => page.locator('[data-phase]');

/** Everything that the browser has stored in a database; nothing if the page has not created it. */
const readStored = <Value>(page: Page, database: string, store: string) =>
  page.evaluate<Value[]>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('${database}');
    opening.onerror = () => reject(opening.error);
    // The page has not created the database yet and must create it itself.
    opening.onupgradeneeded = () => { opening.transaction.abort(); opening.onerror = () => resolve([]); };
    opening.onsuccess = () => {
      const reading = opening.result.transaction('${store}').objectStore('${store}').getAll();
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result);
      };
    };
  })`);

/** The work that the browser has stored for a reload. */
export const readKept = async (page: Page) =>
  (await readStored<{ item: { inputs: { upload: string }[]; run: string } }>(page, 'work-items', 'items')).map(
    ({ item: { inputs, run } }) => ({ upload: inputs[0]?.upload, run }),
  );

/** The options that the browser has stored for a reload, as text. */
export const readKeptOptions = async (page: Page): Promise<string> =>
  JSON.stringify((await readStored<{ options?: object }>(page, 'work-options', 'options')).map(one => one.options));

/** Clicks the plate of a format, which covers the radio button. */
export const chooseFormat = (page: Page, format: string) =>
  page.getByRole('complementary').getByText(format, { exact: true }).click();
