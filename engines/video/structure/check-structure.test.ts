// Structures that no recording has are refused before ffprobe is started, in every container; those of real recordings are not.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import process from 'node:process';
import { mediaOfName, sniffBytes, sniffMedia } from 'contract/media.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { refusalOf } from '../../test-pictures.ts';
import { probeClip } from '../probe-clip.ts';
import { h264, makeClip, whyNoClips } from '../test-clips.ts';
import { box, fullBox, repeat, replaceBox, u32 } from '../test-containers.ts';
import { makeStructures } from '../test-hostile-structures.ts';
import { checkStructure } from './check-structure.ts';

const minute = 'color=black:s=64x64:r=25:d=60';

const makeTestFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'structure-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

describe.skipIf(whyNoClips)('the structure of a clip', () => {
  test('too many parts are refused in every container, and a file with few of them is not', async () => {
    const folder = makeTestFolder();
    const clip = readFileSync(
      makeClip({ folder, name: 'minute.mp4', sound: null, picture: minute, args: [...h264, '-g', '1000'] }),
    );
    const { PATH } = process.env;
    onTestFinished(() => {
      process.env.PATH = PATH;
    });
    const outcomes: unknown[] = [];
    const structures = await makeStructures(clip);
    for (const { name, fileName, make, harmless = 100 } of structures) {
      const path = join(folder, fileName);
      const type = mediaOfName(fileName)!;
      const many = make(6000);
      writeFileSync(path, make(harmless));
      const passed = await refusalOf(Promise.resolve().then(() => checkStructure({ path, type })));
      writeFileSync(path, many);
      // No program can be started: the refusal comes before.
      process.env.PATH = '';
      const refused = await refusalOf(probeClip({ path, type }));
      process.env.PATH = PATH;
      const sniffed = sniffMedia(many.subarray(0, sniffBytes));
      outcomes.push([`${name} in ${extname(fileName)}`, sniffed !== null, passed, refused]);
    }
    expect(outcomes).toEqual(
      structures.map(({ name, fileName }) => [
        `${name} in ${extname(fileName)}`,
        true,
        'nothing refused',
        'CLIP_TOO_COMPLEX',
      ]),
    );
  });

  test('an edited recording is processed: pauses, and a hundred cuts of a second', async () => {
    const folder = makeTestFolder();
    const path = makeClip({ folder, name: 'edited.mp4', sound: null, picture: minute, args: h264 });
    const cut = (nth: number) => Buffer.concat([u32(500), u32(nth * 512 * 12), u32(0x10000)]);
    const pause = Buffer.concat([u32(200), u32(0xffffffff), u32(0x10000)]);
    const edits = box('edts', fullBox('elst', Buffer.concat([u32(101), pause, repeat(100, cut)])));
    writeFileSync(
      path,
      replaceBox(readFileSync(path), ['moov', 'trak', 'edts'], () => edits),
    );
    expect((await probeClip({ path, type: 'mp4' })).streams).toHaveLength(1);
  });

  test('ordinary clips of every container pass', async () => {
    const folder = makeTestFolder();
    const names = ['a.mp4', 'a.mov', 'a.mkv', 'a.avi', 'a.ts', 'a.flv', 'a.wmv', 'a.mpg', 'a.webm', 'a.3gp'];
    for (const name of names) {
      const args = name === 'a.webm' ? ['-c:v', 'libvpx', '-c:a', 'libopus'] : ['-ar', '44100', '-g', '5'];
      const codecs = name === 'a.3gp' ? ['-c:v', 'mpeg4', '-c:a', 'aac'] : args;
      const path = makeClip({ folder, name, seconds: 3, args: codecs });
      expect([name, (await probeClip({ path, type: mediaOfName(name)! })).streams?.length]).toEqual([name, 2]);
    }
    for (const name of ['a.mp3', 'a.wav', 'a.flac', 'a.ogg', 'a.aac', 'a.m4a']) {
      const path = makeClip({ folder, name, seconds: 3, picture: null, args: ['-metadata', 'title=A song'] });
      expect([name, (await probeClip({ path, type: mediaOfName(name)! })).streams?.length]).toEqual([name, 1]);
    }
  });
});
