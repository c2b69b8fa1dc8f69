// Draws one image: with the built-in looks, the operator's network, or the drawing server.
import { rename } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { AnimeLookId } from 'contract/anime-looks.ts';
import { drawingSides } from 'contract/drawing.ts';
import { AppError } from 'contract/errors.ts';
import { type Output, partOf, type Run, type RunContext, type Runs } from 'contract/run.ts';
import { listWarnings } from 'contract/warnings.ts';
import { redrawByNetwork } from 'engines/anime/network.ts';
import { type Drawn, drawOnServer, openDrawing } from 'engines/drawing-server.ts';
import { findFaces } from 'engines/faces/faces.ts';
import type { RawPixels } from 'engines/formats/decode-dib.ts';
import { isSeenThrough, openPicture, type Picture, readPixels, refuseDamage } from 'engines/image.ts';
import { drawAnime } from 'engines/pixels/anime/draw-anime.ts';
import type { FaceMesh } from 'engines/pixels/anime/face-map.ts';
import { cutMatte, hasSubject, paintGround, type SubjectMatte, softenGround } from 'engines/pixels/anime/ground.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { fromPixels } from 'engines/preview.ts';
import { savePicture } from 'engines/save-picture.ts';
import { flattenOverWhite } from 'engines/seen-pixels.ts';
import { chooseFrame, type DrawnFrame, placeFaces } from './choose-frame.ts';
import type { AnimeOptions, FindOptions, imageAnime } from './contract.ts';
import { findSubject, saveMatte } from './find-subject.ts';
import { packFaces } from './pack-faces.ts';

type Context = RunContext<AnimeOptions>;
type Engine = 'builtin' | 'network' | 'server';

const facesPercent = 15;
const drawnPercent = 92;
/** Long side of the copy in which faces are searched, in pixels. */
const facesSide = 1100;

/** Prompts of the looks, for a drawing server. */
const lookPrompts: Readonly<Record<AnimeLookId, string>> = {
  cel: 'clean modern anime portrait, cel shading, thin coloured lines, bright colours',
  'film-cel': '1990s anime film cel, muted palette, bold dark lines, film grain',
  shoujo: 'shoujo manga illustration, pastel colours, soft bloom, delicate lines, sparkles',
  manga: 'black and white manga, ink lines, screentone',
  comic: 'american comic book portrait, bold ink, hard shadows, halftone dots',
  poster: 'pop art poster portrait, few flat inks, screen print',
  watercolour: 'watercolour portrait on rough paper, wet washes, bare white border',
  gouache: 'gouache painting, thick visible brush strokes',
  'ink-wash': 'chinese ink wash painting, brush lines, rice paper, empty background',
  pencil: 'graphite pencil sketch, hatching, white paper',
  'colour-pencil': 'coloured pencil drawing, visible strokes, white paper',
};

