// Recognises the text of one image and writes it as plain text, Word, Markdown and a searchable PDF; writes the files again for an edited text.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MediaName, media } from 'contract/media.ts';
import { type Output, type PartProgress, partOf, type Run, type RunContext, type Runs } from 'contract/run.ts';
import { isSeenThrough, openPicture, type Picture, readPixels, refuseDamage } from 'engines/image.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { writePreview } from 'engines/preview.ts';
import { nameSaved } from 'engines/save-picture.ts';
import { type ReadText, readText } from 'engines/text/read-text.ts';
import { mapQuad, type Quad } from 'engines/text/rectangle.ts';
import { type DocumentPart, writeDocx } from 'engines/text/write-docx.ts';
import type { FileKind, imageToText, Page, ReadOptions, WriteOptions } from './contract.ts';
import { describePage, pageOf, piecesOf, quadOf } from './describe.ts';
import { type Block, blocksOf } from './page.ts';
import { writePage } from './write-page.ts';
import { bullet, groupBlocks, writeMarkdown, writePlain } from './write-text.ts';

/** Maximum pixels to read: more would not improve the recognition and would triple the memory. */
const mostPixels = 40_000_000;
/** Minimum long edge at which a vector drawing is rendered, in pixels: its nominal size is arbitrary. */
const drawnLongEdge = 2000;
const onWhite = '#ffffff';
const onDark = '#202020';
/** Mean lightness of the visible pixels from which the image is read over a dark background. */
const lightFrom = 160;

/** Returns the background for transparent pixels, dark or light, that contrasts with the letters. */
async function chooseBackground(picture: Picture): Promise<string> {
  if (!(await isSeenThrough(picture))) return onWhite;
  const small = picture.start().resize(256, 256, { fit: 'inside', withoutEnlargement: true });
  const { data } = await readPixels(small, 4);
  let [light, weight] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    light += alpha * (data[at]! * 0.3 + data[at + 1]! * 0.59 + data[at + 2]! * 0.11);
    weight += alpha;
  }
  return weight > 0 && light / weight > lightFrom ? onDark : onWhite;
}

/** Decodes the first frame, upright, at no more than 40 megapixels. */
async function decode(picture: Picture, background: string): Promise<Pixels> {
  const { width, height } = picture;
  const isDrawn = picture.type === 'svg';
  const scale = isDrawn ? Math.max(1, drawnLongEdge / Math.max(width, height)) : 1;
  const shrink = Math.min(1, Math.sqrt(mostPixels / (width * height * scale ** 2)));
  const pipeline = picture.start({ scale, paintsColour: true }).flatten({ background });
  const fitted =
    shrink < 1
      ? pipeline.resize(
          Math.max(1, Math.round(width * scale * shrink)),
          Math.max(1, Math.round(height * scale * shrink)),
          {
            fit: 'fill',
          },
        )
      : pipeline;
  return readPixels(fitted, 3);
}

const decodedPercent = 15;
const readPercent = 90;

/** Scales coordinates from the decoded pixels to those of the image. */
function scaleLines(read: ReadText, pixels: Pixels, { width, height }: Picture): ReadText {
  const [across, down] = [width / pixels.width, height / pixels.height];
  const scale = (quad: Quad) => mapQuad(quad, ([x, y]) => [x * across, y * down]);
  return { ...read, lines: read.lines.map(line => ({ ...line, quad: scale(line.quad) })) };
}

interface Written {
  readonly page: Page;
  readonly keepsLines: boolean;
  readonly picture: Picture;
  readonly background: string;
}

/** Returns the parts of a Word document. Word draws the bullets; numbers are kept as printed. */
function toParts(blocks: readonly Block[], keepsLines: boolean): DocumentPart[] {
  return groupBlocks(blocks).flatMap((group): DocumentPart[] => {
    const [first, second] = group;
    if (second && first!.kind === 'row') return [{ kind: 'table', rows: group.map(({ text }) => text.split('\t')) }];
    if (first!.kind === 'row') return [{ kind: 'paragraph', text: first!.text.replaceAll('\t', '    ') }];
    return group.map(({ kind, level = 1, rows, text }): DocumentPart => {
      const shown = keepsLines ? rows.join('\n') : text;
      if (kind === 'heading') return { kind, level, text };
      if (kind === 'item' && bullet.test(text)) return { kind: 'bullet', text: shown.replace(bullet, '') };
      return { kind: kind === 'item' ? 'numbered' : 'paragraph', text: shown };
    });
  });
}

async function writeKind(kind: FileKind, path: string, { page, keepsLines, picture, background }: Written) {
  const blocks = blocksOf(page);
  // Windows programs read a file without a byte order mark in the system's legacy code page.
  if (kind === 'txt') await writeFile(path, `\ufeff${writePlain(blocks, keepsLines)}\n`);
  else if (kind === 'md') await writeFile(path, writeMarkdown(blocks));
  else if (kind === 'docx') await writeDocx(path, toParts(blocks, keepsLines));
  else {
    const texts = piecesOf(page).map(piece => ({ text: piece.text.replace(/\s+/g, ' '), quad: quadOf(piece) }));
    await writePage(picture, { path, background, texts: texts.filter(({ text }) => text), turn: page.turn });
  }
}

async function readPage(picture: Picture, background: string, progress: PartProgress): Promise<Page> {
  const pixels = await decode(picture, background);
  return pageOf(scaleLines(await readText(pixels, { progress }), pixels, picture));
}

/** Writes the requested files. Without text there are none, because empty files would look like a result. */
async function writeAll({ options, inputs, folder }: RunContext<ReadOptions>, written: Written): Promise<Output> {
  const { page, picture, background } = written;
  const kinds = blocksOf(page).length === 0 ? [] : [...new Set(options.files)];
  const files = kinds.map(kind => ({
    path: join(folder, `text.${kind}`),
    name: nameSaved(inputs.imageUrl!.name, kind satisfies MediaName),
    type: kind,
  }));
  for (const [i, kind] of kinds.entries()) await writeKind(kind, files[i]!.path, written);
  const told = describePage(picture, page, written.keepsLines);
  if (media[picture.type].shownByBrowsers) return { files, ...told };
  const inputPreviewPath = await writePreview(
    picture.start().flatten({ background }),
    join(folder, 'input-preview'),
    false,
  );
  return { files, inputPreviewPath, ...told };
}

const keepsLinesIn = ({ textFlag }: ReadOptions) => textFlag === 'lines' || textFlag === false;

const read: Run<ReadOptions> = async (context): Promise<Output> => {
  const { options, inputs, progress } = context;
  progress(0, 'reading');
  const picture = await openPicture(inputs.imageUrl!.path);
  return refuseDamage(picture, async () => {
    progress(decodedPercent, 'working');
    const background = await chooseBackground(picture);
    const page = await readPage(picture, background, partOf(progress, decodedPercent, readPercent, 'working'));
    progress(readPercent, 'writing');
    return writeAll(context, { page, keepsLines: keepsLinesIn(options), picture, background });
  });
};

const write: Run<WriteOptions> = async (context): Promise<Output> => {
  const { options, inputs, progress } = context;
  progress(0, 'writing');
  const picture = await openPicture(inputs.imageUrl!.path);
  return refuseDamage(picture, async () => {
    const background = await chooseBackground(picture);
    return writeAll(context, { page: options.page, keepsLines: keepsLinesIn(options), picture, background });
  });
};

export const runs: Runs<typeof imageToText> = { read, write };
