// The home page as `npm start` serves it: bytes of scripts and styles, the Lighthouse score on a phone, and requests to other hosts.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findFreePort } from '../server/testing/process.ts';
import { median } from './numbers.ts';
import { startProduct } from './product.ts';
import type { Bench, Line } from './report.ts';

const browserPath = '/usr/bin/chromium';
const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const lighthouseRuns = 3;

interface Loaded {
  /** Bytes of scripts and styles over the wire. */
  readonly codeBytes: number;
  readonly strangers: readonly string[];
}

/** Opens a page with an empty cache and counts the bytes that it loads. */
async function load(url: string, hash: string): Promise<Loaded> {
  const browser = await chromium.launch({ executablePath: browserPath, args: quietFlags });
  try {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const codeRequests = new Set<string>();
    const strangers: string[] = [];
    let codeBytes = 0;
    session.on('Network.requestWillBeSent', ({ request, requestId, type }) => {
      if (!request.url.startsWith(url) && !/^(data|blob):/.test(request.url)) strangers.push(request.url);
      if (type === 'Script' || type === 'Stylesheet') codeRequests.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (codeRequests.has(requestId)) codeBytes += encodedDataLength;
    });
    await page.goto(`${url}/${hash}`, { waitUntil: 'networkidle' });
    return { codeBytes, strangers };
  } finally {
    await browser.close();
  }
}

async function judge(url: string): Promise<Record<string, number>> {
  const port = await findFreePort();
  const profile = mkdtempSync(path.join(tmpdir(), 'pixwright-lighthouse-'));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath,
    args: [...quietFlags, `--remote-debugging-port=${port}`],
  });
  try {
    const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', formFactor: 'mobile' });
    if (!result) throw new Error('Lighthouse gave no result');
    const { categories, audits } = result.lhr;
    const scores = Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    );
    return {
      ...scores,
      lcpMs: audits['largest-contentful-paint']?.numericValue ?? 0,
      cls: audits['cumulative-layout-shift']?.numericValue ?? 0,
    };
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

export const benchPage: Bench = async () => {
  if (!existsSync(browserPath))
    throw new Error(`this bench needs Chromium at ${browserPath}: apt-get install chromium`);
  const product = await startProduct();
  try {
    const home = await load(product.url, '');
    const tool = await load(product.url, '#/editor/imageConverter');
    const runs: Record<string, number>[] = [];
    for (let run = 0; run < lighthouseRuns; run++) runs.push(await judge(`${product.url}/?lang=en`));
    const middle = (name: string) => median(runs.map(run => run[name] ?? 0));
    const scores = ['performance', 'accessibility', 'best-practices', 'seo'].map(middle);
    const added = tool.codeBytes - home.codeBytes;
    const strangers = [...home.strangers, ...tool.strangers];
    const lines: Line[] = [
      {
        what: 'home page: JS + CSS over the wire, headers included, in the browser’s own choice of encoding (Brotli)',
        ours: kilobytes(home.codeBytes),
        rival: '–',
        aim: '≤ 120 KB',
        isMet: home.codeBytes <= 120 * 1024,
      },
      {
        what: 'a tool page opened directly, more than the home page',
        ours: kilobytes(added),
        rival: '–',
        aim: '≤ 30 KB',
        isMet: added <= 30 * 1024,
      },
      {
        what: `Lighthouse, mobile, median of ${lighthouseRuns}: performance / accessibility / best practices / SEO`,
        ours: scores.join(' / '),
        rival: '–',
        aim: '≥ 98 / 100 / 100 / 100',
        isMet: (scores[0] ?? 0) >= 98 && scores.slice(1).every(score => score === 100),
      },
      {
        what: 'largest contentful paint, mobile',
        ours: `${(middle('lcpMs') / 1000).toFixed(2)} s`,
        rival: '–',
        aim: '≤ 2.3 s',
        isMet: middle('lcpMs') <= 2300,
      },
      {
        what: 'cumulative layout shift',
        ours: middle('cls').toFixed(3),
        rival: '–',
        aim: '≤ 0.01',
        isMet: middle('cls') <= 0.01,
      },
      {
        what: 'requests to other hosts',
        ours: String(strangers.length),
        rival: '–',
        aim: '0',
        isMet: strangers.length === 0,
      },
    ];
    return lines;
  } finally {
    await product.stop();
  }
};
