// Tests watermarks and subtitles on real clips: position, time, colours and refusals.
import { statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { moveMark } from 'contract/mark/motion.ts';
import { textOptions } from 'contract/mark/options.ts';
import { placeMark, type Size } from 'contract/mark/place.ts';
import { wishesOf } from 'contract/mark/wishes.ts';
import { maxCues, maxSubtitleBytes } from 'contract/subtitles/cues.ts';
import { readCues } from 'contract/subtitles/read.ts';
import { writeSrt } from 'contract/subtitles/write.ts';
import { sharp } from 'engines/sharp.ts';
import { refusalOf } from 'engines/test-pictures.ts';
import { probeClip } from 'engines/video/probe-clip.ts';
import { runFfprobe } from 'engines/video/run-ffmpeg.ts';
import { countFrames, h264, makeClip, readFrame, readTrack, whyNoClips } from 'engines/video/test-clips.ts';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { cueOptions, markVideoOptions } from './contract.ts';
import { runs } from './run.ts';

const ground = 'color=0x203040:s=320x180:r=10:d=2';

async function drawClip(recipe: { picture?: string; args?: readonly string[]; name?: string; seconds?: number } = {}) {
  const folder = await makeTestFolder();
  return makeClip({ folder, name: 'clip.mp4', picture: ground, sound: null, args: h264, ...recipe });
}

async function write(name: string, content: string | Uint8Array) {
  const path = join(await makeTestFolder(), name);
  writeFileSync(path, content);
  return path;
}

/** Writes an image of one colour. */
async function drawMark(color: string, width = 60, height = 40) {
  const path = join(await makeTestFolder(), 'mark.png');
  await sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toFile(path);
  return path;
}

type Asked = z.input<typeof markVideoOptions>;
const mark = (videoUrl: string, options: Asked, inputs: Record<string, string> = {}) =>
  tryRun(runs.mark, markVideoOptions, options, { inputs: { videoUrl, ...inputs } });

const amber = [255, 183, 3] as const;

/** Returns the bounding box and the number of pixels near a colour. */
function findColour(path: string, at: number, colour: readonly number[], within?: { top: number }) {
  const { data, width, height } = readFrame(path, at);
  const box = { left: width, top: height, right: 0, bottom: 0, count: 0 };
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    if (within && y < within.top) continue;
    if (colour.some((value, c) => Math.abs(value - data[i * 3 + c]!) > 90)) continue;
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
    box.count++;
  }
  return box;
}

const plainText = {
  markContent: 'Hamburg 水印',
  color: '#ffb703',
  opacity: 1,
  fontSize: 0.15,
  shadow: 0,
} satisfies Asked;

async function placeText(options: Asked, frame: Size) {
  const { file, output } = await tryRun(runs.inkText, textOptions, { markContent: options.markContent }, {});
  const shape = { width: file.width!, height: file.height!, unit: Number(output.meta!.emPixels) };
  return placeMark(frame, shape, wishesOf(markVideoOptions.parse(options)));
}

function expectAt(box: ReturnType<typeof findColour>, placed: ReturnType<typeof placeMark>) {
  const { centre, width, height } = placed;
  expect(Math.abs(box.left - (centre.x - width / 2))).toBeLessThanOrEqual(2);
  expect(Math.abs(box.right - (centre.x + width / 2))).toBeLessThanOrEqual(2);
  expect(Math.abs(box.top - (centre.y - height / 2))).toBeLessThanOrEqual(2);
  expect(Math.abs(box.bottom - (centre.y + height / 2))).toBeLessThanOrEqual(2);
}

