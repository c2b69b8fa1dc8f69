// Reads the text in one picture and writes it as plain text, as Markdown, and as a searchable PDF.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MediaName, media } from 'contract/media.ts';
import { type Output, type PartProgress, partOf, type Run, type Runs } from 'contract/run.ts';
import { isSeenThrough, openPicture, type Picture, readPixels, refuseDamage } from 'engines/image.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { writePreview } from 'engines/preview.ts';
import { nameSaved } from 'engines/save-picture.ts';
import { findParagraphs } from 'engines/text/paragraphs.ts';
import { type ReadText, readText } from 'engines/text/read-text.ts';
import type { Quad } from 'engines/text/rectangle.ts';
import type { FileKind, imageToText, ReadOptions } from './contract.ts';
import { describeReading, type Reading, turnOf } from './describe.ts';
import { writePage } from './write-page.ts';
import { writeMarkdown, writePlain } from './write-text.ts';

/** Most pixels read: more would not improve the reading and would take memory three times over. */
const mostPixels = 40_000_000;
/** Least size at which a drawing is rendered: its own size is arbitrary, and rendering loses no pixels. */
const drawnLongEdge = 2000;
const onWhite = '#ffffff';
const onDark = '#202020';
/** Lightness of the visible parts from which on the picture is read over a dark ground. */
const lightFrom = 160;

/** The ground behind transparent parts: dark or light, whichever contrasts with the letters. */
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

/** The first frame, upright, at most 40 megapixels. */
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

/** Scales from the pixels that were read to those of the picture. */
function scaleLines(read: ReadText, pixels: Pixels, { width, height }: Picture): ReadText {
  const [across, down] = [width / pixels.width, height / pixels.height];
  const scale = (quad: Quad) => quad.map(([x, y]) => [x * across, y * down] as const) as unknown as Quad;
  return { ...read, lines: read.lines.map(line => ({ ...line, quad: scale(line.quad) })) };
}

async function writeKind(kind: FileKind, path: string, reading: Reading, text: string): Promise<void> {
  // Windows programs take a text without a byte order mark for one in the machine's old code page.
  if (kind === 'txt') await writeFile(path, `\ufeff${text}${text ? '\n' : ''}`);
  else if (kind === 'md') await writeFile(path, writeMarkdown(reading.paragraphs));
  else {
    const { picture, background, lines, read } = reading;
    await writePage(picture, { path, background, texts: lines, turn: turnOf(read) });
  }
}

async function readPicture(picture: Picture, progress: PartProgress): Promise<Reading> {
  const background = await chooseBackground(picture);
  const pixels = await decode(picture, background);
  const read = scaleLines(await readText(pixels, { progress }), pixels, picture);
  const paragraphs = findParagraphs(read);
  return { picture, background, read, paragraphs, lines: paragraphs.flatMap(paragraph => paragraph.lines) };
}

const read: Run<ReadOptions> = async ({ options, inputs, folder, progress }): Promise<Output> => {
  progress(0, 'reading');
  const input = inputs.imageUrl!;
  const picture = await openPicture(input.path);
  return refuseDamage(picture, async () => {
    progress(decodedPercent, 'working');
    const reading = await readPicture(picture, partOf(progress, decodedPercent, readPercent, 'working'));
    progress(readPercent, 'writing');
    const keepsLines = options.textFlag === 'lines' || options.textFlag === false;
    const text = writePlain(reading.paragraphs, keepsLines);
    const told = describeReading(reading, text, keepsLines);
    // Where there is no text, empty files would only look like a result.
    const kinds = reading.lines.length === 0 ? [] : [...new Set(options.files)];
    const files = kinds.map(kind => ({
      path: join(folder, `text.${kind}`),
      name: nameSaved(input.name, kind satisfies MediaName),
      type: kind,
    }));
    for (const [i, kind] of kinds.entries()) await writeKind(kind, files[i]!.path, reading, text);
    if (media[picture.type].shownByBrowsers) return { files, ...told };
    const original = picture.start().flatten({ background: reading.background });
    const inputPreviewPath = await writePreview(original, join(folder, 'input-preview'), false);
    return { files, inputPreviewPath, ...told };
  });
};

export const runs: Runs<typeof imageToText> = { read };
