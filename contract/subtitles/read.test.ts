// Real-world subtitle files: every encoding, damaged files, and malicious markup.
import { describe, expect, it, test } from 'vitest';
import { sniffMedia } from '../media.ts';
import { cuesAt, joinLanguages, listShown, maxCues } from './cues.ts';
import { plainText, readRuns } from './markup.ts';
import { readCues, readSubtitles } from './read.ts';
import { writeSrt, writeTxt, writeVtt } from './write.ts';

const simplified =
  '1\r\n00:00:01,000 --> 00:00:02,500\r\n你好，我们现在开始吧。\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n他说这是真的吗？\r\n';
const traditional =
  '1\r\n00:00:01,000 --> 00:00:02,500\r\n你好，我們現在開始吧。\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n他說這是真的嗎？\r\n';
const french = '1\n00:00:01,000 --> 00:00:02,000\nÇa a été très drôle, où êtes-vous ?\n';

/** Every two-byte character of an encoding, taken from the decoder itself. */
function encode(encoding: string, text: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, number[]>();
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const sign = decoder.decode(Uint8Array.of(lead, trail));
      if ([...sign].length === 1 && !table.has(sign)) table.set(sign, [lead, trail]);
    }
  return Uint8Array.from(
    [...text].flatMap(sign => (sign < '\u0080' ? [sign.charCodeAt(0)] : (table.get(sign) ?? [0x3f]))),
  );
}
/** As `encode`, for an encoding of one byte a character. */
function encodeNarrow(encoding: string, text: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const table = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Uint8Array.from([...text].map(sign => table.get(sign) ?? 0x3f));
}
function encodeWide(text: string, isBig: boolean): Uint8Array {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint8Array(isBig ? bytes.swap16() : bytes);
}
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('encodings', () => {
  it.each([
    ['utf-8', utf8(simplified), simplified],
    ['utf-8', utf8(`\ufeff${simplified}`), simplified],
    ['utf-16le', encodeWide(simplified, false), simplified],
    ['utf-16le', encodeWide(`\ufeff${simplified}`, false), simplified],
    ['utf-16be', encodeWide(simplified, true), simplified],
    ['utf-16be', encodeWide(`\ufeff${simplified}`, true), simplified],
    ['gb18030', encode('gb18030', simplified), simplified],
    ['gb18030', encode('gb18030', traditional), traditional],
    ['big5', encode('big5', traditional), traditional],
    ['shift_jis', encode('shift_jis', '1\n00:00:01,000 --> 00:00:02,000\nこれは本当ですか。\n'), 'これは本当ですか。'],
    ['windows-1252', new Uint8Array(Buffer.from(french, 'latin1')), 'Ça a été très drôle, où êtes-vous ?'],
  ] as const)('finds %s', (encoding, bytes, text) => {
    expect(sniffMedia(bytes)).toBe('srt');
    const read = readSubtitles(bytes);
    expect(read.encoding).toBe(encoding);
    expect(text).toContain(read.cues[0]!.text);
    expect(read.cues[0]).toMatchObject({ start: 1 });
  });

  it.each([
    ['gb18030', '阿富汗 安道尔'],
    ['gb18030', '导演：郝蕾 摄影：岑旭'],
  ])('finds %s by rare characters: %s', (encoding, text) => {
    const bytes = encode(encoding, `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`);
    expect(readSubtitles(bytes)).toMatchObject({ encoding, cues: [{ text }] });
  });

  it.each([
    ['windows-1252', 'Hvor er børnene? På vej hjem fra færgen.'],
    ['windows-1252', 'Él no sabía dónde está mi amigo.'],
    ['windows-1252', 'Não é verdade, você está só.'],
    ['windows-1252', 'Können wir später darüber reden?'],
    ['windows-1250', 'Więc co robisz? Źle się czuję, proszę.'],
    ['windows-1250', 'Nevím, kde je můj přítel. Děkuji!'],
    ['windows-1254', 'Şimdi ne yapacağız? Bilmiyorum, ağabey.'],
    ['windows-1251', 'Я не знаю, где мой друг. Что случилось?'],
    ['windows-1253', 'Πού είναι ο φίλος μου; Δεν ξέρω.'],
    ['windows-1255', 'איפה החבר שלי? אני לא יודע, שלום.'],
    ['windows-1256', 'أين صديقي؟ أنا لا أعرف، مرحبا بكم.'],
    ['windows-874', 'เพื่อนของฉันอยู่ที่ไหน ฉันไม่รู้'],
  ])('finds %s: %s', (encoding, text) => {
    const bytes = encodeNarrow(encoding, `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`);
    expect(readSubtitles(bytes)).toMatchObject({ encoding, cues: [{ text }] });
  });

  it('keeps UTF-8 with a broken byte or a missing last byte', () => {
    const bytes = utf8(simplified.repeat(4));
    bytes[40] = 0xff;
    expect(readSubtitles(bytes.subarray(0, -4)).encoding).toBe('utf-8');
  });

  it('recognises WebVTT, but not playlists or other text', () => {
    expect(sniffMedia(utf8('WEBVTT\n\n00:01.000 --> 00:02.000\nHi'))).toBe('vtt');
    expect(sniffMedia(utf8('#EXTM3U\n00:00:01,000 --> 00:00:02,000'))).toBe('m3u8');
    expect(sniffMedia(utf8('Dear all, 10:30 --> lunch'))).toBeNull();
  });
});

