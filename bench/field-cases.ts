// Small files of `cases/` that the toolboxes of the field lose something of, each with the right value and the way to read the product's.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSubtitles } from 'contract/subtitles/read.ts';
import type { Task } from 'contract/task.ts';
import { sharp } from 'engines/sharp.ts';

export interface Made {
  readonly task: Task;
  readonly files: readonly Buffer[];
}

/** Uploads a file of `cases/` and runs a call on it. Rejects with the code of a refusal. */
export type RunCall = (call: string, field: string, file: string, options?: Record<string, unknown>) => Promise<Made>;

export interface FieldCase {
  readonly file: string;
  readonly what: string;
  readonly right: string;
  /** Returns the value of the product, written as `right` is. */
  readonly read: (run: RunCall) => Promise<string>;
  /** Default: whether the value equals `right`. */
  readonly isRight?: (value: string) => boolean;
}

const folder = path.join(import.meta.dirname, 'cases');
export const readCase = (file: string): Buffer => readFileSync(path.join(folder, file));

const convert = '/web/picture/format/newPicFormat';
const convertClip = '/web/video/formatmp4/newFormatmp4';
const pictureTo = async (run: RunCall, file: string, format: string) =>
  (await run(convert, 'imageUrl', file, { format })).files[0]!;

type Point = readonly [x: number, y: number];

/** Colours at points of a picture, as "r/g/b, r/g/b". */
async function coloursAt(picture: Buffer, points: readonly Point[]): Promise<string> {
  const { data, info } = await sharp(picture)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = ([x, y]: Point) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)].join('/');
  return points.map(at).join(', ');
}

/** Whether all numbers of two values agree within `max`. */
const isNear = (right: string, max: number) => (value: string) => {
  const [found, wanted] = [value, right].map(one => one.split(/[^\d.]+/).map(Number)) as [number[], number[]];
  return found.length === wanted.length && found.every((one, at) => Math.abs(one - wanted[at]!) <= max);
};

/** The number of opaque black pixels in all frames of a picture. */
async function countBlack(picture: Buffer): Promise<string> {
  const data = await sharp(picture, { pages: -1 }).ensureAlpha().raw().toBuffer();
  let count = 0;
  for (let i = 0; i < data.length; i += 4)
    if (data[i + 3] === 255 && data[i]! < 8 && data[i + 1]! < 8 && data[i + 2]! < 8) count += 1;
  return String(count);
}

/** Frames and the sum of their delays. */
async function timing(picture: Buffer): Promise<{ frames: number; ms: number }> {
  const { pages = 1, delay = [] } = await sharp(picture, { pages: -1 }).metadata();
  return { frames: pages, ms: delay.reduce((sum, one) => sum + one, 0) };
}

