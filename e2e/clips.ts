// Generates clips for the journeys of one file, and reads the duration of a player.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { type ClipRecipe, makeClip } from '../engines/video/test-clips.ts';
import { test } from './product.ts';

/** Makes a folder for the clips of one file of journeys, which is removed after them. */
export function openClipFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'journey-clips-'));
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Generates a clip as `pick` accepts it. */
export function drawClip(recipe: ClipRecipe) {
  return { name: recipe.name, mimeType: 'video/mp4', buffer: readFileSync(makeClip(recipe)) };
}

/** Returns the duration of a player's clip in seconds. */
export const secondsOf = (player: Locator): Promise<number> =>
  player.evaluate(video => (video as unknown as { duration: number }).duration);

/** Moves a player to a moment, in seconds. */
export const seekTo = (player: Locator, seconds: number): Promise<void> =>
  player.evaluate((video, at) => {
    (video as unknown as { currentTime: number }).currentTime = at;
  }, seconds);

/** The moment of a player in seconds. */
export const momentOf = (player: Locator): Promise<number> =>
  player.evaluate(video => (video as unknown as { currentTime: number }).currentTime);
