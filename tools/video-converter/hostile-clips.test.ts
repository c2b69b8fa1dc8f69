// Tests the converter without the server's sandbox on files that reference other files or addresses, and on forged headers: each is refused or
// converted, and nothing outside is touched. `npm run bench hostile-media` runs all of them.
import { once } from 'node:events';
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isErrorCode } from 'contract/errors.ts';
import { sniffBytes, sniffMedia } from 'contract/media.ts';
import { refusalOf } from 'engines/test-pictures.ts';
import { makeClip, whyNoClips } from 'engines/video/test-clips.ts';
import type { HostileClip } from 'engines/video/test-containers.ts';
import { firstBytes, makeSpies } from 'engines/video/test-hostile-clips.ts';
import { lieInMp4 } from 'engines/video/test-hostile-indexes.ts';
import { lieAboutSizes } from 'engines/video/test-hostile-sizes.ts';
import { lieElsewhere } from 'engines/video/test-hostile-sounds.ts';
import { lieAboutTimes } from 'engines/video/test-hostile-times.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeTestFolder } from '../test-run.ts';
import { videoConverter } from './contract.ts';
import { convert } from './test-converter.ts';

const secret = 'words that nobody may read';

/**
 * Returns the refusal's code, or the outcome of a conversion that must not contain the secret; undefined for a type that the converter does not
 * accept.
 */
async function outcomeOf(clip: HostileClip, folder: string): Promise<unknown> {
  const type = sniffMedia(clip.bytes.subarray(0, sniffBytes));
  const accepted: readonly string[] = videoConverter.calls[0].inputs[0].accept;
  if (!type || !accepted.includes(type)) return undefined;
  const path = join(folder, clip.fileName);
  writeFileSync(path, clip.bytes);
  return refusalOf(convert(path, clip.options).then(made => expect(made.bytes.includes(secret)).toBe(false)));
}

/** Not accepted, refused with a known code, or converted: never a fault. */
const isSettled = (outcome: unknown) =>
  outcome === undefined || (typeof outcome === 'string' && (outcome === 'nothing refused' || isErrorCode(outcome)));

const pick = (clips: readonly HostileClip[], ...names: readonly string[]) =>
  names.map(name => clips.find(clip => clip.name.includes(name)) ?? expect.fail(`there is no clip ${name}`));

describe.skipIf(whyNoClips)('hostile clips', () => {
  test('the first bytes of each file identify its type', () => {
    for (const [type, bytes] of Object.entries(firstBytes)) expect(sniffMedia(bytes)).toBe(type);
  });

  test('playlists, references and subtitles that name other files and addresses are not followed', async () => {
    const folder = await makeTestFolder();
    const canary = join(await makeTestFolder(), 'canary.txt');
    writeFileSync(canary, secret);
    // With relatime, a file system updates the access time only if it is older than the last change.
    const [read, changed] = [new Date(2001, 0), new Date(2002, 0)];
    utimesSync(canary, read, changed);
    let visits = 0;
    const server = createServer(socket => {
      visits += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const clip = readFileSync(makeClip({ folder, name: 'sound.mp4' }));
    const spies = await makeSpies(clip, { canary, url: `http://127.0.0.1:${port}` });
    const chosen = spies.filter(
      ({ name }) => !/behind the first bytes/.test(name) || /playlist behind .* (mp4|mkv|avi|mp3)$/.test(name),
    );
    for (const spy of chosen) {
      const outcome = await outcomeOf(spy, folder);
      expect([spy.name, isSettled(outcome) || outcome]).toEqual([spy.name, true]);
    }
    expect([visits, statSync(canary).atime]).toEqual([0, read]);
  });

  test('forged headers are refused with a reason, or the actual content is converted', async () => {
    const folder = await makeTestFolder();
    const clip = readFileSync(makeClip({ folder, name: 'sound.mp4' }));
    const lies = [
      ...pick(
        lieInMp4(clip),
        'all frames at once',
        'behind the end',
        'without ticks',
        '20,000 boxes',
        '10,000 tracks',
        'an index and nothing else',
      ),
      ...pick(
        await lieAboutSizes(),
        'JPEG of 65,500',
        'H.264 of 65,536',
        'VP8 of 16,383',
        'VP9 of 65,536',
        'header of four billion',
      ),
      ...pick(
        await lieAboutTimes(),
        'that claim a million a second',
        'that is no number',
        'a billion hertz',
        '2^56 bytes',
        'leads to itself',
        'index of one frame',
      ),
      ...pick(
        lieElsewhere(),
        'packed text',
        '3,000 pictures',
        'four billion hertz',
        '10,000 streams',
        'objects inside',
      ),
    ];
    for (const lie of lies) {
      const outcome = await outcomeOf(lie, folder);
      expect([lie.name, isSettled(outcome) || outcome]).toEqual([lie.name, true]);
    }
  });
});