test('the second language of a cue is truncated to a readable length', () => {
  const words = 'a'.repeat(400);
  const many = Array.from({ length: 1000 }, (_, n) => ({ start: n, end: n + 1, text: words }));
  const [joined, ...rest] = joinLanguages([{ start: 0, end: 1000, text: 'one' }], many);
  expect(rest).toEqual([]);
  expect(joined!.second!.length).toBeGreaterThan(400);
  expect(joined!.second!.length).toBeLessThan(2100);
});

describe('damaged files', () => {
  it('needs neither numbers nor blank lines', () => {
    const { cues } = readCues(
      '00:00:01,000 --> 00:00:02,000\nOne\n00:00:02,000-->00:00:03,000\nTwo\nlines\n7\n0:0:4.5 -> 00:00:05\n1984\n',
    );
    expect(cues).toEqual([
      { start: 1, end: 2, text: 'One' },
      { start: 2, end: 3, text: 'Two\nlines' },
      { start: 4.5, end: 5, text: '1984' },
    ]);
  });

  it('keeps a number that is text, and drops a cue number', () => {
    const { cues } = readCues(
      '1\n\n00:00:01,000 --> 00:00:02,000\nIn\n1999\n\n2\n\n00:00:03,000 --> 00:00:04,000\n42\n\n3\n00:00:05,000 --> 00:00:06,000\nEnd',
    );
    expect(cues.map(({ text }) => text)).toEqual(['In\n1999', '42', 'End']);
  });

  it('corrects cues that end before they start, and sorts', () => {
    const { cues } = readCues(
      '1\n00:00:09,000 --> 00:00:08,000\nLate\n\n2\n00:00:01,000 --> 00:00:01,000\nEarly words\n\n3\n00:00:01,500 --> 00:00:02,000\nNext\n',
    );
    expect(cues[0]).toEqual({ start: 1, end: 1.5, text: 'Early words' });
    expect(cues[2]!.end).toBeGreaterThan(9);
  });

  it('accepts full-width colons and commas', () => {
    expect(readCues('00：00：01，500 --> 00：00：02，000\n好').cues).toEqual([{ start: 1.5, end: 2, text: '好' }]);
  });

  it('limits the number of cues', () => {
    const many = Array.from({ length: maxCues + 5 }, (_, n) => `00:${n % 60}:01,0 --> 00:${n % 60}:02,0\na`).join('\n');
    expect(readCues(many)).toMatchObject({ isCut: true, cues: { length: maxCues } });
  });
});

