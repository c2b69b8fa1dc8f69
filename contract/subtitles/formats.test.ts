// Subtitle files as other programs write them: every format, damaged times and numbers, and what must not be taken for subtitles.
import { describe, expect, it } from 'vitest';
import { sniffMedia } from '../media.ts';
import { plainText, readRuns } from './markup.ts';
import { readCues } from './read.ts';
import { writeSrt, writeVtt } from './write.ts';

const sniff = (text: string) => sniffMedia(new TextEncoder().encode(text));
const textsOf = (text: string) => readCues(text).cues.map(cue => plainText(cue.text));
const timesOf = (text: string) => readCues(text).cues.map(({ start, end }) => [start, end]);

describe('WebVTT', () => {
  const youtube = `WEBVTT
Kind: captions
Language: en

00:00:01.000 --> 00:00:02.000 align:start position:0%
 
hello<00:00:01.200><c> world</c>

00:00:02.000 --> 00:00:02.010 align:start position:0%
hello world
 

00:00:02.010 --> 00:00:03.000 align:start position:0%
hello world
next<00:00:02.200><c> line</c>`;

  it.each(['\n', '\r\n', '\r', '\r\r\n'])('keeps the text below a line of one space (line break %j)', lineBreak => {
    const { cues } = readCues(youtube.replaceAll('\n', lineBreak));
    expect(cues).toEqual([
      { start: 1, end: 2, text: 'hello world' },
      { start: 2, end: 2.01, text: 'hello world' },
      { start: 2.01, end: 3, text: 'hello world\nnext line' },
    ]);
  });

  it('shows each line of rolling captions once, for as long as it is new', () => {
    const spoken = ['one', 'two', 'three', 'four', 'five'];
    const rolling = spoken.flatMap((line, at) => [
      `00:0${at}.000 --> 00:0${at}.990\n${spoken[at - 1] ?? ' '}\n${line}<00:0${at}.500><c> more</c>`.replace(
        /^(.*\n)([a-z]+)\n/,
        '$1$2 more\n',
      ),
      `00:0${at}.990 --> 00:0${at + 1}.000\n${line} more\n `,
    ]);
    const { cues } = readCues(`WEBVTT\n\n${rolling.join('\n\n')}\n`);
    expect(cues).toEqual(spoken.map((line, at) => ({ start: at, end: at + 1, text: `${line} more` })));
  });

  it('reads identifiers, notes, styles, regions, entities and places, and no hours', () => {
    const text = `\ufeffWEBVTT - title

STYLE
::cue { color: lime }

REGION
id:fred

NOTE a note
on two lines

first
00:01.000 --> 00:02.000 line:0 align:start
<v Roger>Fish &amp; &#x1F41F; &lt;b&gt;</v> <c.yellow.bg_blue>chips</c>

second
100:00:03.500 --> 100:00:04.000 line:50%

late text

NOTE
the end`;
    expect(readCues(text).cues).toEqual([
      { start: 1, end: 2, text: 'Fish & \u{1f41f} <b> <font color="#ffff00">chips</font>', place: 'top' },
      { start: 360_003.5, end: 360_004, text: 'late text', place: 'middle' },
    ]);
  });

  it('puts the segments of a stream one after the other, and keeps a cue on their border once', () => {
    const segment = (ticks: number, local: string, cue: string) =>
      `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:${ticks},LOCAL:${local}\n\n${cue}\n\n`;
    const text =
      segment(900_000, '00:00:00.000', '00:01.000 --> 00:02.000\nA') +
      segment(900_000 + 6 * 90_000, '00:00:00.000', '00:01.000 --> 00:02.000\nB') +
      segment(900_000 + 12 * 90_000, '00:00:06.000', '00:01.000 --> 00:02.000\nB');
    expect(readCues(text).cues).toEqual([
      { start: 1, end: 2, text: 'A' },
      { start: 7, end: 8, text: 'B' },
    ]);
  });

  it('takes a number behind a line of spaces for the next identifier', () => {
    const text = 'WEBVTT\n\n1\n00:01.000 --> 00:02.000\nfirst\n \n2\n00:03.000 --> 00:04.000\n42\n';
    expect(textsOf(text)).toEqual(['first', '42']);
  });
});

