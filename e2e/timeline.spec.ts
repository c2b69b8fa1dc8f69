// The timeline of a clip in a real browser: ranges dragged, resized and moved by keys, zoom by wheel and buttons, single frames.
import { fill } from 'contract/words.ts';
import { makeClip, whyNoClips } from '../engines/video/test-clips.ts';
import { words } from '../tools/mark-video/words.ts';
import { clipWords } from '../ui/clip/words.ts';
import { markWords } from '../ui/mark-options/words.ts';
import { findFaults } from './axe.ts';
import { openClipFolder } from './clips.ts';
import { expect, pick, test } from './product.ts';

test.skip(whyNoClips !== undefined, whyNoClips);

const folder = openClipFolder();

test('the range of a mark is dragged, resized and set with keys, and the timeline is zoomed', async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const clip = clipWords[language];
  const label = words[language].tabMark;
  await product.open('/editor/markVideo');
  const picture = 'testsrc2=s=320x180:r=25:d=10';
  const path = makeClip({ folder, name: 'walk.mp4', picture, sound: null, seconds: 10 });
  await pick(page, [path]);
  await page.getByLabel(markWords[language].text).fill('Pixwright');
  const timeline = page.getByRole('region', { name: clip.timeline });
  const bar = timeline.getByRole('button', { name: new RegExp(`^${label}`) });
  const [start, end] = [clip.rangeStart, clip.rangeEnd].map(word =>
    timeline.getByRole('slider', { name: fill(word, { label }) }),
  );
  await expect(bar).toBeVisible();
  await expect(page.locator('[data-drawn="film"]')).toBeVisible();

  // The end is dragged to the middle, then the whole bar to the end.
  const track = (await timeline.locator('canvas').boundingBox())!;
  const drag = async (from: number, to: number) => {
    const { y, height } = (await bar.boundingBox())!;
    await page.mouse.move(track.x + track.width * from, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(track.x + track.width * to, y + height / 2, { steps: 6 });
    await page.mouse.up();
  };
  await drag(1, 0.5);
  await expect(end!).toHaveAttribute('aria-valuetext', /^0:0(4\.9|5\.0)\d$/);
  await drag(0.25, 0.85);
  await expect(end!).toHaveAttribute('aria-valuetext', '0:10.00');
  await expect(start!).toHaveAttribute('aria-valuetext', /^0:0(4\.9|5\.0)\d$/);
  await start!.focus();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowLeft');
  await expect(start!).toHaveAttribute('aria-valuetext', /^0:03\.[89]\d$/);
  expect(await findFaults(page)).toEqual([]);

  // Single frames; the range starts at the current one.
  const moment = page.locator('[data-moment]');
  await timeline.getByRole('slider', { name: clip.playhead }).focus();
  await page.keyboard.press('Home');
  const playhead = timeline.getByRole('slider', { name: clip.playhead }).locator('..');
  const knob = (await playhead.locator('span').last().boundingBox())!;
  const zero = await timeline.getByText('0:00', { exact: true }).evaluate(label => {
    const { document } = globalThis as unknown as {
      document: {
        createRange: () => { selectNodeContents: (node: unknown) => void; getBoundingClientRect: () => { x: number } };
      };
    };
    const range = document.createRange();
    range.selectNodeContents(label);
    return range.getBoundingClientRect().x;
  });
  expect(zero).toBeGreaterThan(knob.x + knob.width);
  for (let presses = 0; presses < 30; presses++) await page.keyboard.press('.');
  await page.keyboard.press(',');
  await expect(moment).toContainText('0:01.1');
  await page.keyboard.press('i');
  await expect(start!).toHaveAttribute('aria-valuetext', '0:01.16');

  // Five seconds forwards and back.
  await page.keyboard.press('l');
  await expect(moment).toContainText('0:06.1');
  await page.keyboard.press('j');
  await expect(moment).toContainText('0:01.1');

  const zoomed = timeline.getByRole('slider', { name: clip.visiblePart });
  await expect(zoomed).toHaveCount(0);
  if (hasTouch) await page.getByRole('button', { name: clip.zoomIn }).tap();
  else {
    await page.mouse.move(track.x + track.width / 2, track.y + track.height / 2);
    await page.mouse.wheel(0, -400);
  }
  await expect(zoomed).toBeVisible();
  await zoomed.focus();
  await page.keyboard.press('End');
  await expect(zoomed).toHaveAttribute('aria-valuetext', /0:10\.0$/);
  expect(await findFaults(page)).toEqual([]);
  expect(product.complaints).toEqual([]);
});
