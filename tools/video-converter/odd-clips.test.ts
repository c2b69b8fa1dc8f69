// Tests unusual, broken and hostile clips: each is converted as it should look, or refused, and no other file is read.
import { open, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { probeFile } from 'engines/probe.ts';
import { expectColours, quarters, refusalOf } from 'engines/test-pictures.ts';
import {
  countFrames,
  h264,
  listen,
  lookAtQuarters,
  makeClip,
  nameColours,
  pitchOf,
  quartersOf,
  whyNoClips,
} from 'engines/video/test-clips.ts';
import { describe, expect, test } from 'vitest';
import { makeTestFolder } from '../test-run.ts';
import { convert, convertOnly } from './test-converter.ts';

const tolerance = 26;

/** Writes a quarter turn into the header of every track, as a phone held upright does (ISO 14496-12, 8.3.2). */
async function turnUpright(path: string): Promise<void> {
  const bytes = await readFile(path);
  const one = 0x00010000;
  const matrix = [0, one, 0, -one, 0, 0, 0, 0, 0x40000000];
  for (let at = bytes.indexOf('tkhd'); at >= 0; at = bytes.indexOf('tkhd', at + 4))
    for (const [n, value] of matrix.entries()) bytes.writeInt32BE(value, at + 44 + n * 4);
  await writeFile(path, bytes);
}

/** The quarters of the test image after a clockwise quarter turn. */
const turned = [quarters[2]!, quarters[0]!, quarters[3]!, quarters[1]!];

describe.skipIf(whyNoClips)('unusual clips', () => {
  test('a clip filmed in portrait stays upright, copied or encoded', async () => {
    const path = makeClip({ folder: await makeTestFolder(), name: 'phone.mp4' });
    await turnUpright(path);
    const facts = await probeFile(path, 1);
    expect([facts.width, facts.height, facts.streams?.[0]?.turn]).toEqual([120, 160, 90]);
    for (const options of [{}, { format: 'mkv' }, { shortSide: 120, speed: 2 }, { format: 'gif' }] as const) {
      const { file, meta } = await convertOnly(path, options);
      expect([file.width, file.height]).toEqual([120, 160]);
      expectColours(lookAtQuarters(file.path), turned, tolerance);
      expect(meta.video).toBe(Object.keys(options).length === 0 ? 'copy' : 'encode');
    }
  });

  test('frames at a variable rate keep their times and stay in sync with the sound', async () => {
    const picture = `${quartersOf('160x120', 2)},select='not(mod(n,7))+lt(n,10)'`;
    const args = [...h264, '-fps_mode', 'vfr', '-c:a', 'aac'];
    const path = makeClip({ folder: await makeTestFolder(), name: 'screen.mp4', picture, seconds: 2, args });
    expect((await probeFile(path, 1)).streams?.[0]).toMatchObject({ isVariable: true });
    const before = countFrames(path).times;
    const made = await convert(path, { quality: 60, shortSide: 120, width: 128 });
    expect(made.meta.video).toBe('encode');
    const after = countFrames(made.file.path).times;
    expect(after.length).toBe(before.length);
    for (const [n, time] of after.entries()) expect(Math.abs(time - before[n]!)).toBeLessThan(0.021);
    expect(listen(made.file.path).length / 8000).toBeGreaterThan(1.9);
  });

  test.each([
    ['ts', [...h264, '-g', '100', '-bf', '2', '-c:a', 'aac']],
    ['mpg', ['-c:v', 'mpeg2video', '-q:v', '3', '-g', '100', '-c:a', 'mp2']],
  ])(
    'a part of a clip in %s begins at its time, although the container has no list of key frames',
    async (type, args) => {
      // Red, then green from 5.5 s, blue from 6 s, red again from 7 s; a tone from 6 s on. Key frames are 4 s apart.
      const changes = ['lime:5.5', 'blue:6', 'red:7'].map(one => {
        const [colour, from] = one.split(':');
        return `drawbox=c=${colour}:t=fill:enable='gte(t,${from})'`;
      });
      const picture = [`color=red:s=160x120:r=25:d=10`, ...changes].join(',');
      const sound = `sine=frequency=440:duration=10,volume=0:enable='lt(t,6)'`;
      const path = makeClip({ folder: await makeTestFolder(), name: `broadcast.${type}`, picture, sound, args });
      for (const options of [{ format: 'mp4' }, { format: 'mp4', targetMb: 1 }] as const) {
        const made = await convert(path, { ...options, start: 5.5, end: 6.5 });
        // The video of a transport stream begins up to 0.1 s after its sound.
        const tone = listen(made.file.path).findIndex(one => Math.abs(one) > 0.02) / 8000;
        expect(nameColours(made.file.path, 0.12, 0.4, 0.62, 0.9)).toEqual(['green', 'green', 'blue', 'blue']);
        expect(Math.abs(made.facts.seconds! - 1)).toBeLessThan(0.07);
        expect(Math.abs(tone - 0.5)).toBeLessThan(0.07);
      }
      const { file } = await convertOnly(path, { format: 'gif', start: 5.6, end: 5.9 });
      expect(nameColours(file.path, 0)).toEqual(['green']);
    },
  );

  test('a part of a clip with a variable rate begins with the frame on display, and stays in sync', async () => {
    // Red until 4 s in a single frame, then green, then blue from 5 s to 6; a tone from 4 s on.
    const changes = `drawbox=c=lime:t=fill:enable='gte(t,4)',drawbox=c=blue:t=fill:enable='gte(t,5)'`;
    const picture = `color=red:s=160x120:r=30:d=6,${changes},select='eq(n,0)+gte(t,4)'`;
    const sound = `sine=frequency=440:duration=6,volume=0:enable='lt(t,4)'`;
    const args = [...h264, '-fps_mode', 'vfr', '-c:a', 'aac'];
    const path = makeClip({ folder: await makeTestFolder(), name: 'screen.mp4', picture, sound, args });
    expect((await probeFile(path, 1)).streams?.[0]).toMatchObject({ isVariable: true });
    const look = async (options: Parameters<typeof convert>[1], ...times: number[]) => {
      const made = await convert(path, { format: 'mp4', width: 128, ...options });
      expect(made.meta.video).toBe('encode');
      const colours = nameColours(made.file.path, ...times);
      const samples = listen(made.file.path);
      return { colours, seconds: made.facts.seconds!, tone: samples.findIndex(one => Math.abs(one) > 0.02) / 8000 };
    };
    const whole = await look({ start: 2, end: 5.5 }, 0, 1.9, 2.1, 2.9, 3.1, 3.4);
    expect(whole.colours).toEqual(['red', 'red', 'green', 'green', 'blue', 'blue']);
    expect(Math.abs(whole.seconds - 3.5)).toBeLessThan(0.1);
    expect(Math.abs(whole.tone - 2)).toBeLessThan(0.07);
    const rest = await look({ start: 3 }, 0, 0.9, 1.1, 2.1);
    expect(rest.colours).toEqual(['red', 'red', 'green', 'blue']);
    expect(Math.abs(rest.seconds - 3)).toBeLessThan(0.1);
    const still = await look({ start: 1, end: 3 }, 0, 1.9);
    expect(still.colours).toEqual(['red', 'red']);
    expect(Math.abs(still.seconds - 2)).toBeLessThan(0.1);
    const fast = await look({ start: 2, end: 5.5, speed: 2 }, 0, 0.9, 1.1, 1.6);
    expect(fast.colours).toEqual(['red', 'red', 'green', 'blue']);
    expect(Math.abs(fast.tone - 1)).toBeLessThan(0.07);
  });

  test('a part in which no frame begins shows the frame on display', async () => {
    const folder = await makeTestFolder();
    // Two slides of four seconds, one frame each: red, then green.
    const picture = `color=red:s=160x120:r=1/4:d=8,drawbox=c=lime:t=fill:enable='gte(t,4)'`;
    const slides = makeClip({ folder, name: 'slides.mp4', picture, seconds: 8 });
    expect((await probeFile(slides, 1)).streams?.[0]).toMatchObject({ isVariable: false, framesPerSecond: 0.25 });
    const look = async (path: string, options: Parameters<typeof convert>[1], ...times: number[]) => {
      const { file, facts } = await convert(path, { width: 128, ...options });
      return { colours: nameColours(file.path, ...times), seconds: facts.seconds! };
    };
    const still = await look(slides, { start: 1, end: 3 }, 0, 1.5);
    expect(still.colours).toEqual(['red', 'red']);
    expect(Math.abs(still.seconds - 2)).toBeLessThan(0.15);
    const both = await look(slides, { start: 1, end: 6 }, 0, 2.8, 3.2, 4.5);
    expect(both.colours).toEqual(['red', 'red', 'green', 'green']);
    expect(Math.abs(both.seconds - 5)).toBeLessThan(0.15);
    expect((await look(slides, { start: 5, end: 7, format: 'gif' }, 0)).colours).toEqual(['green']);
    // A copy would keep the whole last frame.
    const { meta, facts } = await convert(slides, { end: 2 });
    expect(meta.video).toBe('encode');
    expect(Math.abs(facts.seconds! - 2)).toBeLessThan(0.15);
    expect((await convertOnly(slides, {})).meta.video).toBe('copy');
    // Shorter than a frame.
    const film = makeClip({ folder, name: 'film.mp4', picture: 'color=red:s=160x120:r=25:d=1' });
    expect((await look(film, { start: 0.97, end: 0.99 }, 0)).colours).toEqual(['red']);
  });

  test('HDR is tone-mapped to SDR', async () => {
    const tags = ['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc'];
    const params = 'colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:log-level=error';
    const args = [
      '-c:v',
      'libx265',
      '-preset',
      'ultrafast',
      '-x265-params',
      params,
      '-pix_fmt',
      'yuv420p10le',
      ...tags,
      '-an',
    ];
    const path = makeClip({ folder: await makeTestFolder(), name: 'hdr.mp4', sound: null, args });
    expect((await probeFile(path, 1)).streams?.[0]).toMatchObject({ codec: 'hevc', isHdr: true });
    const made = await convert(path);
    expect(made.video).toMatchObject({ codec: 'h264', pixelFormat: 'yuv420p', isHdr: false });
    expect(made.meta.warnings).toEqual([]);
    // Apple's players play the original directly.
    const original = await convertOnly(path, { format: 'mov' });
    expect(original.meta.video).toBe('copy');
    expect(original.bytes.includes('hvc1')).toBe(true);
  });

  test('HDR that does not say its matrix and primaries is taken for BT.2020', async () => {
    const make = async (colours: readonly string[], tags: readonly string[]) => {
      const params = ['transfer=smpte2084', ...colours, 'log-level=error'].join(':');
      const codec = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', params, '-pix_fmt', 'yuv420p10le'];
      const args = [...codec, '-color_trc', 'smpte2084', ...tags, '-an'];
      return makeClip({ folder: await makeTestFolder(), name: 'hdr.mkv', sound: null, args });
    };
    const silent = await make([], []);
    const tags = ['-color_primaries', 'bt2020', '-colorspace', 'bt2020nc'];
    const told = await make(['colorprim=bt2020', 'colormatrix=bt2020nc'], tags);
    expect((await probeFile(silent, 1)).streams?.[0]).toMatchObject({ isHdr: true, lacksHdrColours: true });
    expect((await probeFile(told, 1)).streams?.[0]?.lacksHdrColours).toBeUndefined();
    const [one, other] = [await convert(silent), await convert(told)];
    expect(one.video).toMatchObject({ codec: 'h264', isHdr: false });
    expectColours(lookAtQuarters(one.file.path), lookAtQuarters(other.file.path) as never, 4);
  });

  test('interlaced frames are deinterlaced', async () => {
    const args = ['-c:v', 'mpeg2video', '-flags', '+ildct+ilme', '-top', '1', '-an', '-f', 'vob'];
    const path = makeClip({ folder: await makeTestFolder(), name: 'tape.mpg', sound: null, args });
    expect((await probeFile(path, 1)).streams?.[0]).toMatchObject({ isInterlaced: true });
    expect((await convert(path)).video).toMatchObject({ isInterlaced: false });
  });

  test('non-square pixels are scaled to their aspect ratio', async () => {
    const picture = `${quartersOf('160x120', 1)},setsar=2`;
    const path = makeClip({ folder: await makeTestFolder(), name: 'wide.mkv', picture });
    expect(await probeFile(path, 1)).toMatchObject({ width: 320, height: 120 });
    const made = await convertOnly(path, { shortSide: 120, width: 160 });
    expect(made.file).toMatchObject({ width: 160, height: 60 });
  });

  test('a cover image is no clip, and stays with the sound; attachments are dropped, which is said', async () => {
    const folder = await makeTestFolder();
    const secret = join(folder, 'secret.txt');
    await writeFile(secret, 'attached words');
    const args = [...h264, '-c:a', 'aac', '-attach', secret, '-metadata:s:t', 'mimetype=text/plain'];
    const made = await convertOnly(makeClip({ folder, name: 'attached.mkv', args }), { format: 'mkv' });
    expect(made.bytes.includes('attached words')).toBe(false);
    expect(made.meta.warnings).toEqual(['attachments-left-out']);
    const cover = makeClip({ folder, name: 'cover.png', sound: null, args: ['-frames:v', '1'] });
    const covered = ['-i', cover, '-map', '0:a', '-map', '1:v', '-c:v', 'copy', '-disposition:v', 'attached_pic'];
    const song = makeClip({ folder, name: 'song.mp3', picture: null, args: [...covered, '-c:a', 'libmp3lame'] });
    expect(await refusalOf(convertOnly(song))).toBe('CLIP_WITHOUT_PICTURE');
    const kept = await convert(song, { format: 'm4a' });
    expect(kept.facts.streams?.map(({ kind, holds }) => holds ?? kind)).toEqual(['sound', 'cover']);
    const bare = await convert(song, { format: 'wav' });
    expect([bare.facts.streams?.length, bare.meta.warnings]).toEqual([1, ['cover-left-out']]);
  });

  test('a clip that is encoded keeps its cover and both of its sounds, at a quality and to a size', async () => {
    const folder = await makeTestFolder();
    const cover = ['-f', 'lavfi', '-i', 'color=blue:s=64x64:d=1'];
    const tracks = ['-map', '0:v', '-map', '1:a', '-map', '1:a', '-map', '2:v', '-c:v:1', 'mjpeg', '-frames:v:1', '1'];
    const args = [...cover, ...tracks, '-disposition:v:1', 'attached_pic', '-c:v:0', 'libx264', '-c:a', 'aac'];
    const path = makeClip({ folder, name: 'phone.mp4', seconds: 2, args });
    for (const options of [{ start: 0.5 }, { start: 0.5, targetMb: 0.05 }]) {
      const made = await convert(path, options);
      expect([made.meta.video, made.meta.leftOut]).toEqual(['encode', []]);
      const kinds = made.facts.streams?.map(({ kind, codec, holds }) => holds ?? `${kind} ${codec}`);
      expect(kinds).toEqual(['video h264', 'sound aac', 'sound aac', 'cover']);
      expectColours(lookAtQuarters(made.file.path), quarters, tolerance);
    }
  });

  test('of a truncated clip the existing part is converted, with a warning', async () => {
    const folder = await makeTestFolder();
    const args = [...h264, '-g', '10', '-c:a', 'aac', '-movflags', '+faststart'];
    const path = makeClip({ folder, name: 'half.mp4', picture: 'testsrc2=s=160x120:r=25:d=8', seconds: 8, args });
    const whole = await readFile(path);
    await truncate(path, Math.round(whole.length * 0.5));
    expect((await probeFile(path, 1)).isDamaged).toBe(true);
    const made = await convert(path, { speed: 2 });
    expect(made.meta.warnings).toContain('cut-short');
    expect(made.facts.seconds).toBeGreaterThan(1);
    expect(made.facts.seconds).toBeLessThan(3.5);
  });

  // The reader of AVI files counts the time that is left, whatever the header promises.
  test('a truncated AVI is converted with a warning, and without one where the missing end was not wanted', async () => {
    const folder = await makeTestFolder();
    const args = ['-c:v', 'mpeg4', '-g', '10', '-c:a', 'mp2'];
    const path = makeClip({ folder, name: 'half.avi', picture: 'testsrc2=s=160x120:r=25:d=12', seconds: 12, args });
    expect((await convertOnly(path)).meta.warnings).toEqual([]);
    const whole = await readFile(path);
    await truncate(path, Math.round(whole.length * 0.5));
    expect((await probeFile(path, 1)).isDamaged).toBe(true);
    const made = await convert(path);
    expect(made.meta.warnings).toContain('cut-short');
    expect(made.facts.seconds).toBeGreaterThan(4);
    expect(made.facts.seconds).toBeLessThan(7);
    expect((await convertOnly(path, { start: 1, end: 3 })).meta.warnings).toEqual([]);
  });

  test('a recording without a duration in its header is measured', async () => {
    const folder = await makeTestFolder();
    // Browsers write such files while recording.
    const args = [
      '-c:v',
      'libvpx',
      '-deadline',
      'realtime',
      '-cpu-used',
      '8',
      '-c:a',
      'libopus',
      '-live',
      '1',
      '-f',
      'webm',
    ];
    const path = makeClip({ folder, name: 'recorded.webm', seconds: 2, args });
    const { seconds = 0 } = await probeFile(path, 1);
    expect(Math.abs(seconds - 2)).toBeLessThan(0.2);
    const made = await convert(path);
    expect(made.facts.seconds).toBeGreaterThan(1.8);
    expectColours(lookAtQuarters(made.file.path), quarters, tolerance);
  });

  test.each([
    ['aac', ['-c:a', 'aac', '-q:a', '1']],
    ['mp3', ['-c:a', 'libmp3lame', '-q:a', '4', '-write_xing', '0']],
  ])('the duration of %s is measured, so that its last part can be chosen', async (type, args) => {
    // Noise takes many bits and the quiet tone after it few, so an estimate from the first frames is far too short.
    const sound = `aevalsrc='if(lt(t,5),random(0)-0.5,0.1*sin(440*2*PI*t))':d=40`;
    const path = makeClip({ folder: await makeTestFolder(), name: `noisy.${type}`, picture: null, sound, args });
    const { seconds, isDamaged = false } = await probeFile(path, 1);
    expect([Math.round(seconds!), isDamaged]).toEqual([40, false]);
    const made = await convert(path, { format: 'wav', start: 36, end: 38 });
    expect(Math.abs(made.facts.seconds! - 2)).toBeLessThan(0.05);
    expect(Math.abs(pitchOf(listen(made.file.path)) - 440)).toBeLessThan(5);
  });

  test('AAC with a tag in front is read as AAC', async () => {
    const args = ['-c:a', 'aac', '-write_id3v2', '1', '-metadata', 'title=Tagged'];
    const path = makeClip({ folder: await makeTestFolder(), name: 'tagged.aac', picture: null, seconds: 2, args });
    expect((await readFile(path)).subarray(0, 3).toString()).toBe('ID3');
    const made = await convert(path, { format: 'wav' });
    expect(Math.abs(pitchOf(listen(made.file.path)) - 440)).toBeLessThan(5);
    expect(made.facts.seconds).toBeGreaterThan(1.9);
  });

  test('pixels with an impossible aspect ratio count as square', async () => {
    const picture = `${quartersOf('160x120', 1)},setsar=1/5000`;
    const path = makeClip({ folder: await makeTestFolder(), name: 'thin.mkv', picture });
    expect(await probeFile(path, 1)).toMatchObject({ width: 160, height: 120 });
    expect((await convertOnly(path, { width: 80 })).file).toMatchObject({ width: 80, height: 60 });
  });

  test('a clip without frame data has no poster, and that is no fault', async () => {
    const folder = await makeTestFolder();
    const path = makeClip({ folder, name: 'empty.mp4', picture: quartersOf('160x120', 1) });
    const bytes = await readFile(path);
    const steps = bytes.indexOf('stts');
    bytes.writeUInt32BE(0xffffffff, steps + 16);
    await writeFile(path, bytes);
    const outcome = await refusalOf(convertOnly(path));
    expect(['nothing refused', 'FILE_CORRUPT', 'CLIP_TOO_LONG']).toContain(outcome);
  });

  test('a clip without its index is refused as damaged, but an AVI is not', async () => {
    const folder = await makeTestFolder();
    const path = makeClip({ folder, name: 'lost.mp4' });
    const bytes = await readFile(path);
    await truncate(path, bytes.indexOf('moov') - 4);
    expect(await refusalOf(convertOnly(path))).toBe('FILE_CORRUPT');
    const avi = makeClip({ folder, name: 'lost.avi', args: ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'] });
    await truncate(avi, (await readFile(avi)).lastIndexOf('idx1'));
    expect((await convert(avi)).facts.seconds).toBeGreaterThan(0.8);
  });
});

describe.skipIf(whyNoClips)('hostile clips', () => {
  const secret = 'root:';

  test.each([
    ['a playlist', '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'],
    ['a list of files', "ffconcat version 1.0\nfile '/etc/passwd'\n"],
    ['a session description', 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 9 RTP/AVP 96\n'],
    ['a manifest', '<?xml version="1.0"?><MPD><Period><BaseURL>file:///etc/passwd</BaseURL></Period></MPD>'],
  ])('%s after the first bytes of an MP4 is read as an MP4 and refused', async (_, text) => {
    const folder = await makeTestFolder();
    const path = join(folder, 'a.mp4');
    const head = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');
    await writeFile(path, Buffer.concat([head, Buffer.from(text)]));
    expect(await refusalOf(convertOnly(path))).toBe('FILE_CORRUPT');
  });

  test('a clip that refers to another file is not followed', async () => {
    const folder = await makeTestFolder();
    const path = makeClip({ folder, name: 'a.mov', args: [...h264, '-c:a', 'aac'] });
    const bytes = await readFile(path);
    // A reference to external data: "same file" is a flag of the entry, without which the entry contains a path.
    for (let at = bytes.indexOf('url '); at >= 0; at = bytes.indexOf('url ', at + 4)) bytes.writeUInt32BE(0, at + 4);
    await writeFile(path, bytes);
    const outcome = await convert(path).then(made => made.bytes.includes(secret), refusalLike);
    expect(outcome).not.toBe(true);
  });

  const refusalLike = (error: unknown) => (error as { code?: string }).code ?? 'fault';

  test('a header that claims an enormous frame is refused before memory is allocated', async () => {
    const path = makeClip({
      folder: await makeTestFolder(),
      name: 'a.mkv',
      args: ['-c:v', 'mjpeg', '-an'],
      sound: null,
    });
    const bytes = await readFile(path);
    // The header of every frame (ITU T.81, B.2.2), regardless of the container's size.
    const start = Buffer.from([0xff, 0xc0]);
    for (let at = bytes.indexOf(start); at >= 0; at = bytes.indexOf(start, at + 2)) {
      bytes.writeUInt16BE(65_500, at + 5);
      bytes.writeUInt16BE(65_500, at + 7);
    }
    await writeFile(path, bytes);
    expect(['FILE_CORRUPT', 'PIXELS_TOO_MANY', 'MEMORY_EXCEEDED']).toContain(await refusalOf(convertOnly(path)));
  });

  test('a file with an absurd number of tracks is refused', async () => {
    const folder = await makeTestFolder();
    const path = makeClip({ folder, name: 'a.ts', args: [...h264, '-an'], sound: null });
    const many = Array.from({ length: 100 }, () => ['-map', '0:v']).flat();
    const tracks = makeClip({ folder, name: 'many.mkv', sound: null, seconds: 0.2, args: [...many, '-c:v', 'mjpeg'] });
    expect(await refusalOf(convertOnly(tracks))).toBe('FILE_CORRUPT');
    expect((await convert(path)).video?.codec).toBe('h264');
  });

  test('noise after a valid header is refused as damaged', async () => {
    const folder = await makeTestFolder();
    const path = makeClip({ folder, name: 'a.flv', args: ['-c:v', 'flv', '-an'], sound: null });
    const file = await open(path, 'r+');
    const { size } = await file.stat();
    const noise = Buffer.alloc(size - 500);
    for (let at = 0; at < noise.length; at++) noise[at] = (at * 7919 + (at >> 3) * 104_729) & 0xff;
    await file.write(noise, 0, noise.length, 500);
    await file.close();
    const outcome = await refusalOf(convertOnly(path));
    expect(['FILE_CORRUPT', 'CLIP_WITHOUT_PICTURE', 'CLIP_RANGE_EMPTY', 'nothing refused']).toContain(outcome);
  });
});
