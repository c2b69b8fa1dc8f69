// 500 small files converted by the command line, and the same files by the page in a browser, on the same product.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { fill } from 'contract/words.ts';
import { workWords } from '../web/src/words/work.ts';
import { median, timeOf } from './numbers.ts';
import { makeTinyPicture } from './pictures.ts';
import { type Product, root, startProduct } from './product.ts';
import type { Bench } from './report.ts';

const files = 500;
const rounds = 1;
const patienceMs = 600_000;

async function makeFiles(folder: string): Promise<string[]> {
  const picture = await makeTinyPicture(320, 5);
  const paths = Array.from({ length: files }, (_, at) => path.join(folder, `${String(at).padStart(3, '0')}.png`));
  for (const file of paths) await writeFile(file, picture);
  return paths;
}

/** Converts the files of a folder by the command line; its results have to be there at the end. */
async function runCommand({ url }: Product, folder: string, results: string): Promise<void> {
  const child = spawn(
    process.execPath,
    [path.join(root, 'cli/pixwright.mjs'), 'convert', folder, '--format', 'webp', '-o', results, '--quiet'],
    { env: { ...process.env, PIXWRIGHT_SERVER: url }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`pixwright ended with ${code}`);
  const made = await readdir(results);
  if (made.length !== files) throw new Error(`pixwright wrote ${made.length} results`);
}

/** Picks the files in the page, presses its button, and waits until all are done and saved as one archive. */
async function runPage({ url }: Product, paths: readonly string[]): Promise<number> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(patienceMs);
    await page.goto(`${url}/?lang=en#/editor/imageConverter`, { waitUntil: 'networkidle' });
    return await timeOf(async () => {
      await page
        .locator('input[type=file]:not([webkitdirectory])')
        .first()
        .setInputFiles([...paths]);
      // Files are added one after the other; the button names how many there are.
      await page.getByRole('button', { name: `Convert ${files} to WebP` }).click();
      const save = page.getByRole('button', { name: fill(workWords.en.downloadAll, { count: files }) });
      await save.waitFor();
      const [saved] = await Promise.all([page.waitForEvent('download'), save.click()]);
      await saved.path();
    });
  } finally {
    await browser.close();
  }
}

export const benchCli: Bench = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-cli-'));
  const product = await startProduct();
  try {
    const source = path.join(folder, 'in');
    await mkdir(source);
    const paths = await makeFiles(source);
    const seconds: { ours: number; page: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const results = path.join(folder, `out-${round}`);
      const ours = await timeOf(() => runCommand(product, source, results));
      const page = await runPage(product, paths);
      console.log(`  round ${round + 1}: ${ours.toFixed(1)} s, the page ${page.toFixed(1)} s`);
      seconds.push({ ours, page });
    }
    const ratio = median(seconds.map(({ ours, page }) => ours / page));
    return [
      {
        what: `${files} pictures of 320 pixels to WebP by \`pixwright convert\`, the start of the program included: wall`,
        ours: `${median(seconds.map(({ ours }) => ours)).toFixed(1)} s: ${ratio.toFixed(2)} ×`,
        rival: `the page in Chromium, from picking the files to the saved archive: ${median(seconds.map(({ page }) => page)).toFixed(1)} s`,
        aim: '≤ 1.05 ×',
        isMet: ratio <= 1.05,
      },
    ];
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
