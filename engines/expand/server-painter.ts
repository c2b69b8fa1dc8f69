// Lets a drawing server draw the new area of an expanded image. The server receives the image and a mask of the area that it may draw.
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { AskForPictures, PartProgress } from 'contract/run.ts';
import { drawFailed } from '../drawing-answer.ts';
import { type Drawn, drawOnServer, openDrawing } from '../drawing-server.ts';
import { readPixels } from '../image.ts';
import { blendIn } from '../inpaint/blend-in.ts';
import type { Region } from '../inpaint/region.ts';
import { fromPixels, openOwn } from '../preview.ts';
import { sharp } from '../sharp.ts';
import { matchTones } from './match-tones.ts';
import type { Painter } from './painter.ts';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

type Size = Pick<Box, 'width' | 'height'>;

/** Sizes in pixels that every supported server can draw. In an answer of another shape, the image would be moved or cropped. */
const frames: readonly Size[] = [
  { width: 1024, height: 1024 },
  { width: 1536, height: 1024 },
  { width: 1024, height: 1536 },
];
/** Maximum deviation of an answer's aspect ratio, as the logarithm of the quotient. */
const ratioError = 0.03;
/** Width in pixels of the image's rim that the server may redraw, so that its lines continue without a seam. The redrawn rim is not used. */
const overlap = 8;
/** Blur of the stretched border from which the drawing starts, in pixels of the frame. */
const startBlur = 24;
const strength = 0.95;
const seeds = 2 ** 31;

const asContinuation =
  'seamless continuation of the photograph beyond its borders, same light, colours, focus and perspective';
const notWanted = 'frame, border, text, letters, watermark, logo, collage, split image';

function nearestFrame({ width, height }: Size): Size {
  const apart = (frame: Size) => Math.abs(Math.log((frame.width * height) / (frame.height * width)));
  return frames.reduce((best, frame) => (apart(frame) < apart(best) ? frame : best));
}

/** Returns the box of the known pixels, which are a rectangle. */
function findKnown({ width, height, isHole }: Region): Box {
  const first = isHole.indexOf(0);
  const last = isHole.lastIndexOf(0);
  const [left, top] = [first % width, Math.floor(first / width)];
  return { left, top, width: (last % width) - left + 1, height: Math.min(height, Math.floor(last / width) + 1) - top };
}

/** Returns the place of the region in the frame, centred and as large as fits. */
function placeIn(frame: Size, region: Size): Box {
  const scale = Math.min(frame.width / region.width, frame.height / region.height);
  const width = Math.min(frame.width, Math.max(1, Math.round(region.width * scale)));
  const height = Math.min(frame.height, Math.max(1, Math.round(region.height * scale)));
  return {
    left: Math.floor((frame.width - width) / 2),
    top: Math.floor((frame.height - height) / 2),
    width,
    height,
  };
}

/** Maps a box of the region to the frame, in which the region is at `place`. */
function mapBox(box: Box, region: Size, place: Box): Box {
  const [across, down] = [place.width / region.width, place.height / region.height];
  // Rounding may not leave the frame, however flat the region is.
  const left = place.left + Math.min(place.width - 1, Math.round(box.left * across));
  const top = place.top + Math.min(place.height - 1, Math.round(box.top * down));
  return {
    left,
    top,
    width: Math.max(1, Math.min(place.left + place.width - left, Math.round(box.width * across))),
    height: Math.max(1, Math.min(place.top + place.height - top, Math.round(box.height * down))),
  };
}

/** Writes the start image: the image at its place in the frame, surrounded by its stretched and blurred borders. */
async function writeStart(region: Region, known: Box, shown: Box, frame: Size, path: string): Promise<void> {
  const { colours: data, width, height } = region;
  const image = await fromPixels({ data, width, height, channels: 3 })
    .extract(known)
    .resize(shown.width, shown.height, { fit: 'fill' })
    .png()
    .toBuffer();
  const stretched = await openOwn(image)
    .extend({
      left: shown.left,
      top: shown.top,
      right: frame.width - shown.left - shown.width,
      bottom: frame.height - shown.top - shown.height,
      extendWith: 'copy',
    })
    .png()
    .toBuffer();
  await openOwn(stretched)
    .blur(startBlur)
    .composite([{ input: image, left: shown.left, top: shown.top }])
    .png()
    .toFile(path);
}

/** Writes the mask: transparent where the server draws, opaque white where the image is kept. */
async function writeMask({ left, top, width, height }: Box, frame: Size, path: string): Promise<void> {
  const inset = (side: number) => Math.min(overlap, Math.floor((side - 1) / 2));
  const [x, y] = [inset(width), inset(height)];
  const kept = { width: width - 2 * x, height: height - 2 * y, channels: 4, background: '#ffffff' } as const;
  const input = await sharp({ create: kept }).png().toBuffer();
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  await sharp({ create: { ...frame, channels: 4, background } })
    .composite([{ input, left: left + x, top: top + y }])
    .png()
    .toFile(path);
}

export interface ServerPainterOptions {
  readonly ask: AskForPictures;
  /** The run's folder. */
  readonly folder: string;
  /** What the new area should show, in the user's words; may be empty. */
  readonly prompt: string;
  readonly progress: PartProgress;
  /** Hears what the result says about the request. */
  readonly onDrawn: (drawn: Pick<Drawn, 'warnings' | 'meta'>) => void;
}

/**
 * Draws on the operator's drawing server. The answer is at most 1536 pixels wide and is enlarged to the region; it takes the tones of the image and
 * joins it by its gradients. `fill` throws DRAW_REFUSED and DRAW_FAILED.
 */
export const serverPainter = ({ ask, folder, prompt, progress, onDrawn }: ServerPainterOptions): Painter => ({
  engine: 'server',
  fill: async region => {
    const frame = nearestFrame(region);
    const place = placeIn(frame, region);
    const known = findKnown(region);
    const shown = mapBox(known, region, place);
    const [file, mask] = [join(folder, 'start.png'), join(folder, 'mask.png')];
    await writeStart(region, known, shown, frame, file);
    await writeMask(shown, frame, mask);
    const words = [prompt, asContinuation].filter(Boolean).join(', ');
    const question = { server: 'draw', prompt: words, negativePrompt: notWanted, ...frame, count: 1 } as const;
    const asked = { ...question, seed: randomInt(seeds), strength, file, mask };
    const { files, warnings, meta } = await drawOnServer(ask, asked, { folder, progress, isScaled: true });
    onDrawn({ warnings, meta });
    const { path, width, height } = files[0]!;
    if (Math.abs(Math.log((width * frame.height) / (height * frame.width))) > ratioError)
      throw drawFailed(new Error(`the drawing server answered ${width} x ${height} instead of another shape`));
    const whole = openDrawing(path).flatten({ background: '#ffffff' });
    const framed = await readPixels(whole.resize(frame.width, frame.height, { fit: 'fill' }), 3);
    const drawn = fromPixels({ ...framed, channels: 3 }).extract(place);
    const pixels = await readPixels(drawn.resize(region.width, region.height, { fit: 'fill' }), 3);
    matchTones(region, pixels.data);
    blendIn(region, pixels);
  },
});
