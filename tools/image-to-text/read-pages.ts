// Reads the pages of a picture: decodes each, recognises its text, and lays the pages out as one preview.
import { join } from 'node:path';
import { type PartProgress, within } from 'contract/run.ts';
import { isSeenThrough, openPages, type Picture, readPixels, refuseDamage } from 'engines/image.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { paint } from 'engines/preview.ts';
import { type ReadText, readText, type TextLine } from 'engines/text/read-text.ts';
import { mapQuad, type Quad } from 'engines/text/rectangle.ts';
import { maxPieces, type Page, type PageSize } from './contract.ts';
import { languagesOf, pageOf } from './describe.ts';
import { makeSheet } from './sheet.ts';

/** Maximum pixels to read: more would not improve the recognition and would triple the memory. */
const maxPixels = 40_000_000;
/** Minimum long edge at which a vector drawing is rendered, in pixels: its nominal size is arbitrary. */
const drawnLongEdge = 2000;
const onWhite = '#ffffff';
const onDark = '#202020';
/** Mean lightness of the visible pixels from which the image is read over a dark background. */
const lightFrom = 160;

/** Returns the background for transparent pixels, dark or light, that contrasts with the letters. */
export async function chooseBackground(picture: Picture): Promise<string> {
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
  const shrink = Math.min(1, Math.sqrt(maxPixels / (width * height * scale ** 2)));
  const pipeline = picture.start({ scale, paintsColour: true }).flatten({ background });
  const side = (length: number) => Math.max(1, Math.round(length * scale * shrink));
  return readPixels(shrink < 1 ? pipeline.resize(side(width), side(height), { fit: 'fill' }) : pipeline, 3);
}

/** Scales coordinates from the decoded pixels to those of the image. */
function scaleLines(read: ReadText, pixels: Pixels, { width, height }: Picture): ReadText {
  const [across, down] = [width / pixels.width, height / pixels.height];
  const scale = (quad: Quad) => mapQuad(quad, ([x, y]) => [x * across, y * down]);
  return { ...read, lines: read.lines.map(line => ({ ...line, quad: scale(line.quad) })) };
}

/** Recognises the text of all pages; `progress` gets 0..1. */
export async function readPages(first: Picture, progress: PartProgress, modelFile: string | undefined): Promise<Page> {
  const turns: Page['turn'][] = [];
  const paragraphs: Page['paragraphs'] = [];
  const lines: TextLine[] = [];
  let left = maxPieces;
  let isCut = false;
  let unread = 0;
  for await (const picture of openPages(first)) {
    const number = turns.length + 1;
    if (left === 0) {
      isCut = true;
      break;
    }
    // The number of pages that can be opened is not known, but at most all of them are.
    const part = within(progress, turns.length / first.pages, number / first.pages);
    const page = await refuseDamage(picture, async () => {
      const pixels = await decode(picture, await chooseBackground(picture));
      const read = await readText(pixels, {
        maxLines: left,
        modelFile,
        progress: first.pages > 1 ? part : progress,
      });
      lines.push(...read.lines);
      return pageOf(scaleLines(read, pixels, picture));
    });
    turns.push(page.turn);
    isCut ||= page.isCut;
    unread += page.unread ?? 0;
    left -= Math.min(
      left,
      page.paragraphs.reduce((sum, { pieces }) => sum + pieces.length, 0),
    );
    paragraphs.push(...page.paragraphs.map(each => (number > 1 ? { ...each, page: number } : each)));
  }
  const languages = languagesOf(lines);
  const more = { ...(unread > 0 && { unread }), ...(turns.length > 1 && { turns }) };
  return { turn: turns[0] ?? 0, isCut, languages, paragraphs, ...more };
}

export async function measurePages(first: Picture): Promise<PageSize[]> {
  const sizes: PageSize[] = [];
  for await (const { width, height } of openPages(first)) sizes.push({ width, height });
  return sizes;
}

/** Longest side of a page and of all pages together in the preview. */
const longestPage = 1080;
const longestSheet = 20_000;

/** Writes a preview of all pages, one below the other, and returns its path. */
export async function writeSheet(first: Picture, pages: readonly PageSize[], folder: string): Promise<string> {
  const sheet = makeSheet(pages);
  const longest = Math.max(...pages.flatMap(({ width, height }) => [width, height]));
  const scale = Math.min(1, longestPage / longest, longestSheet / sheet.height);
  const size = (length: number) => Math.max(1, Math.round(length * scale));
  const layers: { input: Buffer; left: number; top: number }[] = [];
  for await (const picture of openPages(first)) {
    const background = await chooseBackground(picture);
    const small = picture
      .start({ paintsColour: true })
      .flatten({ background })
      .resize(size(picture.width), size(picture.height), { fit: 'fill' });
    layers.push({
      input: await small.jpeg({ quality: 75 }).toBuffer(),
      left: 0,
      top: size(sheet.tops[layers.length]!),
    });
  }
  const [width, height] = [size(sheet.width), Math.max(...layers.map(({ top }, i) => top + size(pages[i]!.height)))];
  const path = join(folder, 'input-preview.jpg');
  await paint({ width, height, channels: 3, background: onWhite }).composite(layers).jpeg({ quality: 75 }).toFile(path);
  return path;
}
