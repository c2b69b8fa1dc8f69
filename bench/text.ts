// Text recognition on pages, compared with tesseract.js on the same pixels: correctly recognised characters, spaces included, and CPU time.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sharp } from '../engines/sharp.ts';
import { findParagraphs } from '../engines/text/paragraphs.ts';
import { type ReadText, readText } from '../engines/text/read-text.ts';
import { median } from './numbers.ts';
import type { Bench, Line } from './report.ts';
import { makeLanguagePages } from './text-languages.ts';
import { makeTextPages, type TextPage } from './text-pages.ts';

const aim = 0.995;
/** Tesseract takes ten times as long; every n-th page is enough for a comparison. */
const rivalEvery = 3;
const wide = '[\\u2e80-\\u9fff\\uff00-\\uffef]';
const besideWide = new RegExp(`(?<=${wide}) | (?=${wide})`, 'g');

/** Line breaks count as spaces, and spaces next to Chinese are ignored: tesseract puts one after every character. */
const normalise = (text: string) => text.replace(/\s+/g, ' ').replace(besideWide, '').trim();

/** Insertions, deletions and replacements. Source: Levenshtein, 1966. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swapped = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, swapped);
    }
    row = next;
  }
  return row[b.length]!;
}

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

interface Score {
  readonly page: TextPage;
  readonly wrong: number;
  readonly length: number;
  readonly seconds: number;
}

type Reader = (png: Buffer) => Promise<string>;

async function score(pages: readonly TextPage[], read: Reader): Promise<Score[]> {
  const scores: Score[] = [];
  for (const page of pages) {
    const start = cpuSeconds();
    const text = await read(page.png);
    const seconds = cpuSeconds() - start;
    const wanted = normalise(page.truth);
    scores.push({ page, wrong: editDistance(normalise(text), wanted), length: wanted.length, seconds });
  }
  return scores;
}

const accuracyOf = (scores: readonly Score[]) =>
  1 - scores.reduce((sum, { wrong }) => sum + wrong, 0) / scores.reduce((sum, { length }) => sum + length, 0);
const show = (accuracy: number) => `${(accuracy * 100).toFixed(2)} %`;

async function readPixels(png: Buffer): Promise<ReadText> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return readText({ data, width: info.width, height: info.height });
}

const readOurs: Reader = async png =>
  findParagraphs(await readPixels(png))
    .map(({ text }) => text)
    .join('\n');

/** Both languages as shipped in their packages, unpacked to one folder because tesseract.js reads from a single one. */
async function openTesseract(): Promise<{ read: Reader; close: () => Promise<void> }> {
  const { createWorker } = await import('tesseract.js');
  const { copyFile } = await import('node:fs/promises');
  const folder = await mkdtemp(path.join(tmpdir(), 'tesseract-'));
  for (const language of ['eng', 'chi_sim']) {
    const packed = `./node_modules/@tesseract.js-data/${language}/4.0.0/${language}.traineddata.gz`;
    await copyFile(fileURLToPath(new URL(packed, import.meta.url)), path.join(folder, `${language}.traineddata.gz`));
  }
  const worker = await createWorker(['chi_sim', 'eng'], 1, { langPath: folder, cacheMethod: 'none', gzip: true });
  return {
    read: async png => (await worker.recognize(png)).data.text,
    close: async () => {
      await worker.terminate();
      await rm(folder, { recursive: true });
    },
  };
}

const aimOfLanguage = 0.99;
const aimOfFinding = 0.98;

/** Reads pages of lines in nine languages; `HALF=tune` reports the half on which the thresholds were chosen. */
async function benchLanguages(): Promise<Line[]> {
  const half = process.env.HALF === 'tune' ? 'tune' : 'judge';
  const pages = await makeLanguagePages(half);
  const sums = new Map<string, { wrong: number; length: number }>();
  let found = 0;
  for (const { language, png, lines } of pages) {
    const read = await readPixels(png);
    const counts = new Map<string, number>();
    for (const line of read.lines) counts.set(line.language, (counts.get(line.language) ?? 0) + line.text.length);
    const [first] = [...counts].sort(([, a], [, b]) => b - a);
    if (first?.[0] === language) found++;
    const text = findParagraphs(read)
      .flatMap(({ rows }) => rows)
      .join(' ');
    const wanted = lines.join(' ');
    const wrong = editDistance(text.replaceAll('\t', ' '), wanted);
    if (wrong > 0) console.log(`  ${language}: ${wrong} of ${wanted.length}\n    ${wanted}\n    ${text}`);
    const sum = sums.get(language) ?? { wrong: 0, length: 0 };
    sums.set(language, { wrong: sum.wrong + wrong, length: sum.length + wanted.length });
  }
  const shares = [...sums].map(([language, { wrong, length }]) => [language, 1 - wrong / length] as const);
  return [
    {
      what: `Text: characters right by language, spaces counted, on ${pages.length} pages of three lines (16-40 px, the ${half} half of texts and fonts)`,
      ours: shares.map(([language, share]) => `${language} ${show(share)}`).join(', '),
      rival: '–',
      aim: `≥ ${show(aimOfLanguage)} each`,
      isMet: shares.every(([, share]) => share >= aimOfLanguage),
    },
    {
      what: 'Text: the language of a page found without being told',
      ours: show(found / pages.length),
      rival: '–',
      aim: `≥ ${show(aimOfFinding)}`,
      isMet: found / pages.length >= aimOfFinding,
    },
  ];
}

export const benchText: Bench = async () => {
  const pages = await makeTextPages();
  await readOurs(pages[0]!.png);
  const ours = await score(pages, readOurs);
  for (const { page, wrong, length } of ours) if (wrong > 0) console.log(`  ${page.name}: ${wrong} of ${length} wrong`);
  const some = pages.filter((_, i) => i % rivalEvery === Math.floor(i / rivalEvery) % rivalEvery);
  const tesseract = await openTesseract();
  try {
    await tesseract.read(some[0]!.png);
    const rival = await score(some, tesseract.read);
    const same = ours.filter(({ page }) => some.includes(page));
    const accuracy = accuracyOf(ours);
    const seconds = (scores: readonly Score[]) => median(scores.map(each => each.seconds));
    const worst = ours.reduce((low, each) => (each.wrong / each.length > low.wrong / low.length ? each : low));
    return [
      {
        what: `Text: characters right, spaces counted, on ${pages.length} rendered pages (Chinese, English, mixed; 14-64 px, 5°, noise, photo, JPEG 25, inverted)`,
        ours: `${show(accuracy)}; worst page ${show(1 - worst.wrong / worst.length)} (${worst.page.name})`,
        rival: `tesseract.js 7 on ${some.length} of them: ${show(accuracyOf(rival))}; ours on the same: ${show(accuracyOf(same))}`,
        aim: `≥ ${show(aim)}`,
        isMet: accuracy >= aim,
      },
      {
        what: 'Text: CPU time a page, median, warm',
        ours: `${seconds(same).toFixed(2)} s`,
        rival: `tesseract.js 7: ${seconds(rival).toFixed(2)} s`,
        aim: '≤ 1.5 ×',
        isMet: seconds(same) <= 1.5 * seconds(rival),
      },
      ...(await benchLanguages()),
    ];
  } finally {
    await tesseract.close();
  }
};