describe.skipIf(whyNoClips)('marks', () => {
  it('appear where the page shows them, only within their times', async () => {
    const clip = await drawClip();
    const asked = { ...plainText, position: 'top-left', start: 1, end: 1.5 } as const;
    const { file, output } = await mark(clip, asked);
    expect(findColour(file.path, 0.5, amber).count).toBe(0);
    expect(findColour(file.path, 1.7, amber).count).toBe(0);
    expectAt(findColour(file.path, 1.2, amber), await placeText(asked, { width: 320, height: 180 }));
    expect(file).toMatchObject({ name: 'clip-watermarked.mp4', type: 'mp4', width: 320, height: 180 });
    expect(output.meta).toMatchObject({ warnings: [] });
  });

  it('scroll and jump as the page shows them', async () => {
    const clip = await drawClip();
    const frame = { width: 320, height: 180 };
    for (const motion of ['scroll', 'jump'] as const) {
      const asked = { ...plainText, position: 'center', motion, motionPeriod: 1.6 } as const;
      const placed = await placeText(asked, frame);
      const { file } = await mark(clip, asked);
      const at = motion === 'scroll' ? 0.2 : 1.8;
      expectAt(findColour(file.path, at, amber), moveMark(frame, placed, { motion, period: 1.6 }, at));
    }
  });

  it.each([
    ['small clips', '320x180'],
    ['large clips', '1280x720'],
  ])('keep their colours on %s', async (_, size) => {
    const clip = await drawClip({ picture: `color=0x808080:s=${size}:r=5:d=0.4` });
    const markUrl = await drawMark('#dc2828');
    const { file } = await mark(clip, { opacity: 1, position: 'center', imageSize: 0.5 }, { markUrl });
    const { data, width, height } = readFrame(file.path);
    const at = (Math.floor(height / 2) * width + width / 2) * 3;
    for (const [channel, value] of [0xdc, 0x28, 0x28].entries())
      expect(Math.abs(data[at + channel]! - value)).toBeLessThanOrEqual(6);
    expect(Math.abs(data[0]! - 0x80)).toBeLessThanOrEqual(3);
  });

  it.each([
    ['odd sides', { picture: 'color=0x203040:s=321x181:r=5:d=0.6', args: ['-c:v', 'ffv1'], name: 'clip.mkv' }],
    ['pixels that are not square', { picture: 'color=0x203040:s=240x180:r=5:d=0.6,setsar=4/3' }],
  ])('are at their position on frames with %s', async (_, recipe) => {
    const asked = { ...plainText, position: 'bottom-right' } as const;
    const { file } = await mark(await drawClip(recipe), asked);
    expect(file).toMatchObject({ width: 320, height: 180 });
    expectAt(findColour(file.path, 0.2, amber), await placeText(asked, { width: 320, height: 180 }));
  });

  it('are tiled over the frame, rotated', async () => {
    const { file } = await mark(await drawClip({ picture: 'color=0x203040:s=320x180:r=5:d=0.4' }), {
      ...plainText,
      fontSize: 0.08,
      tile: true,
      rotate: 30,
    });
    const box = findColour(file.path, 0, amber);
    expect(box.left + box.top).toBeLessThan(40);
    expect(box.right).toBeGreaterThan(300);
    expect(box.bottom).toBeGreaterThan(165);
  });

  it('keep the sound unchanged', async () => {
    const folder = await makeTestFolder();
    const clip = makeClip({ folder, name: 'loud.mp4', picture: ground, seconds: 1 });
    const { file } = await mark(clip, plainText);
    expect((await probeClip({ path: file.path, type: 'mp4' })).streams).toMatchObject([
      { kind: 'video', codec: 'h264' },
      { kind: 'sound', codec: 'aac' },
    ]);
  });
});

const srt = (text: string) => `1\n00:00:01,000 --> 00:00:01,600\n${text}\n`;
const white = [255, 255, 255];

