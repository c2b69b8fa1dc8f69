// Converts a clip: probes it, copies or encodes its tracks, and extracts a poster frame of the result.
import { join } from 'node:path';
import type { ConvertOptions } from 'contract/clip/convert-options.ts';
import { needsMoreBits } from 'contract/clip/expect-bytes.ts';
import { soundTreatment } from 'contract/clip/plan.ts';
import { partOf, type Run, type Runs } from 'contract/run.ts';
import { listWarnings } from 'contract/warnings.ts';
import { nameSaved } from 'engines/save-picture.ts';
import { type Converted, convertClip } from 'engines/video/convert-clip.ts';
import { probeClip } from 'engines/video/probe-clip.ts';
import { writePoster } from 'engines/video/write-poster.ts';
import { writeProxy } from 'engines/video/write-proxy.ts';
import type { ViewOptions, videoConverter } from './contract.ts';

const openedPercent = 2;
const writtenPercent = 96;

/** Animations and uncompressed sound may be larger than the input, so their sizes are not compared. */
const isCompared = (format: ConvertOptions['format']) => format !== 'gif' && format !== 'wav';
/** Less growth gives no warning: containers differ slightly, even around the same streams. */
const noticeable = { factor: 1.05, bytes: 8192 };

function findGrowth({ bytes, plan }: Converted, facts: { readonly bytes: number }, { format }: ConvertOptions) {
  const hasGrown = isCompared(format) && bytes > facts.bytes * noticeable.factor + noticeable.bytes;
  return listWarnings({
    'bigger-than-input': hasGrown,
    'codec-needs-more': hasGrown && needsMoreBits(plan, format),
  });
}

const convert: Run<ConvertOptions> = async ({ options, inputs, folder, progress }) => {
  progress(0, 'reading');
  const input = inputs.videoUrl!;
  const { path, type, bytes } = input;
  const facts = { type, bytes, ...(await probeClip(input)) };
  const onProgress = partOf(progress, openedPercent, writtenPercent, 'working');
  const made = await convertClip({ file: { path, type }, facts, wish: options, folder, name: 'converted', onProgress });
  progress(writtenPercent, 'writing');
  const { format } = options;
  const poster = join(folder, 'poster.jpg');
  const hasPoster = format !== 'gif' && (await writePoster({ path: made.path, type: format }, made.facts, poster));
  const { width, height, seconds } = made.facts;
  progress(100, 'writing');
  return {
    files: [
      {
        path: made.path,
        name: nameSaved(input.name, format),
        type: format,
        ...(width && height && { width, height }),
        ...(seconds !== undefined && { durationSeconds: seconds }),
        ...(hasPoster && { previewPath: poster }),
      },
    ],
    meta: {
      ...(isCompared(format) && { inputBytes: bytes }),
      outputBytes: made.bytes,
      video: made.plan.video?.does ?? 'none',
      sound: soundTreatment(made.plan),
      leftOut: made.plan.losses,
      warnings: [...made.warnings, ...findGrowth(made, facts, options)],
    },
  };
};

const view: Run<ViewOptions> = async ({ inputs, folder, progress }) => {
  progress(0, 'reading');
  const input = inputs.videoUrl!;
  const { path, type, bytes } = input;
  const facts = { type, bytes, ...(await probeClip(input)) };
  const onProgress = partOf(progress, openedPercent, writtenPercent, 'working');
  const made = await writeProxy({ file: { path, type }, facts, folder, onProgress });
  const { width, height, seconds } = made.facts;
  progress(100, 'writing');
  return {
    files: [
      {
        path: made.path,
        name: nameSaved(input.name, made.type),
        type: made.type,
        ...(width && height && { width, height }),
        ...(seconds !== undefined && { durationSeconds: seconds }),
      },
    ],
    meta: { isWhole: made.isWhole },
  };
};

export const runs: Runs<typeof videoConverter> = { convert, view };
