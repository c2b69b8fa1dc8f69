// Text recognition on pages, compared with tesseract.js on the same pixels: correctly recognised characters, spaces included, and CPU time.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findWeights } from '../engines/model/weights.ts';
import { sharp } from '../engines/sharp.ts';
import { findParagraphs } from '../engines/text/paragraphs.ts';
import { type ReadText, readText } from '../engines/text/read-text.ts';
import { isTextUnsure, pageOf, piecesOf } from '../tools/image-to-text/describe.ts';
import { showParagraph } from '../tools/image-to-text/page.ts';
import { median } from './numbers.ts';
import type { Bench, Line } from './report.ts';
import {
  type LanguagePage,
  makeCodePages,
  makeHardPages,
  makeLanguagePages,
  makeSpoiltPages,
} from './text-languages.ts';
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

async function readPixels(png: Buffer, modelFile?: string): Promise<ReadText> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return readText({ data, width: info.width, height: info.height }, { modelFile });
}

const textOf = (read: ReadText) =>
  findParagraphs(read)
    .map(({ text }) => text)
    .join('\n');
const readOurs: Reader = async png => textOf(await readPixels(png));

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
const aimOfSpoilt = 0.98;

/** The language of most characters of a page. */
function mainLanguage({ lines }: ReadText): string | undefined {
  const counts = new Map<string, number>();
  for (const { language, text } of lines) counts.set(language, (counts.get(language) ?? 0) + text.length);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** `HALF=tune` reports the half on which the thresholds were chosen. */
const half = process.env.HALF === 'tune' ? 'tune' : 'judge';

/** What a reader made of pages in several languages. */
interface ByLanguage {
  /** Share of the right characters of each language. */
  readonly shares: readonly (readonly [language: string, share: number])[];
  /** Number of pages whose language was found. */
  readonly found: number;
  readonly times: readonly number[];
}

async function readByLanguage(pages: readonly LanguagePage[], modelFile?: string): Promise<ByLanguage> {
  const sums = new Map<string, { wrong: number; length: number }>();
  const times: number[] = [];
  let found = 0;
  for (const { language, png, lines } of pages) {
    const start = cpuSeconds();
    const read = await readPixels(png, modelFile);
    times.push(cpuSeconds() - start);
    if (mainLanguage(read) === language) found++;
    else console.log(`  ${language} is called ${mainLanguage(read)}: ${lines.join(' ')}`);
    const text = findParagraphs(read)
      .flatMap(({ rows }) => rows)
      .join(' ');
    const wanted = lines.join(' ');
    const wrong = editDistance(text.replaceAll('\t', ' '), wanted);
    if (wrong > 0) console.log(`  ${language}: ${wrong} of ${wanted.length}\n    ${wanted}\n    ${text}`);
    const sum = sums.get(language) ?? { wrong: 0, length: 0 };
    sums.set(language, { wrong: sum.wrong + wrong, length: sum.length + wanted.length });
  }
  return { shares: [...sums].map(([language, { wrong, length }]) => [language, 1 - wrong / length]), found, times };
}

const showShares = (shares: ByLanguage['shares']) =>
  shares.map(([language, share]) => `${language} ${show(share)}`).join(', ');

/** Reads pages of Chinese as phones, messengers and scanners leave them. */
async function benchSpoilt(): Promise<Line[]> {
  const pages = await makeSpoiltPages(half);
  const { shares, found } = await readByLanguage(pages);
  return [
    {
      what: `Text: characters right on ${pages.length} pages of Chinese (the ${half} half) as a phone, a messenger, a scanner and a soft lens leave them`,
      ours: `${showShares(shares)}; language found on ${found} of ${pages.length}`,
      rival: '–',
      aim: `≥ ${show(aimOfSpoilt)} each`,
      isMet: shares.every(([, share]) => share >= aimOfSpoilt),
    },
  ];
}

/** From this share of wrong characters a person would not take the text, and up to that one would. */
const [rejected, accepted] = [0.05, 0.01] as const;

/** Reads pages that are hard to read, and counts what the result says of it. */
async function benchHonesty(): Promise<Line[]> {
  const counts = { rejected: 0, ofThem: 0, accepted: 0, falsely: 0 };
  for (const { language, png, lines, size } of await makeHardPages(half)) {
    const read = await readPixels(png);
    const page = pageOf(read);
    const wanted = lines.join(' ');
    const text = page.paragraphs.map(paragraph => showParagraph(paragraph, false)).join(' ');
    const wrong = editDistance(text.replaceAll('\t', ' '), wanted) / wanted.length;
    const isTold = piecesOf(page).length === 0 || isTextUnsure(page);
    if (wrong > rejected) {
      counts.rejected++;
      if (isTold) counts.ofThem++;
      else console.log(`  ${language}, ${size} px, not told: ${wanted}\n    ${text}`);
    } else if (wrong <= accepted) {
      counts.accepted++;
      if (isTold) counts.falsely++;
    }
  }
  const line = (what: string, part: number, of: number, aim: string, isMet: boolean): Line => ({
    what: `Text: pages in nine languages (the ${half} half), clean, soft, small or as coarse JPEG: ${what}`,
    ours: `${part} of ${of} (${((part / of) * 100).toFixed(0)} %)`,
    rival: '–',
    aim,
    isMet,
  });
  const { ofThem, falsely } = counts;
  return [
    line(
      'of those with more than 5 % wrong characters, said to be unsure or without text',
      ofThem,
      counts.rejected,
      '≥ 90 %',
      ofThem >= 0.9 * counts.rejected,
    ),
    line(
      'of those with at most 1 % wrong, said to be unsure',
      falsely,
      counts.accepted,
      '≤ 20 %',
      falsely <= 0.2 * counts.accepted,
    ),
  ];
}

/** Reads pages of lines in nine languages, and pages of codes. */
async function benchLanguages(modelFile?: string): Promise<Line[]> {
  const pages = await makeLanguagePages(half);
  const { shares, found: ofPages, times } = await readByLanguage(pages, modelFile);
  let found = ofPages;
  const codes = await makeCodePages(half);
  for (const { png, lines } of codes) {
    const language = mainLanguage(await readPixels(png, modelFile));
    if (language === 'en') found++;
    else console.log(`  codes are called ${language}: ${lines.join(' ')}`);
  }
  const count = pages.length + codes.length;
  const by = modelFile ? ', with pp-ocrv6-small' : '';
  return [
    {
      what: `Text: characters right by language, spaces counted, on ${pages.length} pages of three lines (16-40 px, the ${half} half of texts and fonts)${by}`,
      ours: showShares(shares),
      rival: '–',
      aim: `≥ ${show(aimOfLanguage)} each`,
      isMet: shares.every(([, share]) => share >= aimOfLanguage),
    },
    {
      what: `Text: the language of a page found without being told, on these and ${codes.length} pages of product codes, which are to be called English${by}`,
      ours: `${found} of ${count} (${show(found / count)}); CPU time a page, median ${median(times).toFixed(2)} s`,
      rival: '–',
      aim: `≥ ${show(aimOfFinding)}`,
      isMet: found / count >= aimOfFinding,
    },
  ];
}

/** The same with the network that `npm run models` adds, if it is there. */
async function benchNetwork(pages: readonly TextPage[]): Promise<Line[]> {
  const modelFile = findWeights(path.resolve(process.env.DATA_DIR ?? 'data')).text;
  if (!modelFile) {
    console.log('  pp-ocrv6-small is not in DATA_DIR, so it is not measured: npm run models add pp-ocrv6-small');
    return [];
  }
  const read: Reader = async png => textOf(await readPixels(png, modelFile));
  await read(pages[0]!.png);
  const ours = await score(pages, read);
  for (const { page, wrong, length } of ours) if (wrong > 0) console.log(`  ${page.name}: ${wrong} of ${length} wrong`);
  return [
    {
      what: `Text: characters right on the ${pages.length} rendered pages, with pp-ocrv6-small`,
      ours: `${show(accuracyOf(ours))}; CPU time a page, median ${median(ours.map(each => each.seconds)).toFixed(2)} s`,
      rival: '–',
      aim: `≥ ${show(aim)}`,
      isMet: accuracyOf(ours) >= aim,
    },
    ...(await benchLanguages(modelFile)),
  ];
}

const parts: readonly string[] = process.env.BENCH_ONLY?.split(',') ?? [
  'pages',
  'languages',
  'spoilt',
  'honesty',
  'network',
];

export const benchText: Bench = async () => {
  const pages = await makeTextPages();
  return [
    ...(parts.includes('pages') ? await benchPages(pages) : []),
    ...(parts.includes('languages') ? await benchLanguages() : []),
    ...(parts.includes('spoilt') ? await benchSpoilt() : []),
    ...(parts.includes('honesty') ? await benchHonesty() : []),
    ...(parts.includes('network') ? await benchNetwork(pages) : []),
  ];
};

/** Reads rendered pages, and some of them with tesseract.js. */
async function benchPages(pages: readonly TextPage[]): Promise<Line[]> {
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
    ];
  } finally {
    await tesseract.close();
  }
}