describe.skipIf(whyNoClips)('subtitles', () => {
  it('are burnt in at their times, in the lower part', async () => {
    const subtitleUrl = await write('words.srt', srt('Hello 你好'));
    const { file, output } = await mark(
      await drawClip(),
      { fileType: 'srt', subtitleFiles: ['srt', 'vtt', 'txt'] },
      { subtitleUrl },
    );
    expect(findColour(file.path, 0.5, white).count).toBe(0);
    expect(findColour(file.path, 1.8, white).count).toBe(0);
    const box = findColour(file.path, 1.3, white);
    expect(box.top).toBeGreaterThan(120);
    expect(Math.abs(box.left + box.right - 320)).toBeLessThanOrEqual(4);
    expect(output.files.map(({ name }) => name)).toEqual(['clip-subtitled.mp4', 'clip.srt', 'clip.vtt', 'clip.txt']);
    expect(output.segments).toEqual([{ start: 1, end: 1.6, text: 'Hello 你好' }]);
  });

  it("appear where the page's preview shows them", async () => {
    const style = { size: 0.12, place: 'top', box: 0.6, outlineWidth: 0, shadow: 0, color: '#ffb703' } as const;
    const cue = { text: 'gap <b>Bold</b>', second: '第二' };
    const frame = { width: 320, height: 180 };
    const preview = await tryRun(runs.drawCue, cueOptions, { cues: [cue], subtitleStyle: style, ...frame }, {});
    const { left, top } = preview.output.meta as { left: number; top: number };
    const { data, info } = await sharp(preview.bytes).raw().toBuffer({ resolveWithObject: true });
    const subtitleUrl = await write('a.srt', srt(cue.text));
    const secondSubtitleUrl = await write('b.srt', srt(cue.second));
    const { file } = await mark(await drawClip(), { subtitleStyle: style }, { subtitleUrl, secondSubtitleUrl });
    const seen = readFrame(file.path, 1.3);
    let worst = 0;
    for (let y = 0; y < info.height; y += 3)
      for (let x = 0; x < info.width; x += 3) {
        const from = (y * info.width + x) * 4;
        const alpha = data[from + 3]! / 255;
        const wanted = data[from + 1]! * alpha + 0x30 * (1 - alpha);
        worst += Math.abs(wanted - seen.data[((y + top) * 320 + x + left) * 3 + 1]!);
      }
    expect(worst / ((info.width * info.height) / 9)).toBeLessThan(9);
  });

  it('are previewed on a smaller frame if the clip is large, at the same place', async () => {
    const preview = async (side: number) => {
      const options = { cues: [{ text: 'Hello', second: '你好' }], width: side, height: side };
      const { file, bytes, output } = await tryRun(runs.drawCue, cueOptions, options, {});
      const { left, top, scale } = output.meta as Record<'left' | 'top' | 'scale', number>;
      const { width, height } = file as Size;
      return { bytes, scale, box: [left, top, width / scale, height / scale].map(value => value / side) };
    };
    // As many pixels as a preview has at most.
    const usual = await preview(1440);
    const large = await preview(8192);
    expect(large.bytes.equals(usual.bytes)).toBe(true);
    expect([usual.scale, large.scale]).toEqual([1, 1440 / 8192]);
    for (const [i, value] of large.box.entries()) expect(value).toBeCloseTo(usual.box[i]!, 10);
  });

  it('report characters that no font contains, before and after the run', async () => {
    // A letter of the Mro script, which hardly any font contains.
    const text = 'Hello \u{16a40}';
    const frame = { width: 320, height: 180 };
    const preview = await tryRun(runs.drawCue, cueOptions, { cues: [{ text }], ...frame }, {});
    expect(preview.output.meta?.missing).toEqual(['\u{16a40}']);
    // An accent belongs to the letter before it: alone it would be drawn as a box.
    const drawn = async (cue: string) => {
      const { file } = await tryRun(runs.drawCue, cueOptions, { cues: [{ text: cue }], ...frame }, {});
      return [file.width, file.height];
    };
    expect(await drawn('Hello\u{16a40}\u0e31\u0e35\u{fe0f}')).toEqual(await drawn('Hello'));
    const subtitleUrl = await write('words.srt', srt(text));
    const { output } = await mark(await drawClip(), {}, { subtitleUrl });
    // The input's size is not reported, so that the result is not called larger.
    expect(output.meta).toEqual({ outputBytes: expect.any(Number), leftOut: [], warnings: ['signs-missing'] });
  });

  it('become a track that players can turn on, and the frames are copied', async () => {
    const subtitleUrl = await write('words.srt', srt('<i>Hi</i> 你好'));
    for (const format of ['mp4', 'mkv'] as const) {
      const asked = { subtitleMode: 'track', subtitleLanguage: 'chi', format } as const;
      const { file } = await mark(await drawClip(), asked, { subtitleUrl });
      const facts = await probeClip({ path: file.path, type: format });
      expect(facts.streams?.map(({ codec }) => codec)).toEqual(['h264', format === 'mkv' ? 'subrip' : 'mov_text']);
      expect(readTrack(file.path)).toContain('<i>Hi</i> 你好');
    }
  });

  it.each([
    [{}, '你好，我們現在開始吧。', 'chi', '繁體中文', ['mp4', 'mkv']],
    [{}, 'Good morning, how are you today?', 'eng', 'English', ['mkv']],
    [{}, 'これは本当ですか。', 'jpn', '日本語', ['mkv']],
    [{}, '12345', 'und', undefined, ['mp4', 'mkv']],
    [{ subtitleLanguage: 'zh' }, 'Good morning', 'chi', '中文', ['mkv']],
    [{ subtitleLanguage: 'deu' }, 'Guten Morgen', 'ger', 'Deutsch', ['mp4', 'mkv']],
    [{ subtitleLanguage: 'pt-BR' }, 'Olá', 'por', 'português (Brasil)', ['mkv']],
    [{ subtitleLanguage: 'und' }, '你好', 'und', undefined, ['mkv']],
  ] as const)(
    'become a track whose language is requested or detected: %j %s',
    async (asked, text, code, name, formats) => {
      const subtitleUrl = await write('words.srt', srt(text));
      for (const format of formats) {
        const { file } = await mark(await drawClip(), { subtitleMode: 'track', format, ...asked }, { subtitleUrl });
        const { streams } = (await runFfprobe(
          ['-select_streams', 's', '-show_entries', 'stream_tags', `file:${file.path}`],
          dirname(file.path),
        )) as { streams: { tags: Record<string, string> }[] };
        const { language = 'und', title, handler_name } = streams[0]!.tags;
        expect(language).toBe(code);
        expect(format === 'mkv' ? title : handler_name).toBe(format === 'mp4' && !name ? 'SubtitleHandler' : name);
      }
    },
  );

  it('refuse a language that does not exist', () => {
    for (const subtitleLanguage of ['xx', 'english', 'zh;x', 'e', '', 'a'.repeat(40)])
      expect(markVideoOptions.safeParse({ subtitleLanguage }).success).toBe(false);
  });

  it.each([
    ['WebVTT', 'WEBVTT\n\n00:01.000 --> 00:01.600 line:0\n \nWords'],
    ['ASS', '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:01.60,{\\an8}Words'],
    ['SubRip', '1\n\u200f00:00:01,000 --> 00:00:01,600\n{\\an8}Words'],
  ])('of a %s file are burnt in at their times, above if the file says so', async (_, text) => {
    const subtitleUrl = await write('words.srt', text);
    const below = { color: '#ffb703', size: 0.12 } as const;
    const secondSubtitleUrl = await write('second.sbv', '0:00:00.200,0:00:00.600\nBelow');
    const { file } = await mark(await drawClip(), { subtitleStyle: below }, { subtitleUrl, secondSubtitleUrl });
    expect(findColour(file.path, 0.5, amber).count).toBe(0);
    const box = findColour(file.path, 1.3, amber);
    expect(box.count).toBeGreaterThan(60);
    expect(box.bottom).toBeLessThan(60);
    expect(findColour(file.path, 0.4, white, { top: 120 }).count).toBeGreaterThan(30);
  });

  it('at two places are shown together', async () => {
    const text = `${srt('{\\an8}<font color="#ffb703">Above</font>')}\n2\n00:00:01,000 --> 00:00:01,600\nBelow\n`;
    const { file } = await mark(await drawClip(), {}, { subtitleUrl: await write('words.srt', text) });
    const above = findColour(file.path, 1.3, amber);
    expect([above.count > 30, above.bottom < 60]).toEqual([true, true]);
    expect(findColour(file.path, 1.3, white).top).toBeGreaterThan(120);
  });

  it('become a track that ends with the clip', async () => {
    const cues = [0, 0.5, 5400].map(start => ({ start, end: start + 2, text: `At ${start}` }));
    const subtitleUrl = await write('film.srt', writeSrt(cues));
    const clip = await drawClip();
    const { seconds: before } = await probeClip({ path: clip, type: 'mp4' });
    for (const format of ['mp4', 'mkv'] as const) {
      const { file } = await mark(clip, { subtitleMode: 'track', format }, { subtitleUrl });
      const { seconds } = await probeClip({ path: file.path, type: format });
      expect(Math.abs(seconds! - before!)).toBeLessThan(0.1);
      expect(readCues(readTrack(file.path)).cues.map(({ text }) => text)).toEqual(['At 0', 'At 0.5']);
    }
    const late = await write('late.srt', writeSrt(cues.slice(2)));
    const { output } = await mark(await drawClip(), { subtitleMode: 'track' }, { subtitleUrl: late });
    expect(output.meta?.warnings).toContain('subtitles-outside');
    expect(output.hasNoEffect).toBe(true);
    const marked = await mark(await drawClip(), { subtitleMode: 'track', markContent: 'A' }, { subtitleUrl: late });
    expect(marked.output.hasNoEffect).toBe(false);
  });

  it.each([
    ['begin before the end and go on behind it', 1.5, 6],
    ['begin behind the end', 4, 6],
    ['end with the clip', 1.5, 2],
  ])('leave the clip as long as it was where some %s', async (_, start, end) => {
    const clip = await drawClip({ args: [...h264, '-c:a', 'aac'] });
    const cues = [
      { start: 0.2, end: 1, text: 'First' },
      { start, end, text: 'Last' },
    ];
    const subtitleUrl = await write('long.srt', writeSrt(cues));
    const { file } = await mark(clip, {}, { subtitleUrl });
    expect(countFrames(file.path)).toEqual(countFrames(clip));
    expect(findColour(file.path, 1.9, white).count > 30).toBe(start < 2);
  });

  it('are burnt in and become a track by the thousand, each at its own time', async () => {
    // One frame for each, but none for every four hundredth, which begins after its frame.
    const every = 0.1;
    const cues = Array.from({ length: maxCues }, (_, at) => ({
      start: at * every + (at % 400 === 200 ? 0.03 : 0),
      end: (at + 1) * every,
      text:
        at % 2 === 0 ? `<font color="#ffb703">Line ${at} 第${at}行</font>` : `<font color="#28c8ff">Line ${at}</font>`,
    }));
    const subtitleUrl = await write('many.srt', writeSrt(cues));
    expect(statSync(subtitleUrl).size).toBeLessThan(maxSubtitleBytes);
    const drawPlain = (seconds: number) => drawClip({ picture: `color=0x203040:s=160x90:r=10:d=${seconds}`, seconds });
    const style = { size: 0.2, outlineWidth: 0, shadow: 0 };
    // Some hundreds of them, because drawing all takes a minute.
    const { file } = await mark(await drawPlain(26), { subtitleStyle: style }, { subtitleUrl });
    const cyan = [0x28, 0xc8, 0xff];
    // A seek finds the first frame after its time.
    const seen = (at: number) =>
      [amber, cyan].map(colour => findColour(file.path, Math.max(0, (at - 0.5) * every), colour).count > 5);
    for (const at of [0, 198, 238]) {
      expect(seen(at)).toEqual([true, false]);
      expect(seen(at + 1)).toEqual([false, true]);
    }
    expect(seen(200)).toEqual([false, false]);
    expect(Math.abs(file.durationSeconds! - 26)).toBeLessThan(0.2);
    const soft = await mark(await drawPlain(400), { subtitleMode: 'track' }, { subtitleUrl });
    const track = readCues(readTrack(soft.file.path)).cues;
    expect(track).toHaveLength(maxCues);
    expect([track[1998]!.text, Math.round(track[1998]!.start * 10)]).toEqual(['Line 1998 第1998行', 1998]);
  });

  it('never exceed the frame, whatever their text', async () => {
    const evil = `';[0:v]drawbox=c=red:t=fill[x]'%{e\\:1} ${'W'.repeat(400)}\n<span size="9999999">&lt;</span>\n\u{1f600}\u0e01 file 'x'`;
    const subtitleUrl = await write('evil.srt', srt(evil));
    const { file } = await mark(await drawClip(), {}, { subtitleUrl });
    expect(findColour(file.path, 1.3, [255, 0, 0]).count).toBe(0);
    // In the lower half of the frame.
    const box = findColour(file.path, 1.3, white);
    expect(box.top).toBeGreaterThan(75);
  });

  it('are drawn over a watermark in one run', async () => {
    const subtitleUrl = await write('words.srt', srt('Words'));
    const { file } = await mark(await drawClip(), { ...plainText, position: 'top-left' }, { subtitleUrl });
    expect(findColour(file.path, 0.2, amber).count).toBeGreaterThan(100);
    expect(findColour(file.path, 1.3, white, { top: 120 }).count).toBeGreaterThan(30);
  });
});

describe.skipIf(whyNoClips)('refusals', () => {
  it('say what is missing or invalid', async () => {
    const clip = await drawClip({ picture: 'color=0x203040:s=64x64:r=5:d=0.4' });
    const markUrl = await drawMark('#ffffff');
    const refusals = [
      [{}, {}, 'MARK_MISSING'],
      [{ markType: 'image' }, {}, 'MARK_PICTURE_MISSING'],
      [plainText, { markUrl }, 'MARK_ONLY_ONE'],
      [{ fileType: 'srt' }, {}, 'SUBTITLES_MISSING'],
      [{}, { subtitleUrl: await write('no.srt', '00:00:01,000 --> 00:00:02,000\n<i></i>') }, 'SUBTITLES_EMPTY'],
      [{ ...plainText, start: 5 }, {}, 'CLIP_RANGE_EMPTY'],
    ] as const;
    for (const [options, inputs, code] of refusals) expect(await refusalOf(mark(clip, options, inputs))).toBe(code);
  });
});
