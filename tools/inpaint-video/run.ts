// Removes marks from a clip: in given areas, or found by itself.
import { join } from 'node:path';
import { soundTreatment } from 'contract/clip/plan.ts';
import { AppError } from 'contract/errors.ts';
import { type PartProgress, partOf, type Run, type RunContext, type Runs } from 'contract/run.ts';
import { type ClipSource, openSource } from 'engines/clip-marks/clip-source.ts';
import { findSubtitles, type SubtitleBand, type SubtitleLine, usualBands } from 'engines/clip-marks/find-subtitles.ts';
import { refineTimes } from 'engines/clip-marks/learn-areas.ts';
import type { MarkedArea } from 'engines/clip-marks/marked-areas.ts';
import { type Removed, removeMarks } from 'engines/clip-marks/remove-marks.ts';
import { isSure, searchMarks } from 'engines/clip-marks/search/search-marks.ts';
import { openPicture, refuseDamage } from 'engines/image.ts';
import { boxMask, cutBox } from 'engines/same-mark/mask-boxes.ts';
import { nameSaved } from 'engines/save-picture.ts';
import { probeClip } from 'engines/video/probe-clip.ts';
import { writePoster } from 'engines/video/write-poster.ts';
import type { FindOptions, inpaintVideo, RemoveOptions } from './contract.ts';
import { previewSeconds, previewStart } from './preview.ts';

const openedPercent = 2;
const foundPercent = 22;
const readPercent = 45;
const writtenPercent = 96;
/** Grey level of a painted mask from which a pixel is marked. */
const halfWhite = 128;
/** Seconds around a preview in which subtitles are searched, so that lines that start before it or end after it are complete. */
const previewAround = 5;
/** Maximum number of boxes for one painted mask, so that distant parts do not form one large patch. */
const maxPlaces = 6;

type Context = RunContext<unknown>;

async function open({ inputs, folder, progress }: Context): Promise<ClipSource> {
  progress(0, 'reading');
  const { path, type, bytes } = inputs.videoUrl!;
  const facts = { type, bytes, ...(await probeClip({ path, type })) };
  return openSource({ path, type }, facts, folder);
}

/** Stretches the painted mask to the frame and splits it into one area per painted region. */
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
  return boxMask(mask, width, height, maxPlaces).map(box => ({
    ...times,
    box,
    painted: cutBox(mask, width, box, 1),
  }));
}

type Previewed = { readonly previewAt?: number | undefined };

/** Returns the part of a preview in seconds; undefined for the whole clip. */
function partFor({ previewAt }: Previewed, { seconds }: ClipSource) {
  if (previewAt === undefined) return undefined;
  return {
    start: previewStart(previewAt, seconds),
    taken: Math.min(previewSeconds, seconds),
  };
}

interface Found {
  readonly areas?: readonly MarkedArea[];
  readonly subtitles?: readonly SubtitleLine[];
}

async function finish(
  { inputs, folder, progress }: Context,
  source: ClipSource,
  { areas = [], subtitles }: Found,
  options: Previewed,
  onProgress: PartProgress,
) {
  const part = partFor(options, source);
  const removed = await removeMarks({ source, areas, subtitles, name: 'clean', part, onProgress });
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
    // A number, because a locked result hides the list of marks.
    meta: {
      marks,
      restored: marks.filter(({ how }) => how === 'restored').length,
      sound: soundTreatment(plan),
      leftOut: plan.losses,
      warnings,
    },
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
  return finish(context, source, { areas: [...boxes, ...painted] }, options, onProgress);
};

interface Drawn {
  readonly box: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly start: number;
  readonly end: number;
}

/** The drawn areas within the frame and the duration of the clip. Throws MASK_EMPTY if there is none. */
function keepInside(list: FindOptions['list'], { format: { width, height }, seconds }: ClipSource): Drawn[] {
  const inside = list
    .map(({ start = 0, end = seconds, ...box }) => ({ box, start, end: Math.min(end, seconds) }))
    .filter(
      ({ box: { x, y, w, h }, start, end }) =>
        x < width && y < height && x + w > Math.max(0, x) && y + h > Math.max(0, y) && start < end,
    );
  if (inside.length === 0) throw new AppError('MASK_EMPTY');
  return inside;
}