describe('SubRip', () => {
  it('reads negative times as the beginning of the clip, and drops cues before it', () => {
    const text = `1
00:00:-1,000 --> 00:00:00,500
neg

2
00:00:01,000 --> 00:00:02,000
first

3
00:00:02,000 --> -00:00:02,500
odd

4
−00:00:04,000 --> -00:00:03,000
before

5
25:00:00,000 --> 125:00:01,000
late`;
    expect(readCues(text).cues).toEqual([
      { start: 0, end: 0.5, text: 'neg' },
      { start: 1, end: 2, text: 'first' },
      { start: 2, end: 3, text: 'odd' },
      { start: 90_000, end: 450_001, text: 'late' },
    ]);
  });

  it.each([
    ['invisible characters', '\u200e1', '\u202a2', ''],
    ['a zero-width space', '1', '\u200b2\u200e', ''],
    ['a byte order mark', '\ufeff1', '\ufeff2', ''],
    ['a full stop', '1.', '2.', ''],
    ['other signs', '#1', '(2)', ''],
    ['no-break spaces', '\u00a01', '\u00a02\u00a0', '\u00a0'],
    ['Arabic digits', '\u0661', '\u0662', ''],
    ['Persian digits', '\u06f1', '\u06f2', ''],
    ['Devanagari digits', '\u0967', '\u0968', ''],
    ['full-width digits', '\uff11', '\uff12', ''],
    ['the same number twice', '1', '1', ''],
    ['a line of spaces before it', '1', '2', '   '],
  ])('takes a number with %s for a number', (_, first, second, blank) => {
    const text = `${first}\n00:00:01,000 --> 00:00:02,000\nfirst\n${blank}\n${second}\n00:00:02,500 --> 00:00:03,500\nsecond`;
    expect(readCues(text).cues).toEqual([
      { start: 1, end: 2, text: 'first' },
      { start: 2.5, end: 3.5, text: 'second' },
    ]);
    expect(sniff(text)).toBe('srt');
  });

  it.each([
    ['a mark for right to left', '\u200f00:00:01,000 --> 00:00:02,000'],
    ['an embedding', '\u202a00:00:01,000 --> 00:00:02,000\u202c'],
    ['marks within the times', '00:\u200e00:01\u200f,000 \u200e--> 00:00:02,000'],
    ['no-break spaces', '\u00a000:00:01,000\u00a0-->\u00a000:00:02,000'],
    ['Arabic digits', '٠٠:٠٠:٠١٫٠٠٠ --> ٠٠:٠٠:٠٢٫٠٠٠'],
    ['full-width digits', '００：００：０１，０００ --> ００：００：０２，０００'],
    ['no hours', '00:01,000 --> 00:02,000'],
    ['full stops', '0:0:1.0 --> 0:0:2.000000'],
    ['colons before the fraction', '00:00:01:000 --> 00:00:02:000'],
    ['spaces', ' 00 : 00 : 01 , 000  -->  00 : 00 : 02 , 000 '],
    ['dashes', '00:00:01,000 —> 00:00:02,000'],
    ['a long arrow', '00:00:01,000 ----> 00:00:02,000'],
    ['an escaped arrow', '00:00:01,000 --&gt; 00:00:02,000'],
    ['coordinates', '00:00:01,000 --> 00:00:02,000 X1:100 X2:200 Y1:10 Y2:20'],
  ])('reads times with %s', (_, timing) => {
    const text = `1\n${timing}\nfirst\n\n2\n${timing}\nsecond`;
    expect(readCues(text).cues).toEqual([
      { start: 1, end: 2, text: 'first' },
      { start: 1, end: 2, text: 'second' },
    ]);
    expect(sniff(text)).toBe('srt');
  });

  it('never shows a line of times, whatever is wrong with it', () => {
    const text = `1
00:00:01,000 --> 00:00:0x,000
first

2
00:00:05,000 -->
second

3
--> 00:00:09,000
third`;
    expect(textsOf(text)).toEqual(['first', 'second', 'third']);
    expect(timesOf(text)).toEqual([
      [1, 2],
      [5, 6],
      [8, 9],
    ]);
  });

  it('keeps text behind the times', () => {
    expect(textsOf('00:00:01,000 --> 00:00:02,000 Hello\nworld')).toEqual(['Hello\nworld']);
  });

  it('keeps a place, and writes it again', () => {
    const { cues } = readCues(
      '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}Above\n\n2\n00:00:03,000 --> 00:00:04,000\n{\\a10}Middle',
    );
    expect(cues).toEqual([
      { start: 1, end: 2, text: 'Above', place: 'top' },
      { start: 3, end: 4, text: 'Middle', place: 'middle' },
    ]);
    expect(readCues(writeSrt(cues)).cues).toEqual(cues);
    expect(readCues(writeVtt(cues)).cues).toEqual(cues);
  });
});

