// HDR compared with zimg's own conversion: greys and colours, PQ and HLG, in every kind of result.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { convertClip } from './convert-clip.ts';
import { probeClip } from './probe-clip.ts';
import { whyNoClips } from './test-clips.ts';
import { furthest, greys, height, makeHdrPatches, readPatches, width, zimg } from './test-hdr.ts';
import { writeFilm } from './write-film.ts';
import { writeFrame, writePoster } from './write-poster.ts';

const home = mkdtempSync(join(tmpdir(), 'tone-map-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe.skipIf(whyNoClips).each(['smpte2084', 'arib-std-b67'] as const)('HDR in %s', transfer => {
  test('looks the same in every result, within 2 levels of zimg', async () => {
    const folder = mkdtempSync(join(home, 'run-'));
    const file = { path: makeHdrPatches(transfer, home), type: 'mkv' } as const;
    const facts = { type: 'mkv' as const, bytes: statSync(file.path).size, ...(await probeClip(file)) };
    expect(facts.streams).toMatchObject([{ isHdr: true }]);
    const right = readPatches(file.path, undefined, zimg);
    for (const format of ['mp4', 'webm'] as const) {
      const wish = { format, quality: 100, mute: false, speed: 1 };
      const made = await convertClip({ file, facts, wish, folder, name: format, onProgress: () => undefined });
      const seen = readPatches(made.path);
      expect(furthest(seen.slice(0, greys.length), right.slice(0, greys.length))).toBeLessThanOrEqual(1);
      // 8-bit chroma alone is up to 2 levels off.
      expect(furthest(seen, right)).toBeLessThanOrEqual(2);
    }
    const wish = { format: 'gif', quality: 100, mute: false, speed: 1, width } as const;
    const gif = await convertClip({ file, facts, wish, folder, name: 'gif', onProgress: () => undefined });
    expect(furthest(readPatches(gif.path), right)).toBeLessThanOrEqual(3);
    const frame = join(folder, 'frame.png');
    await writeFrame(file, facts, frame, { at: 0, size: { width, height } });
    expect(furthest(readPatches(frame), right)).toBeLessThanOrEqual(3);
    const poster = join(folder, 'poster.jpg');
    await writePoster(file, facts, poster);
    expect(furthest(readPatches(poster), right)).toBeLessThanOrEqual(8);
    const film = join(folder, 'film.jpg');
    await writeFilm(file, facts, film);
    // The strip's cells are narrower than the clip, so only their greys are even.
    const cell = { width: 224, height: 96 };
    expect(furthest(readPatches(film, cell).slice(0, greys.length), right.slice(0, greys.length))).toBeLessThanOrEqual(
      8,
    );
  });

  test('darker greys stay as zimg has them without a curve', () => {
    const path = makeHdrPatches(transfer, home);
    const plain = readPatches(path, undefined, [
      'zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,zscale=t=bt709:r=full,format=gbrp',
    ]);
    const mapped = readPatches(path, undefined, zimg);
    const dark = plain.findIndex(([level]) => level! > 130);
    expect(furthest(mapped.slice(0, dark), plain.slice(0, dark))).toBeLessThanOrEqual(2);
  });
});