describe('markup', () => {
  it('keeps bold, italic, underline and colour, and closes open tags', () => {
    const [cue] = readCues('00:00:01,000 --> 00:00:02,000\n<i>a <B>b</i> <font color=red size=99>c</font>').cues;
    expect(cue!.text).toBe('<i>a </i><b><i>b</i></b><b> </b><font color="#ff0000"><b>c</b></font>');
    expect(readRuns(cue!.text).map(run => run.text)).toEqual(['a ', 'b', ' ', 'c']);
  });

  it.each([
    ['<script>alert(1)</script>x', 'alert(1)x'],
    ['<img src=x onerror=alert(1)>x', 'x'],
    [String.raw`{\an8\fnArial}x{\p1}m 0 0`, 'xm 0 0'],
    ['<font color="javascript:alert(1)">x</font>', 'x'],
    ['<<b>script>x', '<<b>script>x</b>'],
    ['<__proto__>x</constructor>', '<__proto__>x'],
    ['3 < 4 && 5 > 4', '3 < 4 && 5 > 4'],
    ['a\u0000b\u202ec\u0007', 'abc'],
    ["';[0:v]movie=/etc/passwd[x]", "';[0:v]movie=/etc/passwd[x]"],
  ])('%s', (written, text) => {
    expect(readCues(`00:00:01,000 --> 00:00:02,000\n${written}`).cues[0]!.text).toBe(text);
  });

  it('handles a file of only brackets, or of one single line, in linear time', () => {
    const head = '00:00:01,000 --> 00:00:02,000\n';
    for (const evil of ['<'.repeat(400_000), '{\\'.repeat(200_000), '0:'.repeat(200_000), '<b>'.repeat(130_000)])
      expect(readCues(head + evil).cues.length).toBeLessThanOrEqual(1);
  });
});

describe('writing', () => {
  const cues = [
    { start: 3600.25, end: 3601, text: '<b>Two</b> & <i>three</i>' },
    { start: 1, end: 2.0004, text: 'One --> 1', second: '一' },
  ];

  it('writes SRT that can be read back', () => {
    const srt = writeSrt(cues);
    expect(srt).toBe(
      '1\n00:00:01,000 --> 00:00:02,000\nOne → 1\n一\n\n2\n01:00:00,250 --> 01:00:01,000\n<b>Two</b> & <i>three</i>\n',
    );
    expect(readCues(srt).cues[1]).toEqual(cues[0]);
  });

  it('writes WebVTT and text', () => {
    expect(writeVtt(cues)).toContain('01:00:00.250 --> 01:00:01.000\n<b>Two</b> &amp; <i>three</i>\n');
    expect(readCues(writeVtt(cues)).cues[1]).toEqual(cues[0]);
    expect(writeTxt(cues)).toBe('One --> 1\n一\nTwo & three\n');
    const broken = [{ start: 0, end: 1, text: '很多人住在水边，\n早上捕鱼', second: 'Many people\nlive near the 海' }];
    expect(writeTxt(broken)).toBe('很多人住在水边，早上捕鱼\nMany people live near the 海\n');
  });
});

describe('cues on screen', () => {
  it('joins two languages by time', () => {
    const joined = joinLanguages(
      [
        { start: 1, end: 2, text: 'One' },
        { start: 2, end: 4, text: 'Two' },
      ],
      [
        { start: 1.1, end: 2.2, text: '一' },
        { start: 2.2, end: 4, text: '二' },
        { start: 9, end: 10, text: '九' },
      ],
    );
    expect(joined.map(({ text, second }) => [text, second])).toEqual([
      ['One', '一'],
      ['Two', '二'],
      ['', '九'],
    ]);
  });

  it('lists intervals without overlap', () => {
    const cues = [
      { start: 1, end: 3, text: 'a' },
      { start: 2, end: 4, text: 'b' },
      { start: 6, end: 7, text: 'c' },
    ];
    expect(
      listShown(cues).map(({ start, end, cues: seen }) => [start, end, seen.map(({ text }) => text).join('')]),
    ).toEqual([
      [1, 2, 'a'],
      [2, 3, 'ab'],
      [3, 4, 'b'],
      [6, 7, 'c'],
    ]);
    expect(cuesAt(cues, 2.5).map(({ text }) => text)).toEqual(['a', 'b']);
    expect(plainText('<b>x</b>')).toBe('x');
  });
});
