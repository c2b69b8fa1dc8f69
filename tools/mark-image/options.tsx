// The options of watermarks: the list of marks, and the settings of the selected one.
import type { DraftMark } from 'ui/mark-options/draft-mark.ts';
import { Colors, Edges, Lettering } from 'ui/mark-options/look-fields.tsx';
import { MarkFields } from 'ui/mark-options/mark-fields.tsx';
import type { OptionsProps } from 'ui/tool-screen.ts';
import { useChosenMark, useIsNew } from './chosen-mark.ts';
import { changeMark, type MarkDraft } from './draft.ts';
import { MarkList } from './mark-list.tsx';
import { Saving } from './saving.tsx';
import { Templates } from './templates.tsx';

export function Options({ options: draft, change: changeDraft, language }: OptionsProps<MarkDraft>) {
  const mark = useChosenMark(draft);
  const isText = mark.markType === 'text';
  const change = (patch: Partial<DraftMark>) => changeDraft({ marks: changeMark(draft.marks, mark.id, patch) });
  const props = { mark, change, language };
  const isNew = useIsNew(mark.id);
  return (
    <div className="grid gap-5">
      <MarkList draft={draft} chosen={mark} change={changeDraft} language={language} />
      <MarkFields {...props} isNew={isNew} />
      {isText && <Colors {...props} />}
      <div>
        {isText && <Lettering {...props} />}
        <Edges {...props} />
        <Saving options={draft} change={changeDraft} language={language} />
        <Templates draft={draft} change={changeDraft} language={language} />
      </div>
    </div>
  );
}
