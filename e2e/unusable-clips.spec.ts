// Clips that a tool cannot process, in a real browser: the page says why before a run, and promises nothing.
import { fill } from 'contract/words.ts';
import { h264, whyNoClips } from '../engines/video/test-clips.ts';
import { words as gifWords } from '../tools/gif/words.ts';
import { screenWords as removeWords } from '../tools/inpaint-video/screen-words.ts';
import { words as markWords } from '../tools/mark-video/words.ts';
import { clipWords } from '../ui/clip/words.ts';
import { drawClip, openClipFolder } from './clips.ts';
import { expect, pick, test } from './product.ts';

test.skip(whyNoClips !== undefined, whyNoClips);

const folder = openClipFolder();
const aac = ['-c:a', 'aac'];

test('a file with sound alone', { tag: '@phone' }, async ({ page, product, language }) => {
  const file = drawClip({ folder, name: 'voice.mp4', picture: null, seconds: 2, args: aac });
  for (const [route, { noPicture }] of [
    ['markVideo', markWords[language]],
    ['inpaintVideo', removeWords[language]],
    ['gif', gifWords[language]],
  ] as const) {
    await product.open(`/editor/${route}`);
    await pick(page, [file]);
    await expect(page.locator('[data-stage]').getByText(clipWords[language].soundAlone)).toBeVisible();
    await expect(page.getByText(noPicture).first()).toBeVisible();
    await expect(page.locator('[data-action-bar]').getByRole('button').last()).toBeDisabled();
  }
});

test('a clip longer than tools without a trim can process', { tag: '@desk' }, async ({ page, product, language }) => {
  const seconds = 905;
  const picture = `color=0x26323f:s=64x36:r=1:d=${seconds}`;
  const file = drawClip({ folder, name: 'long.mp4', picture, sound: null, seconds, args: h264 });
  for (const [route, { tooLong }] of [
    ['markVideo', markWords[language]],
    ['inpaintVideo', removeWords[language]],
  ] as const) {
    await product.open(`/editor/${route}`);
    await pick(page, [file]);
    await expect(page.locator('[data-options]').getByText(fill(tooLong, { minutes: 15 }))).toBeVisible();
  }
});

test('a damaged clip', { tag: '@desk' }, async ({ page, product, language }) => {
  const whole = drawClip({ folder, name: 'cut.mp4', picture: 'testsrc2=s=320x180:r=10:d=2', sound: null, args: h264 });
  const buffer = whole.buffer.subarray(0, whole.buffer.length / 2);
  const t = clipWords[language];
  await product.open('/editor/markVideo');
  await pick(page, [{ ...whole, buffer }]);
  await expect(page.locator('[data-stage]').getByText(t.unreadable)).toBeVisible();
  await expect(page.getByText(t.notPlayed)).toHaveCount(0);
  await expect(page.locator('[data-action-bar]').getByRole('button').last()).toBeDisabled();
});
