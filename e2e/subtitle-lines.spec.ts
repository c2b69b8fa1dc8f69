// The lines of subtitles in a real browser: by keys alone, on small windows, and with lines that the clip is too short for.
import type { Page } from '@playwright/test';
import { fill } from 'contract/words.ts';
import { speak, whyNoSpeech } from '../engines/speech/test-speech.ts';
import { h264, whyNoClips } from '../engines/video/test-clips.ts';
import { words } from '../tools/mark-video/words.ts';
import { words as textWords } from '../tools/video-to-text/words.ts';
import { clipWords } from '../ui/clip/words.ts';
import { markCanvasWords } from '../ui/mark-canvas/words.ts';
import { drawClip, openClipFolder } from './clips.ts';
import { expect, type Product, pick, rowOf, test } from './product.ts';

test.skip(whyNoClips !== undefined, whyNoClips);

const folder = openClipFolder();
const srt = [
  ['0,500', '1,000', 'First'],
  [
    '1,000',
    '1,500',
    'Second, which is so long that it takes more than the two rows that a short line needs in its field',
  ],
  ['1,500', '2,000', 'Third'],
  ['2,500', '9,000', 'Past the end'],
  ['5,000', '9,000', 'Far behind the end'],
]
  .map(([start, end, text], at) => `${at + 1}\n00:00:0${start} --> 00:00:0${end}\n${text}\n`)
  .join('\n');

async function openLines(page: Page, product: Product, t: (typeof words)['en']) {
  await product.open('/editor/markVideo');
  await pick(page, [
    drawClip({
      folder,
      name: 'lines.mp4',
      picture: 'color=0x26323f:s=640x360:r=10:d=3',
      sound: null,
      seconds: 3,
      args: h264,
    }),
  ]);
  await page.getByText(t.tabSubtitles, { exact: true }).click();
  const buffer = Buffer.from(srt);
  await page.locator('input[accept^=".srt"]').first().setInputFiles({ name: 'words.srt', mimeType: '', buffer });
  const lines = page.getByRole('region', { name: t.lines });
  await expect(lines.getByText('First')).toBeVisible();
  return lines;
}

test('lines are edited, deleted and brought back by keys alone', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  const t = words[language];
  const lines = await openLines(page, product, t);
  // Changes in quick succession are one step: undoing and redoing the file ends its step.
  await page.getByRole('button', { name: markCanvasWords[language].undo }).click();
  await expect(lines.getByText('First')).toBeHidden();
  await page.getByRole('button', { name: markCanvasWords[language].redo }).click();
  await expect(lines.getByText('First')).toBeVisible();
  await lines.getByRole('button', { name: 'Second' }).focus();
  await page.keyboard.press('Enter');
  const field = lines.getByLabel(t.lineText);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(/^Second.*field$/);
  const hidden = await field.evaluate(one => {
    const { scrollHeight, clientHeight } = one as unknown as { scrollHeight: number; clientHeight: number };
    return scrollHeight - clientHeight;
  });
  expect(hidden).toBe(0);
  await lines.getByRole('button', { name: t.remove }).focus();
  await page.keyboard.press('Enter');
  // The next line is open, and what has the focus is in it.
  await expect(field).toHaveValue('Third');
  await expect(lines.locator('li:focus-within')).toHaveAttribute('data-index', '1');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(lines.getByText('Second')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(lines.getByText('Second')).toBeHidden();
  // Which of the two is edited is not a step to undo.
  await page.getByText(t.tabMark, { exact: true }).first().click();
  await page.getByRole('button', { name: markCanvasWords[language].undo }).click();
  await expect(page.getByRole('radio', { name: t.tabMark })).toBeChecked();
  expect(product.complaints).toEqual([]);
});

test('a line that is added within another one is placed in the next free time, where it is shown while it is typed', {
  tag: '@desk',
}, async ({ page, product, language }) => {
  const t = words[language];
  const lines = await openLines(page, product, t);
  await lines.getByRole('button', { name: 'First' }).click();
  await lines.getByRole('button', { name: fill(t.addLine, { time: '0:02.0' }) }).click();
  await expect(page.locator('[data-moment]')).toContainText('0:02.01');
  await lines.getByLabel(t.lineText).fill('Between');
  await expect(page.locator('[data-cue]')).toBeVisible();
  await expect(lines.getByLabel(t.lineEnd)).toHaveValue('0:02.5');
  expect(product.complaints).toEqual([]);
});

test('lines behind the end of a clip are named, and their bars end with it', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  const t = words[language];
  await openLines(page, product, t);
  await expect(page.getByText(fill(t.linesOutside, { count: 1 }))).toBeVisible();
  const timeline = page.getByRole('region', { name: clipWords[language].timeline });
  const bars = timeline.getByRole('button', { name: /First|Second|Third|end/ });
  await expect(bars).toHaveCount(4);
  // The padding of the rows has room for the handles of a bar.
  const rows = (await timeline.getByRole('list', { name: clipWords[language].ranges }).boundingBox())!;
  const bar = (await timeline.getByRole('button', { name: 'Past the end' }).boundingBox())!;
  expect(bar.x + bar.width).toBeLessThanOrEqual(rows.x + rows.width - 18);
});

for (const [name, width, height] of [
  ['a tablet', 820, 1180],
  ['a phone', 390, 844],
  ['a phone held sideways', 844, 390],
] as const)
  test(`on ${name}, what the keys reach is in sight`, { tag: '@phone' }, async ({ page, product, language }) => {
    await page.setViewportSize({ width, height });
    const t = words[language];
    const lines = await openLines(page, product, t);
    for (const at of [0, 1, 2, 4]) {
      const line = lines.getByRole('listitem').nth(at).getByRole('button').first();
      await page.keyboard.press('Tab');
      await line.focus();
      await expect
        .poll(() =>
          line.evaluate(one => {
            const element = one as unknown as {
              getBoundingClientRect: () => { x: number; y: number; width: number; height: number };
              contains: (other: unknown) => boolean;
              ownerDocument: { elementFromPoint: (x: number, y: number) => unknown };
            };
            const { x, y, width, height } = element.getBoundingClientRect();
            return element.contains(element.ownerDocument.elementFromPoint(x + width / 2, y + height / 2));
          }),
        )
        .toBe(true);
    }
    // The options have room beside what stays in sight above and below them.
    const bar = (await page.locator('[data-action-bar]').boundingBox())!;
    const stage = (await page.locator('[data-stage]').boundingBox())!;
    expect(bar.y - Math.max(0, stage.y + stage.height)).toBeGreaterThan(height / 5);
  });

test('speech is recognized and comes back as lines of the same clip', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  test.skip(whyNoSpeech !== undefined, whyNoSpeech);
  const t = words[language];
  const heard = textWords[language];
  await product.open('/editor/markVideo');
  await pick(page, [
    drawClip({
      folder,
      name: 'speech.mp4',
      picture: 'color=0x26323f:s=160x90:r=10:d=2',
      sound: speak(['good morning everyone']),
      args: [...h264, '-c:a', 'aac'],
    }),
  ]);
  await page.getByText(t.tabSubtitles, { exact: true }).click();
  await page.getByRole('button', { name: t.hearLines }).click();
  await page.getByRole('button', { name: heard.runOne, exact: true }).click();
  await page.getByRole('button', { name: heard.asSubtitles }).click();
  await expect(page.getByRole('region', { name: t.lines }).getByText('Good morning everyone')).toBeVisible();
  await expect(rowOf(page, 'speech.mp4')).toHaveCount(1);
  expect(product.complaints).toEqual([]);
});
