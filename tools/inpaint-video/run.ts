// Removes marks from a clip: those in marked areas, or those that it finds itself.
import { join } from 'node:path';
import { AppError } from 'contract/errors.ts';
import { type PartProgress, partOf, type Run, type RunContext, type Runs } from 'contract/run.ts';
import { type ClipSource, findClipMarks, openSource } from 'engines/clip-marks/clip-source.ts';
import { type MarkedArea, type Removed, removeMarks } from 'engines/clip-marks/remove-marks.ts';
import { openPicture, refuseDamage } from 'engines/image.ts';
import { boxMask, cutBox } from 'engines/same-mark/mask-boxes.ts';
import { nameSaved } from 'engines/save-picture.ts';
import { probeClip } from 'engines/video/probe-clip.ts';
import { writePoster } from 'engines/video/write-poster.ts';
import { type FindOptions, type inpaintVideo, previewSeconds, type RemoveOptions } from './contract.ts';

const openedPercent = 2;
const foundPercent = 22;
const writtenPercent = 96;
/** Grey level of a painted mask from which on a pixel is marked. */
const halfWhite = 128;
/** A painted mask is worked on in so many places at most, so that what lies far apart is not one large patch. */
const mostPlaces = 6;

type Context = RunContext<unknown>;

async function open({ inputs, folder, progress }: Context): Promise<ClipSource> {
  progress(0, 'reading');
  const { path, type, bytes } = inputs.videoUrl!;
  const facts = { type, bytes, ...(await probeClip({ path, type })) };
  return openSource({ path, type }, facts, folder);
}

/** The painted mask stretched over the frame, as one area for each place that was painted. */
async function readPainted(
  path: string,
  { width, height }: { readonly width: number; readonly height: number },
  times: RemoveOptions['brushTimes'][number] | undefined,
): Promise<MarkedArea[]> {
  const picture = await openPicture(path);
  const grey = await refuseDamage(picture, () =>
    picture
      .start()
      .flatten({ background: '#000000' })
      .resize(width, height, { fit: 'fill', kernel: 'nearest' })
      .toColourspace('b-w')
      .extractChannel(0)
      .raw()
      .toBuffer(),
  );
  const mask = Uint8Array.from(grey, value => (value >= halfWhite ? 1 : 0));
  return boxMask(mask, width, height, mostPlaces).map(box => ({
    ...times,
    box,
    painted: cutBox(mask, width, box, 1),
  }));
}

type Previewed = { readonly previewAt?: number | undefined };

async function finish(
  { inputs, folder, progress }: Context,
  source: ClipSource,
  areas: readonly MarkedArea[],
  { previewAt }: Previewed,
  onProgress: PartProgress,
) {
  const start = previewAt === undefined ? 0 : Math.max(0, Math.min(previewAt, source.seconds - previewSeconds));
  const part = previewAt === undefined ? undefined : { start, taken: Math.min(previewSeconds, source.seconds) };
  const removed = await removeMarks({ source, areas, name: 'clean', part, onProgress });
  progress(writtenPercent, 'writing');
  const poster = join(folder, 'poster.jpg');
  const hasPoster = await writePoster({ path: removed.path, type: 'mp4' }, removed.facts, poster);
  progress(100, 'writing');
  return describe(removed, inputs.videoUrl!.name, hasPoster ? poster : undefined);
}

function describe({ path, facts, marks, plan, warnings }: Removed, inputName: string, previewPath: string | undefined) {
  const { width, height, seconds } = facts;
  return {
    files: [
      {
        path,
        name: nameSaved(inputName, 'mp4', '-clean'),
        type: 'mp4' as const,
        ...(width && height && { width, height }),
        ...(seconds !== undefined && { durationSeconds: seconds }),
        ...(previewPath !== undefined && { previewPath }),
      },
    ],
    boxes: marks.map(({ x, y, w, h }) => ({ x, y, w, h, score: 1, kind: 'mark' })),
    meta: { marks, sound: plan.sound?.does ?? 'none', warnings },
  };
}

const remove: Run<RemoveOptions> = async context => {
  const { options, lists, progress } = context;
  if (options.list.length === 0 && (lists.brushUrls ?? []).length === 0) throw new AppError('MASK_EMPTY');
  const source = await open(context);
  const painted: MarkedArea[] = [];
  for (const [at, { path }] of (lists.brushUrls ?? []).entries())
    painted.push(...(await readPainted(path, source.format, options.brushTimes[at])));
  const boxes = options.list.map(({ start, end, ...box }): MarkedArea => ({ box, start, end }));
  const onProgress = partOf(progress, openedPercent, writtenPercent, 'working');
  return finish(context, source, [...boxes, ...painted], options, onProgress);
};

/** Boxes of a hint are searched as if drawn by hand; without one the clip is searched. */
async function findAreas(source: ClipSource, { list }: FindOptions, onProgress: (fraction: number) => void) {
  if (list.length > 0) return list.map(({ start, end, ...box }) => ({ box, start, end, score: 1 }));
  const { marks, isStill, looseSeconds } = await findClipMarks(source, onProgress);
  if (isStill) throw new AppError('MARK_UNCLEAR');
  if (marks.length === 0) throw new AppError('MARK_NOT_FOUND');
  return marks.map(({ box, start, end, score }) => ({ box, start, end, score, looseSeconds, isGuess: true }));
}

const auto: Run<FindOptions> = async context => {
  const { options, progress } = context;
  const source = await open(context);
  const onFound = partOf(progress, openedPercent, options.findOnly ? writtenPercent : foundPercent, 'working');
  const found = await findAreas(source, options, onFound);
  if (!options.findOnly) {
    const onProgress = partOf(progress, foundPercent, writtenPercent, 'working');
    return finish(context, source, found, options, onProgress);
  }
  progress(100, 'writing');
  const marks = found.map(({ box, start, end }) => ({ ...box, start: start ?? 0, end: end ?? source.seconds }));
  return {
    files: [],
    boxes: found.map(({ box, score }) => ({ ...box, score, kind: 'mark' })),
    meta: { marks, seconds: source.seconds },
  };
};

export const runs: Runs<typeof inpaintVideo> = { remove, auto };