function inFile<T>(bytes: Buffer, name: string, read: (file: string) => T): T {
  const home = mkdtempSync(path.join(tmpdir(), 'field-case-'));
  try {
    const file = path.join(home, name);
    writeFileSync(file, bytes);
    return read(file);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The colour in the middle of a clip's first frame. */
const colourOfClip = (clip: Buffer): string =>
  inFile(clip, 'clip.mp4', file => {
    const scale = 'crop=2:2,scale=1:1:out_color_matrix=bt709,format=rgb24';
    const args = ['-v', 'error', '-i', file, '-frames:v', '1', '-vf', scale, '-f', 'rawvideo', 'pipe:1'];
    return [...spawnSync('ffmpeg', args).stdout].join('/');
  });

const tracksOf = (clip: Buffer): string =>
  inFile(clip, 'clip.mp4', file => {
    const args = ['-v', 'error', '-show_entries', 'stream=codec_type', '-of', 'csv=p=0', file];
    const kinds = spawnSync('ffprobe', args)
      .stdout.toString()
      .trim()
      .split('\n')
      .map(line => line.split(',')[0]!);
    const count = (kind: string) => kinds.filter(one => one === kind).length;
    return `${count('video')} video, ${count('audio')} sounds, ${count('subtitle')} subtitles`;
  });

/** The share of dark pixels of a page. */
async function darkPixels(page: Buffer): Promise<number> {
  const grey = await sharp(page).greyscale().raw().toBuffer();
  return grey.filter(level => level < 128).length;
}

/** The code of a refusal; the client says "path: status body". */
export const codeOf = ({ message }: Error): string => /"error":"(\w+)"/.exec(message)?.[1] ?? message;

const refusalOf = async (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'done',
    (error: Error) => codeOf(error),
  );

const textOf = async (run: RunCall, file: string): Promise<string> => {
  const { task } = await run('/web/imageTotext', 'imageUrl', file);
  return (task.result?.text ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, ' | ')
    .trim();
};

const withoutSpaces = (value: string) => value.replace(/[\s|]/g, '');

/** The number of characters that are not where they are printed, by the length of the longest common subsequence. */
function countWrong(found: string, printed: string): number {
  let row = new Array<number>(found.length + 1).fill(0);
  for (const sign of printed) {
    const next = [0];
    for (let at = 0; at < found.length; at++)
      next.push(found[at] === sign ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!));
    row = next;
  }
  return printed.length - row.at(-1)!;
}

const cuesOf = (file: string): string =>
  readSubtitles(readCase(file))
    .cues.map(({ start, end, text }) => `${start.toFixed(1)}-${end.toFixed(1)} ${text.replace(/\n/g, ' / ')}`)
    .join('; ');

const subtitles = (file: string, right: string): FieldCase => ({
  file,
  what: 'cues of subtitles',
  right,
  read: async () => cuesOf(file),
});

const size = (file: string, right: string): FieldCase => ({
  file,
  what: 'SVG to PNG, pixels',
  right,
  read: async run => {
    const { width, height } = await sharp(await pictureTo(run, file, 'png')).metadata();
    return `${width} x ${height}`;
  },
});

const frames = (file: string, format: string, right: string): FieldCase => ({
  file,
  what: `to ${format.toUpperCase()}, frames`,
  right,
  read: async run => String((await timing(await pictureTo(run, file, format))).frames),
});

const black = (file: string, format: string): FieldCase => ({
  file,
  what: `to ${format.toUpperCase()}, opaque black pixels beside what is drawn`,
  right: '0',
  read: async run => countBlack(await pictureTo(run, file, format)),
});

const colours = (file: string, right: string, points: readonly Point[], max: number): FieldCase => ({
  file,
  what: 'to PNG, colours',
  right,
  read: async run => coloursAt(await pictureTo(run, file, 'png'), points),
  isRight: isNear(right, max),
});

const duration = (fps: number): FieldCase => ({
  file: 'gif-from-clip-duration/v-sync.mp4',
  what: `to GIF at ${fps} frames/s, ms`,
  right: '6000',
  read: async run =>
    String(
      (
        await timing(
          (
            await run('/web/picture/gif', 'videoUrl', 'gif-from-clip-duration/v-sync.mp4', { fps })
          ).files[0]!,
        )
      ).ms,
    ),
});

const sameRed = (file: string): FieldCase => ({
  file,
  what: 'saturated red as MP4 and as GIF',
  right: 'the same within 6 levels',
  read: async run => {
    const mp4 = colourOfClip((await run(convertClip, 'videoUrl', file, { format: 'mp4', reencode: true })).files[0]!);
    const gif = (await run(convertClip, 'videoUrl', file, { format: 'gif' })).files[0]!;
    const { width = 2, height = 2 } = await sharp(gif).metadata();
    return `${mp4} and ${await coloursAt(gif, [[width >> 1, height >> 1]])}`;
  },
  isRight: value => {
    const [one, other] = value.split(' and ') as [string, string];
    return isNear(one, 6)(other);
  },
});

/** Text in which lines may be joined, and signs that look alike in print may stand for each other. */
const simplify = (value: string) =>
  value
    .replace(/ \| /g, ' ')
    .replace(/ ?· ?/g, '·')
    .replaceAll('℃', '°C')
    .replaceAll('−', '-')
    .replace(/[，,] ?/g, ', ')
    .replace(/[’']/g, "'")
    .replace(/[“”]/g, '"');

const text = (file: string, right: string): FieldCase => ({
  file,
  what: 'text',
  right,
  read: run => textOf(run, file),
  isRight: value => simplify(value) === simplify(right),
});

const traditional = (file: string, printed: string): FieldCase => ({
  file,
  what: `text, wrong of ${[...printed].length} characters`,
  right: '0',
  read: async run => String(countWrong(withoutSpaces(await textOf(run, file)), printed)),
});

const page = async (run: RunCall, file: string) =>
  (await run('/web/picture/pdf/pages', 'fileUrl', file, { format: 'png', dpi: 96 })).files;

const printedTraditional = (JSON.parse(readCase('ocr-traditional/tr.json').toString()) as string[]).join('');
const thirds: readonly Point[] = [
  [16, 16],
  [48, 16],
  [80, 16],
];
const twoCues = '1.0-2.0 first; 2.5-3.5 second';

export const fieldCases: readonly FieldCase[] = [
  frames('apng/an.png', 'gif', '6'),
  frames('apng/an.png', 'webp', '6'),
  frames('avif-animated/an.avif', 'webp', '10'),
  {
    file: 'empty-file/x-empty.png',
    what: 'upload',
    right: 'FILE_EMPTY',
    read: run => refusalOf(run(convert, 'imageUrl', 'empty-file/x-empty.png', { format: 'png' })),
  },
  black('gif-dispose-background-opaque/gif-sprite.gif', 'webp'),
  black('gif-dispose-background-opaque/an-disp2.gif', 'gif'),
  black('gif-first-frame-smaller/gif-small-first.gif', 'webp'),
  black('gif-first-frame-smaller/gif-still-offset.gif', 'png'),
  black('gif-first-frame-smaller/an-prev.gif', 'gif'),
  ...[12, 15, 24].map(duration),
  ...['c-pq.mp4', 'c-hlg.mp4'].map(name => sameRed(`hdr-red-mp4-vs-gif/${name}`)),
  colours('hdr-still/hdr-pq.avif', '187/187/187, 76/76/76, 254/254/254', thirds, 4),
  colours('hdr-still/hdr-hlg.avif', '120/120/120, 75/75/75, 187/187/187', thirds, 4),
  // Neither its container nor its stream names a transfer function.
  colours('hdr-still/hdr-pq.heic', '148/148/148, 100/100/100, 191/191/191', thirds, 4),
  {
    file: 'mkv-second-audio/v-multi.mkv',
    what: 'to MP4, tracks',
    right: '1 video, 2 sounds, 1 subtitles',
    read: async run =>
      tracksOf((await run(convertClip, 'videoUrl', 'mkv-second-audio/v-multi.mkv', { format: 'mp4' })).files[0]!),
  },
  text(
    'ocr-small-signs/ocr-formula.png',
    '当 a²+b²=c² 时，面积 S = ½·a·b | E = mc²，x₁ = −3，α ≤ 45° | 温度为 37.5℃，误差 ±0.2%',
  ),
  text(
    'ocr-small-signs/ocr-code.png',
    'function add(a, b) { | return a + b; // O0 l1I | } | const url = "https://a.example/x?id=7&t=0";',
  ),
  text(
    'ocr-small-signs/ocr-receipt.png',
    'CORNER SHOP | Milk 1L 12.50 | Bread 8.00 | Apples 0.75kg 9.38 | Eggs x10 15.90 | TOTAL 45.78 | VISA **** 4021 | 2026-03-14 18:22',
  ),
  text(
    'ocr-small-signs/ocr-spaces.png',
    'The quick brown fox jumps over the lazy dog near the river bank | New York-based start-up’s “first” product isn’t ready',
  ),
  traditional('ocr-traditional/ocr-trad.png', '臺灣鐵路時刻與票價查詢請於開車前三十分鐘抵達車站龍應對聲響鬱鬱寡歡學習'),
  ...['sans', 'serif', 'small'].map(name => traditional(`ocr-traditional/ocr-tr-${name}.png`, printedTraditional)),
  ...['p-formap.pdf', 'p-formnoap.pdf'].map(name => ({
    file: `pdf-form-fields/${name}`,
    what: 'page to PNG, dark pixels (194 without the field)',
    right: '> 250',
    read: async (run: RunCall) => String(await darkPixels((await page(run, `pdf-form-fields/${name}`))[0]!)),
    isRight: (value: string) => Number(value) > 250,
  })),
  ...['p-sigwidget.pdf', 'p-stamp.pdf'].map(name => ({
    file: `pdf-form-fields/${name}`,
    what: 'page to PNG, colour of the signature or stamp',
    right: 'red',
    read: async (run: RunCall) => coloursAt((await page(run, `pdf-form-fields/${name}`))[0]!, [[150, 55]]),
    isRight: (value: string) => /^(2[0-5]\d)\/\d{1,2}\/\d{1,2}$/.test(value),
  })),
  {
    file: 'pdf-junk-before-header/p-junkhead.pdf',
    what: 'pages to PNG',
    right: '1',
    read: async run => String((await page(run, 'pdf-junk-before-header/p-junkhead.pdf')).length),
    isRight: value => Number(value) >= 1,
  },
  colours(
    'png-cicp-gama/p3-cicp.png',
    '239/35/36, 0/203/72',
    [
      [16, 32],
      [48, 32],
    ],
    3,
  ),
  colours('png-cicp-gama/gama1.png', '128/128/128', [[16, 16]], 2),
  subtitles('srt-invisible-number/zwsp.srt', twoCues),
  subtitles('srt-invisible-number/zw-num.srt', `${twoCues}; 4.0-5.0 third`),
  subtitles('srt-invisible-number/rlm-time.srt', twoCues),
  subtitles('srt-invisible-number/arabicnum.srt', twoCues),
  subtitles('srt-invisible-number/numdot.srt', twoCues),
  {
    ...subtitles('srt-negative-time/neg-mid.srt', '0.0-0.5 neg; 1.0-2.0 first (and odd from 2.0)'),
    isRight: value => /^(0\.0-0\.5 neg; )?1\.0-2\.0 first(; 2\.0-\d\.\d odd)?$/.test(value),
  },
  {
    ...subtitles('srt-negative-time/over24.srt', '0.0-0.5 neg; 1.0-2.0 first (and late at 25 h)'),
    isRight: value => /^(0\.0-0\.5 neg; )?1\.0-2\.0 first(; 90000\.0-90001\.0 late)?$/.test(value),
  },
  size('svg-physical-units/s-mm.svg', '38 x 19'),
  size('svg-physical-units/s-a4.svg', '794 x 1123'),
  size('svg-physical-units/s-pt.svg', '96 x 48'),
  size('svg-physical-units/s-em.svg', '160 x 80'),
  ...['t-lab.tif', 't-big.tif'].map(name => ({
    file: `tiff-lab-big-float/${name}`,
    what: 'to PNG',
    right: 'done, or said to be unsupported',
    read: (run: RunCall) => refusalOf(run(convert, 'imageUrl', `tiff-lab-big-float/${name}`, { format: 'png' })),
    isRight: (value: string) => value === 'done' || value.includes('UNSUPPORTED'),
  })),
  colours('tiff-lab-big-float/t-f32.tif', '220/30/30', [[10, 10]], 3),
  {
    file: 'tiff-pages/t-multi.tif',
    what: 'to PDF, pages',
    right: '3',
    read: async run => {
      const pdf = (await run('/web/picture/pdf', 'list', 'tiff-pages/t-multi.tif')).files[0]!;
      return String(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0);
    },
  },
  {
    file: 'tiff-pages/ocr-multi.tif',
    what: 'text of both pages',
    right: 'two pages',
    read: run => textOf(run, 'tiff-pages/ocr-multi.tif'),
    isRight: value => value.includes('|') && value.length > 20,
  },
  subtitles(
    'vtt-first-line-blank/youtube.vtt',
    '1.0-2.0 hello world; 2.0-2.0 hello world; 2.0-3.0 hello world / next line',
  ),
];
