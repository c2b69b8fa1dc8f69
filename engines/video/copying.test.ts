// Streams that were to be copied and could not be: everything is encoded instead, as if it had been planned so.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { convertClip } from './convert-clip.ts';
import { markClip } from './mark-clip.ts';
import { probeClip } from './probe-clip.ts';
import { makeClip, whyNoClips } from './test-clips.ts';

const folder = mkdtempSync(join(tmpdir(), 'copying-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An HDR clip whose sound no format holds, and facts that call it AAC. */
async function makeDeceptive() {
  const tags = ['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc'];
  const params = 'colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:log-level=error';
  const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', params, '-pix_fmt', 'yuv420p10le', ...tags];
  const args = [...hevc, '-c:a', 's302m', '-strict', '-2', '-ar', '48000', '-ac', '2'];
  const path = makeClip({ folder, name: 'hdr.ts', args });
  const file = { path, type: 'ts' } as const;
  const facts = await probeClip(file);
  const streams = facts.streams!.map(stream => (stream.kind === 'sound' ? { ...stream, codec: 'aac' } : stream));
  return { file, facts: { ...facts, streams } };
}

const usual = { folder, quality: 70, onProgress: () => undefined };
const seen = { codec: 'h264', isHdr: false };

describe.skipIf(whyNoClips)('HDR that cannot be copied', () => {
  test('is converted for ordinary screens', async () => {
    const wish = { format: 'mkv', quality: 70, mute: false, speed: 1 } as const;
    const made = await convertClip({ ...usual, ...(await makeDeceptive()), wish, name: 'converted' });
    expect(made.plan).toMatchObject({ video: { does: 'encode' }, sounds: [{ does: 'encode' }] });
    expect(made.facts.streams).toMatchObject([seen, { kind: 'sound' }]);
    expect(made.warnings).toEqual([]);
  });

  test('is marked as planned for ordinary screens', async () => {
    const made = await markClip({ ...usual, ...(await makeDeceptive()), name: 'marked', format: 'mkv', overlays: [] });
    expect(made.plan).toMatchObject({ video: { does: 'encode' }, sounds: [{ does: 'encode' }] });
    expect(made.facts.streams).toMatchObject([seen, { kind: 'sound' }]);
    expect(made.warnings).toEqual([]);
  });
});
