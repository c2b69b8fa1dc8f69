// Recognises the text of one image, or of all pages of a document, and writes it as plain text, Word, Markdown and a searchable PDF; writes the files again for an edited text.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MediaName, media } from 'contract/media.ts';
import { type Output, partOf, type Run, type RunContext, type Runs } from 'contract/run.ts';
import { openPages, openPicture, type Picture, refuseDamage } from 'engines/image.ts';
import { writePreview } from 'engines/preview.ts';
import { nameSaved } from 'engines/save-picture.ts';
import { type PdfText, writeSearchablePdf } from 'engines/text/searchable-pdf.ts';
import { type DocumentPart, writeDocx } from 'engines/text/write-docx.ts';
import type { FileKind, imageToText, Page, PageSize, ReadOptions, WriteOptions } from './contract.ts';
import { describePage, piecesOf, quadOf } from './describe.ts';
import { type Block, blocksOf } from './page.ts';
import { chooseBackground, measurePages, readPages, writeSheet } from './read-pages.ts';
import { drawPage } from './write-page.ts';
import { bullet, groupBlocks, writeMarkdown, writePlain } from './write-text.ts';

const decodedPercent = 15;
const readPercent = 90;

interface Written {
  readonly page: Page;
  readonly keepsLines: boolean;
  readonly picture: Picture;
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

const textsOf = (page: Page, number: number): PdfText[] =>
  piecesOf({ ...page, paragraphs: page.paragraphs.filter(each => (each.page ?? 1) === number) })
    .map(piece => ({ text: piece.text.replace(/\s+/g, ' '), quad: quadOf(piece) }))
    .filter(({ text }) => text);

async function writePdf(path: string, { page, picture }: Written): Promise<void> {
  async function* drawPages() {
    let number = 0;
    for await (const each of openPages(picture)) {
      number++;
      const background = await chooseBackground(each);
      const turn = page.turns?.[number - 1] ?? page.turn;
      yield await refuseDamage(each, () => drawPage(each, { background, texts: textsOf(page, number), turn }));
    }
  }
  await writeSearchablePdf(path, drawPages());
}

async function writeKind(kind: FileKind, path: string, written: Written): Promise<void> {
  const { page, keepsLines } = written;
  const blocks = blocksOf(page);
  // Windows programs read a file without a byte order mark in the system's legacy code page.
  if (kind === 'txt') await writeFile(path, `\ufeff${writePlain(blocks, keepsLines)}\n`);
  else if (kind === 'md') await writeFile(path, writeMarkdown(blocks));
  else if (kind === 'docx') await writeDocx(path, toParts(blocks, keepsLines));
  else await writePdf(path, written);
}

/** Writes a picture of the input for browsers that cannot show it; undefined if they can. */
async function previewInput(picture: Picture, sizes: readonly PageSize[], folder: string): Promise<string | undefined> {
  if (media[picture.type].shownByBrowsers) return undefined;
  if (sizes.length > 1) return writeSheet(picture, sizes, folder);
  const background = await chooseBackground(picture);
  return writePreview(picture.start().flatten({ background }), join(folder, 'input-preview'), false);
}

/** Writes the requested files. Without text there are none, because empty files would look like a result. */
async function writeAll({ options, inputs, folder }: RunContext<ReadOptions>, written: Written): Promise<Output> {
  const { page, picture } = written;
  const kinds = blocksOf(page).length === 0 ? [] : [...new Set(options.files)];
  const files = kinds.map(kind => ({
    path: join(folder, `text.${kind}`),
    name: nameSaved(inputs.imageUrl!.name, kind satisfies MediaName),
    type: kind,
  }));
  for (const [i, kind] of kinds.entries()) await writeKind(kind, files[i]!.path, written);
  const sizes = await measurePages(picture);
  const inputPreviewPath = await previewInput(picture, sizes, folder);
  const told = describePage(picture, sizes, page, written.keepsLines);
  return {
    files,
    ...(inputPreviewPath && { inputPreviewPath }),
    ...told,
    hasNoEffect: kinds.length === 0 && told.text === '',
  };
}

const keepsLinesIn = ({ textFlag }: ReadOptions) => textFlag === 'lines' || textFlag === false;

const read: Run<ReadOptions> = async (context): Promise<Output> => {
  const { options, inputs, models, progress } = context;
  progress(0, 'reading');
  const picture = await openPicture(inputs.imageUrl!.path);
  return refuseDamage(picture, async () => {
    progress(decodedPercent, 'working');
    const page = await readPages(picture, partOf(progress, decodedPercent, readPercent, 'working'), models.text);
    progress(readPercent, 'writing');
    return writeAll(context, { page, keepsLines: keepsLinesIn(options), picture });
  });
};

const write: Run<WriteOptions> = async (context): Promise<Output> => {
  const { options, inputs, progress } = context;
  progress(0, 'writing');
  const picture = await openPicture(inputs.imageUrl!.path);
  return refuseDamage(picture, () =>
    writeAll(context, { page: options.page, keepsLines: keepsLinesIn(options), picture }),
  );
};

export const runs: Runs<typeof imageToText> = { read, write };
