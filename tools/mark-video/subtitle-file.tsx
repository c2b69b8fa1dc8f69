// Files of subtitles: choosing one, and saving the edited subtitles without a run.
import { errors } from 'contract/errors.ts';
import { inputErrorSentence } from 'contract/input-errors.ts';
import { media, sniffBytes, sniffMedia } from 'contract/media.ts';
import { type Cue, maxSubtitleBytes } from 'contract/subtitles/cues.ts';
import { subtitleTypes } from 'contract/subtitles/formats.ts';
import { readSubtitles } from 'contract/subtitles/read.ts';
import { writeSrt, writeTxt, writeVtt } from 'contract/subtitles/write.ts';
import { warningWords } from 'contract/warnings.ts';
import { fill, type Language } from 'contract/words.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { saveBlob } from 'ui/files/save-file.ts';
import { usePickFiles } from 'ui/files/use-pick-files.tsx';
import { Menu } from 'ui/panels/menu.tsx';
import { words } from './words.ts';

/** Returns the cues of a chosen file, or the reason why it is refused. */
async function openFile(file: File, language: Language): Promise<{ cues: readonly Cue[]; isCut: boolean } | string> {
  if (file.size > maxSubtitleBytes)
    return inputErrorSentence('FILE_ABOVE_KB', language, { maxKb: maxSubtitleBytes / 1024 });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = sniffMedia(bytes.subarray(0, sniffBytes));
  if (!subtitleTypes.some(one => one === type)) return words[language].notSubtitles;
  const { cues, isCut } = readSubtitles(bytes);
  return cues.length === 0 ? errors.SUBTITLES_EMPTY[language] : { cues, isCut };
}

/** For the file dialog: extensions and types of all formats. A text file may be chosen too, because its content decides. */
const accepted = [
  ...subtitleTypes.flatMap(type => media[type].extensions.map(extension => `.${extension}`)),
  ...subtitleTypes.map(type => media[type].contentType),
  '.txt',
].join(',');

/** Lets the user choose a file; `onCues` receives its cues, and `problem` says why a file was refused or shortened. */
export function useFilePicker(language: Language, onCues: (cues: readonly Cue[]) => void) {
  const [problem, setProblem] = useState<string | undefined>();
  const take = async ([file]: File[]) => {
    if (!file) return;
    const opened = await openFile(file, language);
    if (typeof opened === 'string') return setProblem(opened);
    setProblem(opened.isCut ? warningWords('subtitles-cut', language).sentence : undefined);
    onCues(opened.cues);
  };
  return { problem, ...usePickFiles(files => void take(files), accepted) };
}

const formats = { SRT: writeSrt, VTT: writeVtt, TXT: writeTxt } as const;

/** Saves the edited subtitles without a run. */
function saveAs(format: keyof typeof formats, cues: readonly Cue[], clipName: string): void {
  const name = `${clipName.replace(/\.[^.]*$/, '')}.${format.toLowerCase()}`;
  saveBlob(new Blob([formats[format](cues)], { type: 'text/plain' }), name);
}

interface SaveMenuProps {
  cues: readonly Cue[];
  clipName: string;
  language: Language;
}

export function SaveMenu({ cues, clipName, language }: SaveMenuProps) {
  const t = words[language];
  return (
    <Menu
      label={t.save}
      className="w-44"
      button={wiring => (
        <Button {...wiring} size="sm" variant="secondary" icon={<Download className="size-4" />}>
          {t.save}
        </Button>
      )}
    >
      {close => (
        <ul className="grid gap-0.5">
          {(Object.keys(formats) as (keyof typeof formats)[]).map(format => (
            <li key={format}>
              <button
                type="button"
                className="flex min-h-10 w-full items-center rounded-xl px-3 text-start text-[0.9375rem] hover:bg-sunken"
                onClick={() => {
                  close();
                  saveAs(format, cues, clipName);
                }}
              >
                {fill(t.saveAs, { format })}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Menu>
  );
}
