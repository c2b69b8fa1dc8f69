// Separates a clip into its sound and a silent video, each copied if possible.
import { join } from 'node:path';
import type { ClipFormat } from 'contract/clip/formats.ts';
import { partOf, type Run, type Runs } from 'contract/run.ts';
import { nameSaved } from 'engines/save-picture.ts';
import { type Converted, convertClip, requirePlan } from 'engines/video/convert-clip.ts';
import { probeClip } from 'engines/video/probe-clip.ts';
import { writePoster } from 'engines/video/write-poster.ts';
import type { SeparateOptions, separate } from './contract.ts';
import { wishParts } from './plan-parts.ts';

const soundEnd = 25;
const clipEnd = 96;

const fileOf = ({ path, facts }: Converted, inputName: string, type: ClipFormat, suffix: string) => ({
  path,
  type,
  name: nameSaved(inputName, type, suffix),
  ...(facts.width && facts.height && { width: facts.width, height: facts.height }),
  ...(facts.seconds !== undefined && { durationSeconds: facts.seconds }),
});

const run: Run<SeparateOptions> = async ({ options, inputs, folder, progress }) => {
  progress(0, 'reading');
  const input = inputs.videoUrl!;
  const { path, type, bytes, name } = input;
  const facts = { type, bytes, ...(await probeClip(input)) };
  const wishes = wishParts(facts, options);
  // Refuses either before the first is made.
  for (const wish of [wishes.sound, wishes.clip]) requirePlan(facts, wish);
  const shared = { file: { path, type }, facts, folder };
  const soundProgress = partOf(progress, 2, soundEnd, 'working');
  const sound = await convertClip({ ...shared, wish: wishes.sound, name: 'sound', onProgress: soundProgress });
  const clipProgress = partOf(progress, soundEnd, clipEnd, 'working');
  const clip = await convertClip({ ...shared, wish: wishes.clip, name: 'clip', onProgress: clipProgress });
  progress(clipEnd, 'writing');
  const poster = join(folder, 'poster.jpg');
  const hasPoster = await writePoster({ path: clip.path, type: wishes.clip.format }, clip.facts, poster);
  progress(100, 'writing');
  return {
    files: [
      { ...fileOf(clip, name, wishes.clip.format, '-silent'), ...(hasPoster && { previewPath: poster }) },
      fileOf(sound, name, wishes.sound.format, ''),
    ],
    meta: {
      video: clip.plan.video?.does ?? 'none',
      sound: sound.plan.sound?.does ?? 'none',
      warnings: [...new Set([...clip.warnings, ...sound.warnings])],
    },
  };
};

export const runs: Runs<typeof separate> = { separate: run };
