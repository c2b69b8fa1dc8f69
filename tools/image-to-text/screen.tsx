// The options of text recognition.
import { fill } from 'contract/words.ts';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Switch } from 'ui/fields/switch.tsx';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import { defineScreen, type OptionsProps } from 'ui/tool-screen.ts';
import { fileKinds } from './contract.ts';
import { keepsLinesIn, knownPage, rememberPage, type ScreenOptions } from './reading.ts';
import { Result } from './result.tsx';
import { words } from './words.ts';

function Options({ options, change, language }: OptionsProps<ScreenOptions>) {
  const t = words[language];
  const labels = { txt: t.fileTxt, docx: t.fileDocx, md: t.fileMd, pdf: t.filePdf };
  return (
    <div className="grid gap-5">
      <Segmented
        label={t.lineBreaks}
        value={keepsLinesIn(options) ? 'lines' : 'paragraphs'}
        segments={[
          { value: 'paragraphs', label: t.paragraphs },
          { value: 'lines', label: t.lines },
        ]}
        hint={keepsLinesIn(options) ? t.linesHint : t.paragraphsHint}
        onChange={textFlag => change({ textFlag })}
      />
      <Disclosure title={t.files} aside={fill(t.filesCount, { count: options.files.length })}>
        {fileKinds.map(kind => {
          const isOn = options.files.includes(kind);
          return (
            <Switch
              key={kind}
              label={labels[kind]}
              isOn={isOn}
              disabled={isOn && options.files.length === 1}
              onChange={wanted =>
                change({ files: fileKinds.filter(each => (each === kind ? wanted : options.files.includes(each))) })
              }
            />
          );
        })}
      </Disclosure>
    </div>
  );
}

export const screen = defineScreen<ScreenOptions>({
  Options,
  Result,
  defaultOptions: () => ({ textFlag: 'paragraphs', files: [...fileKinds] }),
  // If the text is already known, only the files are written again.
  callName: (options, facts) => (knownPage(options, facts) ? 'write' : 'read'),
  payload: (options, facts) => {
    const { textFlag, files } = options;
    const page = knownPage(options, facts);
    return { textFlag, files, ...(page && { page }) };
  },
  isLightChange: (_made, _now, facts, result) => {
    if (result) rememberPage(facts, result);
    return result !== undefined;
  },
  // Of a locked result only the first lines are known, so recognising the text again would be the only way to change it.
  isChangedOncePaid: true,
  runLabel: (_options, count, language) =>
    count > 1 ? fill(words[language].runMany, { count }) : words[language].runOne,
  optionsLabel: (options, language) => (keepsLinesIn(options) ? words[language].lines : words[language].paragraphs),
  // The result itself says so.
  ownWarnings: () => ({ 'no-text': null }),
});
