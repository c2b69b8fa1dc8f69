// The tracks that a clip has already: its text subtitles are read, and what is added or drawn leaves all of them in place.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCues } from 'contract/subtitles/read.ts';
import { writeSrt } from 'contract/subtitles/write.ts';
import { refusalOf } from 'engines/test-pictures.ts';
import { whyNoClips } from 'engines/video/test-clips.ts';
import { cues, lookAtTracks, makeTracks, readTrackCues } from 'engines/video/test-tracks.ts';
import { describe, expect, it } from 'vitest';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { markVideoOptions, readOptions } from './contract.ts';
import { runs } from './run.ts';

describe.skipIf(whyNoClips)('subtitles', () => {
  it('are read from each text track of a clip, and from no other', async () => {
    const path = makeTracks({
      folder: await makeTestFolder(),
      name: 'film.mkv',
      subtitles: ['subrip', 'ass', 'pgs'],
    });
    const read = (track: number) => tryRun(runs.readTrack, readOptions, { track }, { inputs: { videoUrl: path } });
    for (const track of [2, 3]) {
      const { output, bytes } = await read(track);
      expect(output.segments?.map(({ text }) => text)).toEqual(['first words', 'second words', 'third words']);
      for (const [at, { start, end }] of cues.entries()) {
        // The clip itself begins 21 ms late.
        expect(Math.abs(output.segments![at]!.start - start)).toBeLessThan(0.035);
        expect(Math.abs(output.segments![at]!.end - end)).toBeLessThan(0.035);
      }
      expect(output.files.map(({ name }) => name)).toEqual(['film.srt', 'film.vtt']);
      expect(readCues(bytes.toString()).cues).toHaveLength(3);
    }
    expect((await read(2)).output.meta).toMatchObject({ language: 'jpn' });
    for (const track of [0, 1, 4, 9]) expect(await refusalOf(read(track))).toBe('CLIP_TRACK_MISSING');
  });

  it('are added to the tracks that the clip has, and drawing keeps those too', async () => {
    const subtitleUrl = join(await makeTestFolder(), 'zh.srt');
    writeFileSync(subtitleUrl, writeSrt([{ start: 1, end: 2, text: '你好' }]));
    const clip = makeTracks({
      folder: await makeTestFolder(),
      name: 'film.mkv',
      sounds: [
        ['aac', 'stereo'],
        ['aac', 'stereo'],
      ],
      subtitles: ['subrip', 'pgs'],
    });
    for (const subtitleMode of ['track', 'burn'] as const) {
      const asked = { subtitleMode, subtitleLanguage: 'zh' } as const;
      const { file, output } = await tryRun(runs.mark, markVideoOptions, asked, {
        inputs: { videoUrl: clip, subtitleUrl },
      });
      const { streams, chapters } = lookAtTracks(file.path);
      const languages = (kind: string) =>
        streams.filter(({ codec_type: type }) => type === kind).map(({ tags }) => tags.language);
      expect(languages('audio')).toEqual(['eng', 'ger']);
      expect(languages('subtitle')).toEqual(subtitleMode === 'track' ? ['chi', 'jpn'] : ['jpn']);
      expect(chapters.map(({ tags }) => tags.title)).toEqual(['Opening; a = b', 'Middle', '结尾']);
      expect(output.meta?.warnings).toEqual(['picture-subtitles-left-out']);
      const own = readTrackCues(file.path, subtitleMode === 'track' ? 1 : 0);
      expect(own.map(({ text }) => text)).toEqual(['first words', 'second words', 'third words']);
    }
  });
});
