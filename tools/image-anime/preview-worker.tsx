// A worker that draws previews, so that the page stays responsive.
import { drawAnime } from 'engines/pixels/anime/draw-anime.ts';
import { cutMatte, hasSubject, paintGround, type SubjectMatte, softenGround } from 'engines/pixels/anime/ground.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { chooseFrame, placeFaces } from './choose-frame.ts';
import type { AnimeOptions } from './contract.ts';
import { type PackedFaces, unpackFaces } from './pack-faces.ts';

export interface PreviewJob {
  readonly file: Blob;
  readonly faces: PackedFaces;
  /** White on the subject of the whole picture; absent if the background is kept. */
  readonly matte?: Blob;
  readonly options: Pick<
    AnimeOptions,
    'styleId' | 'strength' | 'lineWeight' | 'crop' | 'background' | 'backgroundColour'
  >;
}

/** `blob` is absent if this browser cannot read the file or ran out of memory. */
export interface PreviewDone {
  readonly blob?: Blob;
}

/** Maximum pixels of a preview: about one screen, and a second of work. */
const maxPixels = 480_000;

async function readMatte(file: Blob): Promise<SubjectMatte> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, width, height);
  return { data: Uint8Array.from({ length: width * height }, (_, pixel) => data[pixel * 4]!), width, height };
}

async function draw({ file, faces, matte: matteFile, options }: PreviewJob): Promise<Blob> {
  const subject = matteFile && (await readMatte(matteFile));
  const bitmap = await createImageBitmap(file);
  const whole = { width: bitmap.width, height: bitmap.height };
  const meshes = unpackFaces(faces, bitmap);
  const frame = chooseFrame(bitmap, meshes, options);
  const scale = Math.min(1, Math.sqrt(maxPixels / (frame.drawn.width * frame.drawn.height)));
  const drawn = {
    width: Math.max(1, Math.round(frame.drawn.width * scale)),
    height: Math.max(1, Math.round(frame.drawn.height * scale)),
  };
  const canvas = new OffscreenCanvas(drawn.width, drawn.height);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, drawn.width, drawn.height);
  context.drawImage(bitmap, frame.left, frame.top, frame.width, frame.height, 0, 0, drawn.width, drawn.height);
  bitmap.close();
  const image = context.getImageData(0, 0, drawn.width, drawn.height);
  const data = new Uint8Array(drawn.width * drawn.height * 3);
  for (let i = 0, from = 0; i < data.length; i += 3, from += 4) {
    data[i] = image.data[from]!;
    data[i + 1] = image.data[from + 1]!;
    data[i + 2] = image.data[from + 2]!;
  }
  const photo = { data, ...drawn };
  const part = {
    left: frame.left / whole.width,
    top: frame.top / whole.height,
    width: frame.width / whole.width,
    height: frame.height / whole.height,
  };
  const matte = subject && hasSubject(subject) ? cutMatte(subject, part, drawn) : undefined;
  const isColour = options.background === 'colour';
  const set = (pixels: Pixels) => (matte && isColour ? paintGround(pixels, matte, options.backgroundColour) : pixels);
  const before = matte && !isColour ? softenGround(photo, matte) : set(photo);
  const painted = drawAnime(before, placeFaces(meshes, { ...frame, drawn }), {
    look: options.styleId,
    strength: options.strength,
    line: options.lineWeight,
    seed: 0,
  });
  const result = set(painted);
  for (let i = 0, to = 0; i < data.length; i += 3, to += 4) {
    image.data[to] = result.data[i]!;
    image.data[to + 1] = result.data[i + 1]!;
    image.data[to + 2] = result.data[i + 2]!;
  }
  context.putImageData(image, 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}

globalThis.addEventListener('message', async ({ data }: MessageEvent<PreviewJob>) => {
  let done: PreviewDone = {};
  try {
    done = { blob: await draw(data) };
  } catch (error) {
    // The page waits for an answer, and a rejection would not reach it.
    if (!(error instanceof DOMException || error instanceof RangeError || error instanceof TypeError))
      reportError(error);
  }
  globalThis.postMessage(done);
});
