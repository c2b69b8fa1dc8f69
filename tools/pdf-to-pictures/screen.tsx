// The options of rendering a PDF's pages: format, resolution and page range.
import { fill } from 'contract/words.ts';
import { TextField } from 'ui/fields/field.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { listFormats, nameFormat } from 'ui/format-name.ts';
import { defineScreen, type OptionsProps, type StageProps } from 'ui/tool-screen.ts';
import { asks, formats, maxPages, type PagesOptions, resolutions } from './contract.ts';
import { words } from './words.ts';

const spelled = /^[\d\s,，、-]*$/;

function Options({ options, change, language }: OptionsProps<PagesOptions>) {
  const t = words[language];
  const names = { 72: t.screen, 150: t.normal, 300: t.print };
  return (
    <div className="grid gap-5">
      <Segmented
        label={t.format}
        value={options.format}
        segments={listFormats(formats)}
        onChange={format => change({ format })}
      />
      <Segmented
        label={t.dpi}
        value={String(options.dpi)}
        segments={resolutions.map(value => ({ value: String(value), label: names[value] }))}
        hint={fill(t.dpiHint, { count: options.dpi })}
        onChange={dpi => change({ dpi: Number(dpi) })}
      />
      <TextField
        label={t.pages}
        hint={fill(t.pagesHint, { most: maxPages })}
        value={options.pages}
        maxLength={200}
        onChange={pages => change({ pages })}
      />
    </div>
  );
}

function Stage({ facts, language }: StageProps<PagesOptions>) {
  return (
    <div className="grid size-full place-content-center gap-2 bg-sunken/50 p-8 text-center">
      <p className="font-medium break-all">{facts.name}</p>
      <p className="text-sm text-soft">{words[language].noPreview}</p>
    </div>
  );
}

export const screen = defineScreen<PagesOptions>({
  Options,
  Stage,
  blocker: ({ pages }, _facts, language) => (spelled.test(pages) ? undefined : words[language].pagesWrong),
  asks,
  defaultOptions: () => ({ format: 'jpg', dpi: 150, pages: '' }),
  runLabel: (_options, count, language) =>
    count > 1 ? fill(words[language].runMany, { count }) : words[language].runOne,
  optionsLabel: ({ format, dpi }) => `${nameFormat(format)} · ${dpi} dpi`,
});
