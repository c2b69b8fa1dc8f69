// Tests clips whose times are odd: unknown, late, or the same for all frames. Each is as long as what it shows, and is cut where it was marked.
import { readFile, writeFile } from 'node:fs/promises';
import { probeFile } from 'engines/probe.ts';
import { refusalOf } from 'engines/test-pictures.ts';
import { countFrames, h264, listen, makeClip, nameColours, whyNoClips } from 'engines/video/test-clips.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { runs } from './run.ts';
import { convert, convertOnly } from './test-converter.ts';

describe.skipIf(whyNoClips)('clips with odd times', () => {
  test('a recording in fragments that does not know its length is measured', async () => {
    const fragments = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof'];
    const args = [...h264, '-c:a', 'aac', ...fragments];
    const path = makeClip({ folder: await makeTestFolder(), name: 'live.mp4', seconds: 2, args });
    const bytes = await readFile(path);
    for (let at = bytes.indexOf('mdhd'); at >= 0; at = bytes.indexOf('mdhd', at + 4)) bytes.writeInt32BE(-1, at + 20);
    await writeFile(path, bytes);
    expect((await probeFile(path, 1)).seconds).toBeCloseTo(2, 0);
    expect((await convert(path)).facts.seconds).toBeCloseTo(2, 0);
  });

  test.each(['mkv', 'mp4'])('a recording in %s whose times begin late is as long as what it shows', async type => {
    const picture = `color=red:s=160x120:r=25:d=2,drawbox=c=lime:t=fill:enable='gte(t,1)'`;
    const args = [...h264, '-c:a', 'aac', '-output_ts_offset', '5'];
    const path = makeClip({ folder: await makeTestFolder(), name: `late.${type}`, picture, seconds: 2, args });
    expect(Math.abs((await probeFile(path, 1)).seconds! - 2)).toBeLessThan(0.1);
    const rest = await convert(path, { start: 0.8 });
    expect(nameColours(rest.file.path, 0, 0.1, 0.3, 1.1)).toEqual(['red', 'red', 'green', 'green']);
    expect(Math.abs(rest.facts.seconds! - 1.2)).toBeLessThan(0.1);
    expect(rest.meta.warnings).toEqual([]);
    expect(await refusalOf(convertOnly(path, { start: 3 }))).toBe('CLIP_RANGE_EMPTY');
  });

  test.each([
    ['mkv', true],
    ['mkv', false],
    ['flv', true],
  ])('frames in %s that all have the same time follow each other at their rate', async (type, hasSound) => {
    // Red, then green from 0.8 s, blue from 1.4 s; a tone from 1.4 s on.
    const changes = `drawbox=c=lime:t=fill:enable='gte(t,0.8)',drawbox=c=blue:t=fill:enable='gte(t,1.4)'`;
    const picture = `color=red:s=160x120:r=25:d=2,${changes}`;
    const sound = hasSound ? `sine=frequency=440:duration=2,volume=0:enable='lt(t,1.4)'` : null;
    const args = [...h264, '-bf', '2', '-g', '20', '-c:a', 'aac', '-bsf:v', 'setts=pts=0:dts=0'];
    const path = makeClip({ folder: await makeTestFolder(), name: `raw.${type}`, picture, sound, args });
    expect(Math.abs((await probeFile(path, 1)).seconds! - 2)).toBeLessThan(0.1);
    const part = await convert(path, { start: 0.6, end: 1.8 });
    expect(nameColours(part.file.path, 0, 0.16, 0.24, 0.76, 0.84, 1.1)).toEqual([
      'red',
      'red',
      'green',
      'green',
      'blue',
      'blue',
    ]);
    expect(countFrames(part.file.path).frames).toBe(30);
    const tone = hasSound ? listen(part.file.path).findIndex(one => Math.abs(one) > 0.02) / 8000 : 0.8;
    expect(Math.abs(tone - 0.8)).toBeLessThan(0.07);
    const view = await tryRun(runs.view, z.object({}), {}, { inputs: { videoUrl: path } });
    expect(nameColours(view.file.path, 0.7, 0.9, 1.3, 1.5)).toEqual(['red', 'green', 'green', 'blue']);
    const whole = await convert(path);
    expect(nameColours(whole.file.path, 0.7, 0.9, 1.3, 1.5)).toEqual(['red', 'green', 'green', 'blue']);
    expect(Math.abs(whole.facts.seconds! - 2)).toBeLessThan(0.1);
  });
});