describe('Sub Station Alpha', () => {
  const head = `[Script Info]
; made by hand
ScriptType: v4.00+
PlayResY: 360

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,20,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,2,2,2,10,10,10,1
Style: Above,Arial,20,&H0000FFFF,&H000000FF,&H00000000,&H00000000,-1,-1,0,0,100,100,0,0,1,2,2,8,10,10,10,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`;
  const event = (text: string, style = 'Default', times = '0:00:01.00,0:00:02.50', layer = 0) =>
    `Dialogue: ${layer},${times},${style},,0,0,0,,${text}\n`;

  it('reads times, line breaks and commas, and leaves out comments and drawings', () => {
    const text = `${head}Comment: 0,0:00:00.00,0:00:09.00,Default,,0,0,0,,hidden
${event('Hello, {a note}you\\Nthere\\hagain')}${event('{\\p1}m 0 0 l 100 0{\\p0}')}${event('{\\fad(200,200)\\k20}la{\\k30}la', 'Default', '1:00:03.25,1:00:04.00')}`;
    expect(readCues(text).cues).toEqual([
      { start: 1, end: 2.5, text: 'Hello, you\nthere\u00a0again' },
      { start: 3603.25, end: 3604, text: 'lala' },
    ]);
    expect(sniff(text)).toBe('ass');
    expect(sniff(text.slice(text.indexOf('[Events]')))).toBe('ass');
  });

  it('keeps bold, italics, colours and the place', () => {
    const text = `${head}${event('a{\\b1}b{\\b0}c{\\i1\\c&H0000FF&}d{\\r}e')}${event('up', 'Above')}${event('{\\an8}over')}${event('{\\pos(10,180)}mid')}`;
    const [runs, up, over, mid] = readCues(text).cues;
    expect(runs!.text).toBe('a<b>b</b>c<font color="#ff0000"><i>d</i></font>e');
    expect(up).toMatchObject({ text: '<font color="#ffff00"><b><i>up</i></b></font>', place: 'top' });
    expect([over!.place, mid!.place]).toEqual(['top', 'middle']);
  });

  it('joins the layers and the steps of one text', () => {
    const text = `${head}${event('x', 'Default', '0:00:01.00,0:00:02.00', 0)}${event('x', 'Default', '0:00:01.00,0:00:02.00', 1)}${event('y', 'Default', '0:00:03.00,0:00:03.04')}${event('y', 'Default', '0:00:03.04,0:00:03.08')}`;
    expect(readCues(text).cues).toEqual([
      { start: 1, end: 2, text: 'x' },
      { start: 3, end: 3.08, text: 'y' },
    ]);
  });

  it('reads the older format', () => {
    const text = `[Script Info]
ScriptType: v4.00

[V4 Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, TertiaryColour, BackColour, Bold, Italic, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, AlphaLevel, Encoding
Style: Default,Arial,18,65535,65535,65535,-2147483640,-1,0,1,3,0,6,30,30,30,0,0

[Events]
Format: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: Marked=0,0:00:01.00,0:00:02.00,*Default,,0000,0000,0000,,Words, words`;
    expect(readCues(text).cues).toEqual([
      { start: 1, end: 2, text: '<font color="#ffff00"><b>Words, words</b></font>', place: 'top' },
    ]);
  });

  it('handles long and unbalanced overrides in linear time', () => {
    for (const evil of ['{'.repeat(200_000), '{\\t('.repeat(100_000), '\\'.repeat(400_000), '{\\b1}'.repeat(80_000)])
      expect(readCues(head + event(evil)).cues.length).toBeLessThanOrEqual(1);
  });
});

describe('SubViewer and lyrics', () => {
  it('reads SubViewer', () => {
    const text = '0:00:01.000,0:00:02.500\r\nFirst[br]line\r\n\r\n0:00:03.000,0:00:04.000\r\nSecond\r\n';
    expect(readCues(text).cues).toEqual([
      { start: 1, end: 2.5, text: 'First\nline' },
      { start: 3, end: 4, text: 'Second' },
    ]);
    expect(sniff(text)).toBe('sbv');
  });

  it('reads lyrics: several times for a line, times of words, translations, an offset and pauses', () => {
    const text = `[ti:Song]
[offset:+500]
[00:01.50]<00:01.50>First <00:02.00>line
[00:03.50][00:09.500]Refrain
[00:03.50]副歌
[00:05.50]
[01:02:50]Last [01:03.00]line`;
    expect(readCues(text).cues).toEqual([
      { start: 1, end: 3, text: 'First line' },
      { start: 3, end: 5, text: 'Refrain\n副歌' },
      { start: 9, end: 62, text: 'Refrain' },
      { start: 62, end: 67, text: 'Last line' },
    ]);
    expect(sniff(text)).toBe('lrc');
    expect(sniff('[00:12.00]Words')).toBe('lrc');
    expect(sniff('[ar:Band]\n[00:12]Words')).toBe('lrc');
  });
});

it.each([
  'Dear all, 10:30 --> lunch',
  '10:30 -> 11:30 lunch',
  '[12:30] Ann: hello\n[12:31] Ben: hi',
  '[section]\nkey=value',
  'Title: 1:02:03.5 is the record',
  'a,b\n1:00,2:00',
])('does not take %j for subtitles', text => {
  expect(sniff(text)).toBeNull();
});

it('reads a file of any kind of rubbish in linear time', () => {
  for (const evil of [
    '[00:00.0]',
    '0:00:01.000,',
    '00:00:01,000 --> ',
    '&#',
    'NOTE\n',
    'WEBVTT\n',
    '\n\n',
    ' \n',
    '-',
    '\u200b',
  ])
    expect(readCues(evil.repeat(500_000 / evil.length)).cues.length).toBeLessThanOrEqual(4000);
  expect(readRuns('<c.'.repeat(10)).length).toBe(1);
});
