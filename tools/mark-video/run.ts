// Draws a watermark and subtitles on a clip, or adds a subtitle track; and renders each alone for the page that places them.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requirePlan } from 'contract/clip/require-plan.ts';
import { isTextTrack } from 'contract/clip/tracks.ts';
import { AppError } from 'contract/errors.ts';
import type { TextOptions } from 'contract/mark/options.ts';
import type { Size } from 'contract/mark/place.ts';
import { type InputFile, type Output, partOf, type Run, type RunContext, type Runs } from 'contract/run.ts';
import { cleanCue } from 'contract/subtitles/clean.ts';
import { type Cue, joinLanguages, keepWithin } from 'contract/subtitles/cues.ts';
import { detectLanguage } from 'contract/subtitles/detect-language.ts';
import { readLanguageTag, unknownLanguage } from 'contract/subtitles/languages.ts';
import { readSubtitles } from 'contract/subtitles/read.ts';
import { writeSrt, writeTxt, writeVtt } from 'contract/subtitles/write.ts';
import { listWarnings, type WarningCode } from 'contract/warnings.ts';
import { drawCues, listMissing } from 'engines/draw-mark/draw-cues.ts';
import { textLook } from 'engines/draw-mark/make-mark.ts';
import { layText, writeInk } from 'engines/draw-mark/text.ts';
import { writeReel } from 'engines/draw-mark/write-reel.ts';
import { nameSaved } from 'engines/save-picture.ts';
import { sharp } from 'engines/sharp.ts';
import { markClip } from 'engines/video/mark-clip.ts';
import type { Overlay } from 'engines/video/overlay-arguments.ts';
import { probeClip } from 'engines/video/probe-clip.ts';
import { extractTrack } from 'engines/video/shift-subtitles.ts';
import { writePoster } from 'engines/video/write-poster.ts';
import {
  type CueOptions,
  detectedLanguage,
  type MarkVideoOptions,
  type markVideo,
  type ReadOptions,
  requireWork,
} from './contract.ts';
import { overlayMark } from './overlay-mark.ts';

/** Progress at the end of each part of a run, in percent. */
const percents = { opened: 2, drawn: 15, written: 96 };

interface Subtitles {
  readonly cues: readonly Cue[];
  readonly isCut: boolean;
}

/** Returns the cues of a call, in one or two languages. Throws SUBTITLES_EMPTY. */
async function readTracks({ inputs }: RunContext<MarkVideoOptions>): Promise<Subtitles | undefined> {
  const { subtitleUrl, secondSubtitleUrl } = inputs;
  if (!subtitleUrl) return undefined;
  const read = async (file: InputFile) => readSubtitles(await readFile(file.path));
  const first = await read(subtitleUrl);
  const second = secondSubtitleUrl && (await read(secondSubtitleUrl));
  const cues = second ? joinLanguages(first.cues, second.cues) : first.cues;
  if (cues.length === 0) throw new AppError('SUBTITLES_EMPTY');
  return { cues, isCut: first.isCut || second?.isCut === true };
}

/** The language of the track as a tag. */
const languageOf = (cues: readonly Cue[], { subtitleLanguage }: MarkVideoOptions): string =>
  subtitleLanguage === detectedLanguage ? detectLanguage(cues) : (readLanguageTag(subtitleLanguage) ?? unknownLanguage);

const writers = { srt: writeSrt, vtt: writeVtt, txt: writeTxt } as const;

/** Writes the requested subtitle files. */
async function writeBeside(
  cues: readonly Cue[],
  { options, inputs, folder }: RunContext<MarkVideoOptions>,
): Promise<Output['files']> {
  const files: Output['files'][number][] = [];
  for (const type of new Set(options.subtitleFiles)) {
    const path = join(folder, `subtitles.${type}`);
    await writeFile(path, writers[type](cues));
    files.push({ path, name: nameSaved(inputs.videoUrl!.name, type), type });
  }
  return files;
}