async function findMeshes(picture: Picture): Promise<FaceMesh[]> {
  const scale = Math.min(1, facesSide / Math.max(picture.width, picture.height));
  const size = {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
  const small = picture.start({ paintsColour: true }).flatten({ background: '#808080' });
  const pixels = await readPixels(small.resize(size.width, size.height, { fit: 'fill' }), 3);
  const [across, down] = [picture.width / size.width, picture.height / size.height];
  return (await findFaces(pixels)).map(({ mesh }) => mesh.map(([x, y]) => [x * across, y * down] as const));
}

/** Returns the frame at the size of the drawing; four channels keep transparency. */
async function readFrame(picture: Picture, frame: DrawnFrame, channels: 3 | 4): Promise<RawPixels> {
  const { left, top, width, height, drawn } = frame;
  const cut = picture.start({ paintsColour: true }).extract({ left, top, width, height });
  return readPixels(cut.resize(drawn.width, drawn.height, { fit: 'fill' }), channels);
}

const cutSubject = (subject: SubjectMatte, { left, top, width, height, drawn }: DrawnFrame, picture: Picture) =>
  cutMatte(
    subject,
    {
      left: left / picture.width,
      top: top / picture.height,
      width: width / picture.width,
      height: height / picture.height,
    },
    drawn,
  );

function joinAlpha(pixels: Pixels, { data, channels }: RawPixels): RawPixels {
  if (channels === 3) return { ...pixels, channels };
  const out = new Uint8Array((pixels.data.length / 3) * 4);
  for (let i = 0, to = 0; to < out.length; i += 3, to += 4) {
    out.set(pixels.data.subarray(i, i + 3), to);
    out[to + 3] = data[to + 3]!;
  }
  return { ...pixels, data: out, channels };
}

function chooseEngine({ options, models, servers = [], askForPictures }: Context): Engine {
  const canAsk = servers.includes('redraw') && askForPictures !== undefined;
  const isMissing = options.modelId === 'server' ? !canAsk : options.modelId === 'network' && !models.anime;
  if (isMissing) throw new AppError('DRAW_NOT_CONFIGURED');
  if (options.modelId === 'auto') return canAsk ? 'server' : 'builtin';
  return options.modelId;
}

const mixPixels = (from: Pixels, to: Pixels, share: number): Pixels =>
  share >= 1 ? to : { ...to, data: to.data.map((value, i) => from.data[i]! + (value - from.data[i]!) * share + 0.5) };

interface Sheet {
  readonly context: Context;
  readonly frame: RawPixels;
  /** Matte of the subject if the background is replaced: 0..1 for each pixel of the frame. */
  readonly matte: Float32Array | undefined;
  readonly meshes: readonly FaceMesh[];
}

/** Milliseconds per megapixel of a drawing on an idle core. */
const msPerMegapixel = 2200;

/** Returns the pixels to draw from, with the background blurred or replaced. */
function setGround(frame: RawPixels, matte: Float32Array | undefined, { background, backgroundColour }: AnimeOptions) {
  const pixels = flattenOverWhite(frame);
  if (!matte) return pixels;
  return background === 'blur' ? softenGround(pixels, matte) : paintGround(pixels, matte, backgroundColour);
}

async function drawHere({ context, frame, matte, meshes }: Sheet, engine: Engine): Promise<RawPixels[]> {
  const { options, models, progress } = context;
  const { styleId, strength, lineWeight, count, seed } = options;
  const pixels = setGround(frame, matte, options);
  const isPlain = matte && options.background === 'colour';
  const drawings: RawPixels[] = [];
  const usualMs = ((pixels.width * pixels.height) / 1e6) * msPerMegapixel;
  for (let index = 0; index < count; index++) {
    const part = partOf(progress, facesPercent, drawnPercent, 'working');
    part(index / count, { until: (index + 1) / count, usualMs, name: `${engine}-${styleId}` });
    // Lets the progress report be sent before the drawing blocks the thread.
    await new Promise(resolve => setImmediate(resolve));
    const drawn =
      engine === 'network' && models.anime
        ? mixPixels(pixels, await redrawByNetwork(pixels, models.anime), strength)
        : drawAnime(pixels, meshes, { look: styleId, strength, line: lineWeight, seed: seed + index });
    // Paper and brush strokes belong to the look, but a requested background colour must be exact.
    if (isPlain) drawings.push({ ...paintGround(drawn, matte, options.backgroundColour), channels: 3 });
    else drawings.push(joinAlpha(drawn, frame));
  }
  return drawings;
}

/** Returns a size that drawing servers accept, with about the frame's ratio. */
function serverSize({ width, height }: RawPixels): { width: number; height: number } {
  const scale = Math.min(
    drawingSides.max / Math.max(width, height),
    Math.max(1, drawingSides.min / Math.min(width, height)),
  );
  const fit = (side: number) =>
    Math.min(drawingSides.max, Math.max(drawingSides.min, Math.round((side * scale) / 64) * 64));
  return { width: fit(width), height: fit(height) };
}

/** Maximum strength sent to a server: enough to redraw the photograph, too little to lose the likeness. */
const maxChange = 0.65;

/** The drawings, and what the result says about the request for them. */
interface Drawings extends Pick<Drawn, 'warnings' | 'meta'> {
  readonly drawings: readonly RawPixels[];
}

/** Returns the drawings of the server at the size of the frame, with its transparency. */
async function drawOnModel({ context, frame, matte }: Sheet): Promise<Drawings> {
  const { options, folder, progress, askForPictures } = context;
  const { styleId, prompt, negativePrompt, count, seed, strength } = options;
  const size = serverSize(frame);
  const file = join(folder, 'start.png');
  await fromPixels({ ...setGround(frame, matte, options), channels: 3 })
    .resize(size.width, size.height, { fit: 'fill' })
    .png()
    .toFile(file);
  const words = [lookPrompts[styleId], prompt].filter(Boolean).join(', ');
  const question = { server: 'draw' as const, prompt: words, negativePrompt, ...size, count, seed, file };
  const report = partOf(progress, facesPercent, drawnPercent, 'working');
  const asked = { ...question, strength: strength * maxChange };
  const { files, warnings, meta } = await drawOnServer(askForPictures!, asked, {
    folder,
    progress: report,
    isScaled: true,
  });
  const isOpaque = matte && options.background === 'colour';
  const drawings: RawPixels[] = [];
  for (const { path } of files) {
    const sized = openDrawing(path)
      .resize(frame.width, frame.height, { fit: 'fill' })
      .flatten({ background: '#ffffff' });
    const drawn = await readPixels(sized, 3);
    drawings.push(isOpaque ? drawn : joinAlpha(drawn, frame));
  }
  return { drawings, warnings, meta };
}

async function save(context: Context, picture: Picture, drawings: readonly RawPixels[]): Promise<Output> {
  const { options, folder, inputs } = context;
  const files: Output['files'][number][] = [];
  let inputPreviewPath: string | undefined;
  for (const [index, pixels] of drawings.entries()) {
    const suffix = `-${options.styleId}${drawings.length > 1 ? `-${index + 1}` : ''}`;
    // A drawing is not a photograph, so the camera's metadata is dropped.
    const wishes = { format: options.format, keeps: false };
    const inputName = inputs.image_url!.name;
    const saved = await savePicture({ picture, inputName, pixels, folder, wishes, suffix });
    // The next drawing is saved to the same path.
    for (const file of saved.files) {
      const path = join(folder, `drawing-${index}${extname(file.path)}`);
      await rename(file.path, path);
      files.push({ ...file, path });
    }
    inputPreviewPath ??= saved.inputPreviewPath;
  }
  return { files, ...(inputPreviewPath && { inputPreviewPath }) };
}

const draw: Run<AnimeOptions> = async context => {
  const { options, inputs, progress } = context;
  const engine = chooseEngine(context);
  progress(0, 'reading');
  const picture = await openPicture(inputs.image_url!.path);
  return refuseDamage(picture, async () => {
    const found = await findMeshes(picture);
    const frame = chooseFrame(picture, found, options);
    const channels = (await isSeenThrough(picture)) ? 4 : 3;
    const pixels = await readFrame(picture, frame, channels);
    const subject = options.background === 'keep' ? undefined : await findSubject(picture);
    const isFound = subject !== undefined && hasSubject(subject);
    const matte = isFound ? cutSubject(subject, frame, picture) : undefined;
    const sheet = { context, frame: pixels, matte, meshes: placeFaces(found, frame) };
    const { drawings, ...told } =
      engine === 'server'
        ? await drawOnModel(sheet)
        : { drawings: await drawHere(sheet, engine), warnings: [], meta: {} };
    progress(drawnPercent, 'writing');
    const saved = await save(context, picture, drawings);
    progress(100, 'writing');
    // A background colour also covers what is transparent.
    const isOpaque = matte && options.background === 'colour';
    const isCropped = options.crop === 'head';
    const ours = listWarnings({
      'no-face': found.length === 0 && engine === 'builtin' && !isCropped,
      'no-subject': subject !== undefined && !isFound,
      'no-face-crop': found.length === 0 && isCropped,
      'first-frame-only': picture.frames > 1 || picture.pages > 1,
      'transparency-flattened': channels === 4 && !isOpaque && saved.files[0]?.type === 'jpg',
    });
    // A drawing server receives one seed for all of them.
    const seeds = engine === 'server' ? [options.seed] : drawings.map((_, index) => options.seed + index);
    const isWhole = [frame, frame.drawn].every(
      ({ width, height }) => width === picture.width && height === picture.height,
    );
    return {
      ...saved,
      meta: {
        engine,
        styleId: options.styleId,
        faces: found.length,
        seeds,
        warnings: [...ours, ...told.warnings],
        ...told.meta,
      },
      hasNoEffect: engine !== 'server' && options.strength === 0 && !matte && isWhole,
    };
  });
};

const find: Run<FindOptions> = async ({ options, inputs, folder, progress }) => {
  progress(0, 'reading');
  const picture = await openPicture(inputs.image_url!.path);
  return refuseDamage(picture, async () => {
    const faces = packFaces(await findMeshes(picture), picture);
    const files = options.matte ? [await saveMatte(await findSubject(picture), join(folder, 'matte.png'))] : [];
    progress(100, 'working');
    return { files, meta: { faces } };
  });
};

export const runs: Runs<typeof imageAnime> = { draw, find };
