// Writes cues as SRT, WebVTT or plain text, in UTF-8.
import { type Cue, sortCues } from './cues.ts';
import { plainText, readRuns, writeRuns } from './markup.ts';

const pad = (value: number, digits: number) => String(value).padStart(digits, '0');

/** Hours, minutes, seconds and thousandths: 00:01:02,500. */
export function writeTime(seconds: number, separator: ',' | '.' = ','): string {
  const all = Math.max(0, Math.round(seconds * 1000));
  const [hours, minutes] = [Math.floor(all / 3_600_000), Math.floor(all / 60_000) % 60];
  return `${pad(hours, 2)}:${pad(minutes, 2)}:${pad(Math.floor(all / 1000) % 60, 2)}${separator}${pad(all % 1000, 3)}`;
}

/** Both languages, the first on top. Blank lines would end the cue. */
const linesOf = ({ text, second = '' }: Cue): string =>
  `${text}\n${second}`
    .split('\n')
    .filter(line => line.trim() !== '')
    .join('\n');

/** Cues with text, in order. */
const listWritten = (cues: readonly Cue[]) =>
  sortCues(cues)
    .map(cue => ({ ...cue, lines: linesOf(cue) }))
    .filter(({ lines }) => plainText(lines).trim() !== '');

/** Tags of Sub Station Alpha that players of SubRip support, and the settings of WebVTT for the same places. */
const srtPlaces = { top: '{\\an8}', middle: '{\\an5}' } as const;
const vttPlaces = { top: ' line:5%', middle: ' line:50%,center' } as const;

/** SubRip. Players support the tags b, i, u and font. */
export const writeSrt = (cues: readonly Cue[]): string =>
  listWritten(cues)
    .map(
      ({ start, end, lines, place }, index) =>
        // Simple players would take "-->" in a text for a timing.
        `${index + 1}\n${writeTime(start)} --> ${writeTime(end)}\n${place ? srtPlaces[place] : ''}${lines.replaceAll('-->', '→')}\n`,
    )
    .join('\n');

const escapeVtt = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** WebVTT, which does not support colour tags. */
export const writeVtt = (cues: readonly Cue[]): string =>
  `WEBVTT\n\n${listWritten(cues)
    .map(({ start, end, lines, place }) => {
      const runs = readRuns(lines).map(run => ({ ...run, text: escapeVtt(run.text), color: undefined }));
      return `${writeTime(start, '.')} --> ${writeTime(end, '.')}${place ? vttPlaces[place] : ''}\n${writeRuns(runs)}\n`;
    })
    .join('\n')}`;

const spaceless = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]`;
const needlessBreak = new RegExp(`(?<=${spaceless})\\s*\\n\\s*(?=${spaceless})`, 'gu');

/** Plain text, one cue per line. Lines of scripts without spaces are joined without one. */
export const writeTxt = (cues: readonly Cue[]): string =>
  listWritten(cues)
    .map(({ text, second = '' }) =>
      [text, second]
        .map(one =>
          plainText(one)
            .replace(needlessBreak, '')
            .replace(/(?<!\s)\s*\n\s*/g, ' ')
            .trim(),
        )
        .filter(Boolean)
        .join('\n'),
    )
    .join('\n')
    .concat('\n');
