// Text from speech in a real browser: recognised, played line by line, edited, searched, saved, kept over a reload, and cancelled.
import { readFileSync } from 'node:fs';
import { warningWords } from 'contract/warnings.ts';
import { fill } from 'contract/words.ts';
import { speak, whyNoSpeech } from '../engines/speech/test-speech.ts';
import { words } from '../tools/video-to-text/words.ts';
import { findFaults } from './axe.ts';
import { drawClip, momentOf, openClipFolder } from './clips.ts';
import { saveBy } from './hands.ts';
import { expect, phasesOf, pick, test } from './product.ts';

test.skip(whyNoSpeech !== undefined, whyNoSpeech);

const route = '/editor/videoToText';
const folder = openClipFolder();

const speakClip = (name: string, sentences: readonly string[]) =>
  drawClip({ folder, name, picture: 'testsrc2=s=320x240:r=10:d=4', sound: speak(sentences) });

test('speech becomes lines that can be played, edited, searched and saved', { tag: '@desk' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = words[language];
  await product.open(route);
  await pick(page, [speakClip('talk.mp4', ['good morning everyone and welcome', 'how are you feeling today'])]);
  await page.getByText(t.en, { exact: true }).click();
  await page.getByRole('button', { name: t.runOne, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const pane = page.getByRole('region', { name: t.textPane });
  await expect(pane.getByRole('listitem')).toHaveCount(2);
  expect(await findFaults(page)).toEqual([]);

  // With the start time of each line, as in notes and descriptions of clips.
  if (!hasTouch) {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: t.copyTimes }).click();
    await page.getByRole('button', { name: t.copy, exact: true }).click();
    await expect(page.getByRole('button', { name: t.copied, exact: true })).toBeVisible();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toMatch(/^\[0:0\d\] .+\n\[0:0\d\] .+$/);
  }
  // The forecast from before the upload is not shown again.
  await expect(page.getByText(t.looking)).toHaveCount(0);

  // A click plays from there, by mouse and by touch.
  const player = page.locator('video');
  await pane.locator('[data-line="1"] p').click();
  await expect.poll(() => momentOf(player)).toBeGreaterThan(4);
  await expect(pane.locator('[data-line="1"]')).toHaveAttribute('aria-current', 'true');

  // The edited text is the one that is saved.
  await pane.locator('[data-line="0"]').hover();
  await pane.locator('[data-line="0"]').getByRole('button', { name: t.edit }).click();
  await page.getByRole('textbox', { name: t.editing }).fill('Welcome to the library');
  await page.keyboard.press('Enter');
  await expect(pane.locator('[data-line="0"]')).toContainText('Welcome to the library');
  const download = await saveBy(page, fill(t.download, { kind: 'SRT' }));
  expect(download.suggestedFilename()).toBe('talk.srt');
  expect(readFileSync((await download.path())!, 'utf8')).toMatch(/^1\n00:00:0.*\nWelcome to the library\n/);

  await page.getByRole('searchbox', { name: t.search }).fill('LIBRARY');
  await expect(page.getByText('1/1', { exact: true })).toBeVisible();
  await expect(pane.locator('mark')).toHaveText('library');

  await page.reload();
  await expect(pane.locator('[data-line="0"]')).toContainText('Welcome to the library');

  // The text is passed on together with the clip.
  await page.getByRole('button', { name: t.asSubtitles }).click();
  await expect(page).toHaveURL(/markVideo/);
  await expect(page.getByText('Welcome to the library').first()).toBeVisible();
  expect(product.complaints).toEqual([]);
});

test('the page says that music has no words', { tag: '@desk' }, async ({ page, product, language }) => {
  const t = words[language];
  await product.open(route);
  await pick(page, [drawClip({ folder, name: 'tone.mp4', seconds: 3 })]);
  await page.getByRole('button', { name: t.runOne, exact: true }).click();
  await expect(page.getByText(warningWords('no-speech', language).remedy!)).toBeVisible();
});