const mark: Run<MarkVideoOptions> = async context => {
  const { options, inputs, folder, progress } = context;
  const input = inputs.videoUrl!;
  const hasMark = inputs.markUrl !== undefined || (options.markContent ?? '').trim() !== '';
  requireWork({ options, files: inputs });
  const subtitles = await readTracks(context);
  progress(0, 'reading');
  const { path, type, bytes } = input;
  const file = { path, type };
  const probed = await probeClip(input);
  const facts = { type, bytes, ...probed };
  const { format, quality, subtitleMode } = options;
  const plan = requirePlan(facts, { format, quality, mute: false, speed: 1 });
  const frame: Size & { readonly seconds: number } = { ...plan.size!, seconds: plan.seconds };
  progress(percents.opened, 'working');
  const overlays: Overlay[] = [];
  const warnings: WarningCode[] = listWarnings({ 'subtitles-cut': subtitles?.isCut });
  if (hasMark) {
    const made = await overlayMark({ file, facts: probed, frame, options, markFile: inputs.markUrl, folder });
    if (made.overlay && options.opacity > 0) overlays.push(made.overlay);
    warnings.push(...made.warnings);
  }
  const isBurnt = subtitles !== undefined && subtitleMode === 'burn';
  if (isBurnt) {
    const onProgress = partOf(progress, percents.opened, percents.drawn, 'working');
    const reel = await writeReel(subtitles.cues, options.subtitleStyle, frame, { folder, onProgress });
    if (reel)
      overlays.push({
        source: { kind: 'list', path: reel.listPath },
        x: String(reel.corner.x),
        y: String(reel.corner.y),
      });
    else warnings.push('subtitles-outside');
    if ((await listMissing(subtitles.cues, options.subtitleStyle)).length > 0) warnings.push('signs-missing');
  }
  let track: Parameters<typeof markClip>[0]['track'];
  if (subtitles && !isBurnt) {
    const cues = keepWithin(subtitles.cues, plan.seconds);
    if (cues.length > 0) {
      track = { path: join(folder, 'track.srt'), language: languageOf(cues, options) };
      await writeFile(track.path, writeSrt(cues));
    } else warnings.push('subtitles-outside');
  }
  const from = isBurnt ? percents.drawn : percents.opened;
  const onProgress = partOf(progress, from, percents.written, 'working');
  const made = await markClip({ file, facts, folder, name: 'marked', format, quality, overlays, track, onProgress });
  progress(percents.written, 'writing');
  const poster = join(folder, 'poster.jpg');
  const hasPoster = await writePoster({ path: made.path, type: format }, made.facts, poster);
  const { width, height, seconds } = made.facts;
  const beside = subtitles ? await writeBeside(subtitles.cues, context) : [];
  progress(100, 'writing');
  return {
    files: [
      {
        path: made.path,
        name: nameSaved(input.name, format, hasMark ? '-watermarked' : '-subtitled'),
        type: format,
        ...(width && height && { width, height }),
        ...(seconds !== undefined && { durationSeconds: seconds }),
        ...(hasPoster && { previewPath: poster }),
      },
      ...beside,
    ],
    ...(subtitles && { segments: subtitles.cues.map(({ start, end, text }) => ({ start, end, text })) }),
    meta: {
      outputBytes: made.bytes,
      leftOut: made.plan.losses,
      warnings: [...new Set([...warnings, ...made.warnings])],
    },
    hasNoEffect: overlays.length === 0 && !track && beside.length === 0,
  };
};

const inkText: Run<TextOptions> = async ({ options, folder, progress }) => {
  progress(0, 'working');
  const laid = await layText(textLook(options));
  const path = join(folder, 'text.png');
  await writeInk(laid, path);
  const { width, height } = laid.coverage;
  return {
    files: [{ path, name: 'text.png', type: 'png', width, height }],
    meta: { emPixels: laid.emPixels, missing: laid.missing },
  };
};

/** Pixels of the frame on which a preview is drawn: a page shows it hardly larger, and more would take seconds. */
const maxPreviewPixels = 1920 * 1080;

const drawCue: Run<CueOptions> = async ({ options, folder, progress }) => {
  progress(0, 'working');
  const { subtitleStyle, width, height } = options;
  const scale = Math.min(1, Math.sqrt(maxPreviewPixels / (width * height)));
  const cues = options.cues.map(({ text, second, place }) => ({
    text: cleanCue(text),
    second: cleanCue(second),
    place,
  }));
  const even = (side: number) => Math.floor((side * scale) / 2) * 2;
  const frame = { width: even(width), height: even(height) };
  const laid = await drawCues(cues, subtitleStyle, frame);
  if (!laid) throw new AppError('SUBTITLES_EMPTY');
  const path = join(folder, 'cue.png');
  const { data, ...size } = laid.sheet;
  await sharp(data, { raw: { ...size, channels: 4 } })
    .png()
    .toFile(path);
  return {
    files: [{ path, name: 'cue.png', type: 'png', ...size }],
    meta: {
      left: laid.left / scale,
      top: laid.top / scale,
      scale,
      missing: await listMissing(cues, subtitleStyle),
    },
  };
};

const readTrack: Run<ReadOptions> = async ({ options, inputs, folder, progress }) => {
  progress(0, 'reading');
  const { path, type, name } = inputs.videoUrl!;
  const { streams = [] } = await probeClip({ path, type });
  const stream = streams.find(({ index }) => index === options.track);
  if (!stream || !isTextTrack(stream)) throw new AppError('CLIP_TRACK_MISSING');
  const { cues, isCut } = readSubtitles(await readFile(await extractTrack({ path, type }, stream, folder)));
  if (cues.length === 0) throw new AppError('SUBTITLES_EMPTY');
  const files = await Promise.all(
    (['srt', 'vtt'] as const).map(async format => {
      const written = join(folder, `track.${format}`);
      await writeFile(written, writers[format](cues));
      return { path: written, name: nameSaved(name, format), type: format };
    }),
  );
  progress(100, 'writing');
  return {
    files,
    segments: cues.map(({ start, end, text }) => ({ start, end, text })),
    meta: { language: stream.language ?? null, warnings: listWarnings({ 'subtitles-cut': isCut }) },
  };
};

export const runs: Runs<typeof markVideo> = { mark, inkText, readTrack, drawCue };
