// Clips drawn for one file of journeys, and the length of what is played.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { type ClipRecipe, makeClip } from '../engines/video/test-clips.ts';
import { test } from './product.ts';

/** A folder for the clips of one file of journeys, removed after them. */
export function openClipFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'journey-clips-'));
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A clip as `pick` takes it. */
export function drawClip(recipe: ClipRecipe) {
  return { name: recipe.name, mimeType: 'video/mp4', buffer: readFileSync(makeClip(recipe)) };
}

/** Seconds that a player says its clip lasts. */
export const secondsOf = (player: Locator): Promise<number> =>
  player.evaluate(video => (video as unknown as { duration: number }).duration);
