// Separates a clip into its sounds, a file for each track, and a silent video, each copied if possible.

import { join } from 'node:path';
import type { ClipFormat } from 'contract/clip/formats.ts';
import { isLoss } from 'contract/clip/loss-words.ts';
import { soundTreatment } from 'contract/clip/plan.ts';
import { requirePlan } from 'contract/clip/require-plan.ts';
import { partOf, type Run, type Runs, within } from 'contract/run.ts';
import { nameSaved } from 'engines/save-picture.ts';
import { type Converted, convertClip } from 'engines/video/convert-clip.ts';
import { probeClip } from 'engines/video/probe-clip.ts';
import { writePoster } from 'engines/video/write-poster.ts';
import type { SeparateOptions, separate } from './contract.ts';
import { listLosses, wishParts } from './plan-parts.ts';

const soundEnd = 25;
const clipEnd = 96;

const fileOf = ({ path, facts }: Converted, inputName: string, type: ClipFormat, suffix: string) => ({
  path,
  type,
  name: nameSaved(inputName, type, suffix),
  ...(facts.width && facts.height && { width: facts.width, height: facts.height }),
  ...(facts.seconds !== undefined && { durationSeconds: facts.seconds }),
});

/** Tells several sounds apart: "-2-eng". */
function suffixOf(sounds: readonly Converted[], at: number): string {
  if (sounds.length === 1) return '';
  const language = sounds[at]?.plan.sounds[0]?.stream.language;
  return `-${at + 1}${language ? `-${language}` : ''}`;
}

const run: Run<SeparateOptions> = async ({ options, inputs, folder, progress }) => {
  progress(0, 'reading');
  const input = inputs.videoUrl!;
  const { path, type, bytes, name } = input;
  const facts = { type, bytes, ...(await probeClip(input)) };
  const wishes = wishParts(facts, options);
  // Refuses either before the first is made.
  for (const wish of [...wishes.sounds, wishes.clip]) requirePlan(facts, wish);
  const shared = { file: { path, type }, facts, folder };
  const soundProgress = partOf(progress, 2, soundEnd, 'working');
  const sounds: Converted[] = [];
  for (const [at, wish] of wishes.sounds.entries()) {
    const share = within(soundProgress, at / wishes.sounds.length, (at + 1) / wishes.sounds.length);
    sounds.push(await convertClip({ ...shared, wish, name: `sound-${at}`, onProgress: share }));
  }
  const clipProgress = partOf(progress, soundEnd, clipEnd, 'working');
  const clip = await convertClip({ ...shared, wish: wishes.clip, name: 'clip', onProgress: clipProgress });
  const losses = listLosses(facts, { clip: clip.plan, sounds: sounds.map(sound => sound.plan) });
  const made = [clip, ...sounds].flatMap(({ warnings }) => warnings);
  progress(clipEnd, 'writing');
  const poster = join(folder, 'poster.jpg');
  const hasPoster = await writePoster({ path: clip.path, type: wishes.clip.format }, clip.facts, poster);
  progress(100, 'writing');
  return {
    files: [
      { ...fileOf(clip, name, wishes.clip.format, '-silent'), ...(hasPoster && { previewPath: poster }) },
      ...sounds.map((sound, at) => fileOf(sound, name, options.format, suffixOf(sounds, at))),
    ],
    meta: {
      video: clip.plan.video?.does ?? 'none',
      sound: sounds.every(sound => soundTreatment(sound.plan) === 'copy') ? 'copy' : 'encode',
      leftOut: losses,
      warnings: [...new Set([...losses.map(({ what }) => what), ...made.filter(warning => !isLoss(warning))])],
    },
  };
};

export const runs: Runs<typeof separate> = { separate: run };