interface Scored extends MarkedArea {
  readonly score: number;
}

/** Returns the given boxes as areas, as if drawn by hand; without any, the clip is searched. Throws MARK_NOT_FOUND or MARK_UNCLEAR. */
async function findAreas(
  source: ClipSource,
  { list }: FindOptions,
  onProgress: (fraction: number) => void,
): Promise<Scored[]> {
  if (list.length > 0) return keepInside(list, source).map(drawn => ({ ...drawn, score: 1 }));
  const { marks, isFixed, looseSeconds } = await searchMarks(source, onProgress);
  if (marks.length === 0) throw new AppError(isFixed ? 'MARK_UNCLEAR' : 'MARK_NOT_FOUND');
  return marks.map(mark => ({ ...mark, looseSeconds, isFound: true }));
}

/** Finds subtitles in the given bands, otherwise in the usual ones; for a preview, only around it. Throws MASK_EMPTY or SUBTITLES_NOT_FOUND. */
async function readSubtitles(source: ClipSource, options: FindOptions, onProgress: (fraction: number) => void) {
  const { format, seconds } = source;
  const bands: readonly SubtitleBand[] =
    options.list.length > 0
      ? keepInside(options.list, source).map(drawn => ({ ...drawn, isDrawn: true }))
      : usualBands(format);
  const shown = partFor(options, source);
  const start = Math.max(0, (shown?.start ?? 0) - previewAround);
  const part = shown && { start, taken: Math.min(seconds, shown.start + shown.taken + previewAround) - start };
  const lines = await findSubtitles(source, bands, { part, onProgress });
  const wanted = lines.filter(
    ({ start: from, end }) => !shown || (from < shown.start + shown.taken && end > shown.start),
  );
  if (wanted.length === 0) throw new AppError('SUBTITLES_NOT_FOUND');
  return lines;
}

async function removeSubtitles(context: RunContext<FindOptions>) {
  const { options, progress } = context;
  const source = await open(context);
  const until = options.findOnly ? writtenPercent : readPercent;
  const lines = await readSubtitles(source, options, partOf(progress, openedPercent, until, 'working'));
  if (!options.findOnly) {
    const onProgress = partOf(progress, readPercent, writtenPercent, 'working');
    return finish(context, source, { subtitles: lines }, options, onProgress);
  }
  progress(100, 'writing');
  return {
    files: [],
    boxes: lines.map(({ text }) => ({ ...text, score: 1, kind: 'text' as const })),
    meta: { marks: lines.map(({ text, start, end }) => ({ ...text, start, end })), seconds: source.seconds },
  };
}

const describeUnsure = ({ box, score }: Scored) => ({ ...box, score, kind: 'mark' as const });

/** Returns the finds of a search with their times, and makes no clip. */
function describeFinds(found: readonly Scored[], { seconds }: ClipSource) {
  const marks = found.map(({ box, start = 0, end = seconds, score }) => ({
    ...box,
    start,
    end,
    isSure: isSure({ score }),
  }));
  return { files: [], boxes: found.map(describeUnsure), meta: { marks, seconds } };
}

const auto: Run<FindOptions> = async context => {
  const { options, progress } = context;
  if (options.what === 'subtitles') return removeSubtitles(context);
  const source = await open(context);
  const found = await findAreas(source, options, partOf(progress, openedPercent, foundPercent, 'working'));
  if (options.findOnly) {
    const timed = await refineTimes(source, found, partOf(progress, foundPercent, writtenPercent, 'working'));
    progress(100, 'writing');
    return describeFinds(timed, source);
  }
  const sure = found.filter(isSure);
  if (sure.length === 0) throw new AppError('MARK_UNCLEAR');
  const onProgress = partOf(progress, foundPercent, writtenPercent, 'working');
  const result = await finish(context, source, { areas: sure }, options, onProgress);
  return { ...result, boxes: [...result.boxes, ...found.filter(one => !isSure(one)).map(describeUnsure)] };
};

export const runs: Runs<typeof inpaintVideo> = { remove, auto };
