// For tests: small clips with forged durations, rates, offsets and stream counts.
import { deflateSync } from 'node:zlib';
import {
  ascii,
  block,
  chunk,
  cluster,
  element,
  endless,
  type HostileClip,
  makeAvi,
  makeFrame,
  matroska,
  repeat,
  track,
  u8,
  u32,
} from './test-containers.ts';

const max = 0xffff_ffff;
const many = 0x7fff_ffff;
const jpegTrack = { codec: 'V_MJPEG', width: 16, height: 16 };
const samples = Buffer.alloc(1600, 7);

/** Forged durations, rates and offsets in Matroska and AVI. */
export async function lieAboutTimes(): Promise<HostileClip[]> {
  const frame = await makeFrame();
  const clip = (name: string, bytes: Buffer, options: Record<string, unknown> = {}): HostileClip => ({
    name: `times: ${name}`,
    fileName: 'a.mkv',
    bytes,
    options,
  });
  const at = (...times: readonly number[]) => Buffer.concat(times.map(time => cluster(time, block(1, 0, frame))));
  const soundAt = (...times: readonly number[]) =>
    Buffer.concat(times.map(time => cluster(time, block(1, 0, samples))));
  const sound = (hertz: number, channels = 1) => track({ codec: 'A_PCM/INT/LIT', hertz, channels });
  const plain = track({ ...jpegTrack, frameNs: 40_000_000 });
  const seekToItself = element(
    '114d9b74',
    element('4dbb', Buffer.concat([element('53ab', Buffer.from('114d9b74', 'hex')), element('53ac', u32(0))])),
  );
  const cues = element(
    '1c53bb6b',
    repeat(1000, i =>
      element(
        'bb',
        Buffer.concat([
          element('b3', u32(i)),
          element('b7', Buffer.concat([element('f7', u8(1)), element('f1', u32(max - i))])),
        ]),
      ),
    ),
  );
  const packed = (setting: Buffer) =>
    element('6d80', element('6240', Buffer.concat([element('5032', u8(1)), element('5034', setting)])));
  const zipped = track({ ...jpegTrack, frameNs: 40_000_000, more: packed(element('4254', u8(0))) });
  const bomb = deflateSync(Buffer.alloc(9_000_000));
  return [
    clip(
      'two frames 15 minutes apart that claim a million a second',
      matroska({ tracks: track({ ...jpegTrack, frameNs: 1000 }), rest: at(0, 890_000), seconds: 890 }),
      { speed: 2 },
    ),
    clip(
      'frames of a nanosecond',
      matroska({ tracks: track({ ...jpegTrack, frameNs: 1 }), rest: at(0, 40, 80), seconds: 1 }),
      { speed: 2, format: 'gif' },
    ),
    clip(
      '3,000 frames at one moment',
      matroska({
        tracks: plain,
        rest: cluster(0, ...Array.from({ length: 3000 }, () => block(1, 0, frame))),
        seconds: 1,
      }),
      { speed: 2 },
    ),
    clip('a length of 30,000 years', matroska({ tracks: plain, rest: at(0, 40), seconds: 1e12 })),
    clip('a length that is no number', matroska({ tracks: plain, rest: at(0, 40), seconds: Number.NaN })),
    clip('a length below zero', matroska({ tracks: plain, rest: at(0, 40), seconds: -5 })),
    clip('no length, and a last frame after 49 days', matroska({ tracks: plain, rest: at(0, max - 1) })),
    clip('times that run backwards', matroska({ tracks: plain, rest: at(9000, 6000, 3000, 0), seconds: 10 }), {
      speed: 2,
    }),
    clip('two sounds 15 minutes apart', matroska({ tracks: sound(48_000), rest: soundAt(0, 890_000), seconds: 891 }), {
      format: 'mp3',
    }),
    clip(
      'two sounds 15 minutes apart at a billion hertz',
      matroska({ tracks: sound(1e9), rest: soundAt(0, 890_000), seconds: 891 }),
      { format: 'wav', speed: 2 },
    ),
    clip('sound of 65,535 channels', matroska({ tracks: sound(48_000, 65_535), rest: soundAt(0, 10), seconds: 1 }), {
      format: 'mp3',
    }),
    clip('sound of no hertz', matroska({ tracks: sound(0), rest: soundAt(0, 10), seconds: 1 }), { format: 'wav' }),
    clip('a segment of 2^56 bytes', matroska({ tracks: plain, rest: at(0, 40), seconds: 1, claimed: 2n ** 56n - 2n })),
    clip(
      'a segment and clusters without an end',
      matroska({
        tracks: plain,
        rest: repeat(2000, i => element('1f43b675', element('e7', u32(i)), endless)),
        seconds: 1,
        claimed: endless,
      }),
    ),
    clip(
      'a frame of 2^50 bytes',
      matroska({ tracks: plain, rest: cluster(0, element('a3', frame, 2n ** 50n)), seconds: 1 }),
    ),
    clip(
      'a setting of 2^40 bytes',
      matroska({ tracks: element('ae', element('63a2', u8(1), 2n ** 40n)), rest: at(0), seconds: 1 }),
    ),
    clip(
      'an index that leads to itself',
      matroska({ tracks: plain, first: seekToItself, rest: at(0, 40), seconds: 1 }),
    ),
    clip(
      'an index that leads behind the end',
      matroska({ tracks: plain, rest: Buffer.concat([at(0, 40), cues]), seconds: 1 }),
      { start: 0.5 },
    ),
    clip(
      '5,000 tags inside each other',
      matroska({
        tracks: plain,
        rest: Buffer.concat([
          Array.from({ length: 5000 }).reduce<Buffer>(inner => element('67c8', inner), Buffer.alloc(0)),
          at(0),
        ]),
        seconds: 1,
      }),
    ),
    clip(
      'frames packed to a thousandth',
      matroska({
        tracks: zipped,
        rest: cluster(0, ...Array.from({ length: 50 }, (_, i) => block(1, i * 40, bomb))),
        seconds: 2,
      }),
      { speed: 2 },
    ),
    clip(
      '10,000 tracks',
      matroska({ tracks: repeat(10_000, i => track({ ...jpegTrack, number: i + 1 })), rest: at(0, 40), seconds: 1 }),
    ),
    ...aviLies(frame),
  ];
}

