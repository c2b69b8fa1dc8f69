// Detecting types by magic bytes: clips, audio and pictures, and files that only resemble them.
import { expect, test } from 'vitest';
import { mediaOfContentType, mediaOfName, sniffBytes, sniffFile, sniffMedia } from './media.ts';

const head = (text: string) => Uint8Array.from(`${text}${'\0'.repeat(64)}`, letter => letter.charCodeAt(0));
const packets = (bytes: number, first = 0) => {
  const all = new Uint8Array(sniffBytes);
  for (let at = first; at < all.length; at += bytes) all[at] = 0x47;
  return all;
};

test.each([
  ['\0\0\0\x18ftypisom\0\0\x02\0isomavc1', 'mp4'],
  ['\0\0\0\x18ftypM4V \0\0\x02\0M4V mp42', 'mp4'],
  ['\0\0\0\x14ftypqt  \0\0\x02\0qt  ', 'mov'],
  ['\0\0\0\x08wide\0\0\0\0mdat', 'mov'],
  ['\0\0\0\x18ftyp3gp4\0\0\x02\0isom3gp4', '3gp'],
  ['\0\0\0\x18ftypM4A \0\0\x02\0isommp42', 'm4a'],
  ['\0\0\0\x18ftypavif\0\0\0\0avifmif1', 'avif'],
  ['\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'heic'],
  ['\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm', 'webm'],
  ['\x1a\x45\xdf\xa3\xa3\x42\x86\x81\x01\x42\x82\x88matroska', 'mkv'],
  ['RIFF\0\0\0\0AVI LIST', 'avi'],
  ['RIFF\0\0\0\0WAVEfmt ', 'wav'],
  ['RIFF\0\0\0\0WEBPVP8 ', 'webp'],
  ['FLV\x01\x05\0\0\0\x09', 'flv'],
  ['\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\0\xaa\0\x62\xce\x6c', 'wmv'],
  ['.RMF\0\0\0\x12', 'rmvb'],
  ['\0\0\x01\xba\x44', 'mpg'],
  [`\x1f\x07\0\xbf${'\xff'.repeat(76)}?\x07\0\x8f`, 'dv'],
  [`\x1f\x07\0?${'\xff'.repeat(76)}?\x07\0\x8f`, 'dv'],
  ['\x1f\x07\0?\xf9yyy', null],
  ['#EXTM3U\n#EXT-X-VERSION:3', 'm3u8'],
  ['<?xml version="1.0"?>\n<!-- made by x -->\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011">', 'mpd'],
  ['ID3\x04\0\0', 'mp3'],
  ['ID3\x04\0\0\0\0\0\x03TAG\xff\xfb\x90\x64', 'mp3'],
  ['ID3\x04\0\0\0\0\0\x03TAG\xff\xf1\x50\x80', 'aac'],
  ['ID3\x04\0\x10\0\0\0\x03TAG3DI4567890fLaC\0', 'flac'],
  [`ID3\x04\0\0\0\0\x01\x00${'T'.repeat(128)}fLaC\0`, 'flac'],
  ['ID3\x04\0\0\0\x7f\x7f\x7fTAG\xff\xf1\x50\x80', 'mp3'],
  ['\xff\xfb\x90\x64', 'mp3'],
  ['\xff\xf1\x50\x80', 'aac'],
  ['OggS\0\x02', 'ogg'],
  ['fLaC\0\0\0\x22', 'flac'],
  ['ffconcat version 1.0', null],
  ['\xff\xfe<\0h\0', null],
  ['', null],
])('%j is %s', (text, type) => {
  expect(sniffMedia(head(text))).toBe(type);
});

/** A file with an ID3v2 tag of `bytes` bytes in front, and the parts of it that are read. */
function openTagged(bytes: number, follows: string) {
  const size = [21, 14, 7, 0].map(shift => (bytes >> shift) & 127);
  const start = Uint8Array.from([...'ID3\x04\0\0'].map(letter => letter.charCodeAt(0)).concat(size));
  const end = Uint8Array.from(follows, letter => letter.charCodeAt(0));
  const file = new Uint8Array(follows === '' ? 5000 : start.length + bytes + end.length);
  file.set(start);
  if (follows !== '') file.set(end, start.length + bytes);
  const parts: [number, number][] = [];
  const read = async (from: number, max: number) => {
    parts.push([from, max]);
    return file.subarray(from, from + max);
  };
  return { read, parts };
}

test.each([
  [5000, 'fLaC\0\0\0\x22', 'flac', 2],
  [300_000, '\xff\xf1\x50\x80', 'aac', 2],
  [4087, '\xff\xf1\x50\x80', 'aac', 2],
  [4085, 'RIFF\0\0\0\0WAVE', 'wav', 2],
  [4000, '\xff\xf1\x50\x80', 'aac', 1],
  [5000, '\xff\xfb\x90\x64', 'mp3', 2],
  [5000, '\x89PNG\r\n', 'mp3', 2],
  [200_000_000, '', 'mp3', 2],
])('behind a tag of %i bytes, %j is %s', async (bytes, follows, type, reads) => {
  const { read, parts } = openTagged(bytes, follows);
  expect(await sniffFile(read)).toBe(type);
  expect(parts).toEqual(
    [
      [0, sniffBytes],
      [10 + bytes, sniffBytes],
    ].slice(0, reads),
  );
});

test('transport streams are detected by the sync byte of each packet, camera files included', () => {
  expect(sniffMedia(packets(188))).toBe('ts');
  expect(sniffMedia(packets(192, 4))).toBe('ts');
  expect(sniffMedia(packets(190))).toBeNull();
});

test('names and content types are hints for clips as for pictures', () => {
  expect(['a.M4V', 'a.rm', 'a.mts', 'a.opus', 'a.3g2'].map(mediaOfName)).toEqual(['mp4', 'rmvb', 'ts', 'ogg', '3gp']);
  expect(['video/quicktime', 'audio/x-m4a', 'audio/mp3; q=1', 'video/x-matroska'].map(mediaOfContentType)).toEqual([
    'mov',
    'm4a',
    'mp3',
    'mkv',
  ]);
});
