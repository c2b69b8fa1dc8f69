// Clips with forged timestamps and sizes in the removal of marks, the only tool that repeats frames. Runs in a sandboxed child, whose memory limit
// applies where ffmpeg's own limits do not.
import { readFileSync, writeFileSync } from 'node:fs';
import { AppError } from 'contract/errors.ts';
import { h264, makeClip, whyNoClips } from 'engines/video/test-clips.ts';
import { lieInMp4 } from 'engines/video/test-hostile-indexes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlOf, megabyte, openCells } from '../../testing/cells.ts';

type Cells = Awaited<ReturnType<typeof openCells>>;

describe.skipIf(whyNoClips)('marks in forged clips', () => {
  let cells: Cells;
  let pool: ReturnType<Cells['openPool']>;
  beforeAll(async () => {
    cells = await openCells();
    pool = cells.openPool({ maxBytes: 900 * megabyte, restBytes: 800 * megabyte, maxAssignments: 10 }, null);
  });
  afterAll(async () => {
    await pool?.close();
    cells?.close();
  });

  const run = (call: string, path: string, options: Record<string, unknown>) => {
    const videoUrl = { path, name: 'a.mp4', type: 'mp4', bytes: readFileSync(path).length } as const;
    const module = 'tools/inpaint-video/run.ts';
    const assignment = cells.assign({ module, call, options, inputs: { videoUrl }, lists: { brushUrls: [] } });
    return pool.run(assignment, controlOf({ deadlineMs: 170_000 })).then(
      ({ files }) => files[0],
      error => (error instanceof AppError ? error.code : String(error)),
    );
  };

  test.each(['edits of 49 days', 'pixels a thousand times as wide as high'])('%s', async name => {
    const folder = cells.dataFolder;
    const isGap = name.startsWith('edits');
    const args = isGap ? undefined : [...h264, '-vf', 'setsar=1000/1', '-an'];
    const path = makeClip({ folder, name: 'clip.mp4', ...(args && { args }) });
    if (isGap) writeFileSync(path, lieInMp4(readFileSync(path)).find(one => one.name.includes(name))!.bytes);
    expect(await run('auto', path, { list: [], findOnly: true })).toMatch(/^MARK_(?:NOT_FOUND|UNCLEAR)$/);
    const list = [{ x: 60, y: 40, w: 40, h: 40 }];
    const mended = await run('remove', path, { list, brushTimes: [] });
    if (typeof mended === 'string') expect(mended).toBe('MARK_UNCLEAR');
    else {
      expect(mended).toMatchObject({ width: 160, height: 120 });
      expect(mended!.durationSeconds).toBeLessThan(4);
    }
  });
});