function aviLies(frame: Buffer): HostileClip[] {
  const clip = (name: string, bytes: Buffer, options: Record<string, unknown> = {}): HostileClip => ({
    name: `AVI: ${name}`,
    fileName: 'a.avi',
    bytes,
    options,
  });
  const frames = Array.from({ length: 3 }, () => chunk('00dc', frame));
  const entry = (at: number, size: number) =>
    Buffer.concat([ascii('00dc'), Buffer.from(Uint32Array.of(0x10, at, size).buffer)]);
  const index = (...entries: readonly Buffer[]) => chunk('idx1', Buffer.concat(entries));
  return [
    clip(
      'an index behind the end',
      makeAvi({
        streams: ['vids'],
        movi: frames,
        after: [index(...Array.from({ length: 1000 }, () => entry(many, many)))],
      }),
    ),
    clip(
      'an index of one frame, 100,000 times',
      makeAvi({
        streams: ['vids'],
        movi: frames,
        after: [index(...Array.from({ length: 100_000 }, () => entry(4, frame.length)))],
        frames: 100_000,
      }),
      { speed: 4 },
    ),
    clip('four billion frames a second', makeAvi({ streams: ['vids'], movi: frames, rate: [max, 1] }), { speed: 2 }),
    clip('four billion frames', makeAvi({ streams: ['vids'], movi: frames, frames: max })),
    clip('no rate', makeAvi({ streams: ['vids'], movi: frames, rate: [0, 0] })),
    clip('10,000 streams', makeAvi({ streams: Array.from({ length: 10_000 }, () => 'vids' as const), movi: frames })),
    clip(
      'sound of four billion hertz',
      makeAvi({ streams: ['auds'], movi: [chunk('00wb', Buffer.alloc(800))], sound: [2, max, 4] }),
      { format: 'wav' },
    ),
    clip(
      'sound without size',
      makeAvi({ streams: ['auds'], movi: [chunk('00wb', Buffer.alloc(800))], sound: [0, 8000, 0] }),
      { format: 'mp3' },
    ),
    clip(
      'a list of four gigabytes',
      Buffer.concat([
        ascii('RIFF'),
        Buffer.alloc(4, 0xff),
        ascii('AVI LIST'),
        Buffer.alloc(4, 0xff),
        ascii('hdrl'),
        Buffer.alloc(64),
      ]),
    ),
  ];
}
