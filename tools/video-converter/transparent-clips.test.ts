// Tests that transparent clips stay transparent in formats that can be: WebM and GIF.
import { probeClip } from 'engines/video/probe-clip.ts';
import { readClipFrames } from 'engines/video/read-clip-frames.ts';
import { lookAtQuarters, makeTransparent, readOpacity, whyNoClips } from 'engines/video/test-clips.ts';
import { describe, expect, test } from 'vitest';
import { makeTestFolder } from '../test-run.ts';
import { convert } from './test-converter.ts';

describe.skipIf(whyNoClips).each(['libvpx', 'libvpx-vp9'] as const)('a transparent clip of %s', codec => {
  test.each([
    { does: 'copy', options: { format: 'webm' } },
    { does: 'copy', options: { format: 'mkv' } },
    { does: 'encode', options: { format: 'webm', speed: 2 } },
    { does: 'encode', options: { format: 'webm', speed: 0.5, start: 0.5, end: 1.5 } },
    { does: 'encode', options: { format: 'webm', targetMb: 0.05, speed: 2 } },
    { does: 'encode', options: { format: 'gif' } },
  ] as const)('stays transparent: $does, $options', async ({ does, options }) => {
    const made = await convert(makeTransparent(await makeTestFolder(), codec), options);
    expect(made.meta.video).toBe(does);
    const [left, right] = readOpacity(made.file.path);
    expect(left).toBeGreaterThan(240);
    expect(right).toBeLessThan(15);
  });

  test('is red in MP4', async () => {
    const made = await convert(makeTransparent(await makeTestFolder(), codec), { format: 'mp4' });
    expect(lookAtQuarters(made.file.path)[0]![0]).toBeGreaterThan(230);
  });

  test('is transparent in the frames of an animation', async () => {
    const folder = await makeTestFolder();
    const path = makeTransparent(folder, codec);
    const file = { path, type: 'webm' } as const;
    const facts = { bytes: 1, type: 'webm' as const, ...(await probeClip(file)) };
    const read = {
      file,
      facts,
      start: 0.5,
      end: 1.5,
      framesPerSecond: 10,
      shape: undefined,
      folder,
      onProgress: () => undefined,
    };
    const { frames } = await readClipFrames(read);
    const opacityAt = (x: number) => frames.data[(60 * frames.width + x) * 4 + 3];
    expect(frames.width).toBe(160);
    expect([opacityAt(20), opacityAt(140)]).toEqual([255, 0]);
  });
});
