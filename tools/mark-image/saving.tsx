// The output options: format, quality, and metadata to keep.

import { Select } from 'ui/fields/select.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { listFormats, nameFormat } from 'ui/format-name.ts';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import type { OptionsProps } from 'ui/tool-screen.ts';
import type { MarkDraft } from './draft.ts';
import { words } from './words.ts';

export function Saving({
  options,
  change,
  language,
}: Pick<OptionsProps<MarkDraft>, 'options' | 'change' | 'language'>) {
  const t = words[language];
  return (
    <Disclosure title={t.saving} aside={options.format === 'same' ? t.formatSame : nameFormat(options.format)}>
      <Select
        label={t.format}
        value={options.format}
        choices={listFormats(['same', 'jpg', 'png', 'webp'], t.formatSame)}
        onChange={format => change({ format })}
      />
      {options.format !== 'png' && (
        <Slider label={t.quality} value={options.quality} min={1} max={100} onChange={quality => change({ quality })} />
      )}
      <Select
        label={t.metadata}
        hint={options.keepMetadata === 'everything' ? t.metadataWarning : t.metadataHint}
        value={String(options.keepMetadata)}
        choices={[
          { value: 'false', label: t.metadataNone },
          { value: 'true', label: t.metadataSafe },
          { value: 'everything', label: t.metadataEverything },
        ]}
        onChange={chosen => change({ keepMetadata: chosen === 'everything' ? chosen : chosen === 'true' })}
      />
    </Disclosure>
  );
}
