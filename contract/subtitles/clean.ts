// Makes the text of a cue safe and plain: no control characters, balanced tags, only the markup that our cues have, a bounded length.
import { maxCueCharacters } from './cues.ts';
import { readRuns, writeRuns } from './markup.ts';

/** Empty if nothing visible remains. `decode` replaces the character references of a format in what is text. */
export function cleanCue(text: string, decode: (text: string) => string = told => told): string {
  const lines = text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\v\f]|\\N/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/[^\P{Cc}\n]|\p{Cs}|\p{Cn}|\p{Co}|[\u202a-\u202e\u2066-\u2069\ufeff]/gu, '');
  let left = maxCueCharacters;
  const runs = readRuns(lines).flatMap(run => {
    const kept = [...decode(run.text)].slice(0, left).join('');
    left -= [...kept].length;
    return kept === '' ? [] : [{ ...run, text: kept }];
  });
  const written = writeRuns(runs)
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .join('\n');
  return readRuns(written).some(run => /[^\s\p{Cf}]/u.test(run.text)) ? written : '';
}
