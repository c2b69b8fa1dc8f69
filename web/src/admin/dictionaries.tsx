// Dictionaries: the limits that clients read at startup, entry by entry.
import { getSheet } from 'contract/routes/operators.ts';
import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Awaited } from './frame.tsx';
import { useAnswer } from './operator.ts';
import { RowDialog } from './row-dialog.tsx';
import { Table } from './table.tsx';
import { adminWords } from './words.ts';

interface Entry {
  readonly dictionary: string;
  readonly label: string;
  readonly value: string;
}

export function Dictionaries() {
  const words = useWords(adminWords);
  const { answer, failure, again } = useAnswer(getSheet);
  const [edited, setEdited] = useState<Entry>();
  if (!answer) return <Awaited failure={failure} onAgain={again} />;
  const rows = Object.entries(answer.sheet.dictionaries ?? {}).flatMap(([dictionary, entries]) =>
    Object.entries(entries).map(([label, value]): Entry => ({ dictionary, label, value: value ?? '' })),
  );
  const isNew = edited?.label === '';
  return (
    <>
      {failure !== undefined && <Awaited failure={failure} onAgain={again} />}
      <Button
        className="justify-self-start"
        onClick={() => setEdited({ dictionary: 'video_parsing', label: '', value: '' })}
      >
        {words.addEntry}
      </Button>
      <Table
        title={words.dictionaries}
        isTitleHidden
        rows={rows}
        keyOf={entry => `${entry.dictionary}.${entry.label}`}
        columns={[
          { name: words.dictionary, cell: entry => entry.dictionary },
          { name: words.label, cell: entry => entry.label },
          { name: words.value, isNumber: true, cell: entry => entry.value },
          {
            name: words.act,
            cell: entry => (
              <Button
                size="sm"
                variant="secondary"
                aria-label={fill(words.editOf, { name: entry.label })}
                onClick={() => setEdited(entry)}
              >
                {words.edit}
              </Button>
            ),
          },
        ]}
      />
      {edited && (
        <RowDialog
          title={isNew ? words.addEntry : fill(words.editOf, { name: edited.label })}
          fields={[
            { name: 'dictionary', label: words.dictionary, kind: 'text', isFixed: !isNew },
            { name: 'label', label: words.label, kind: 'text', isFixed: !isNew },
            { name: 'value', label: words.value, kind: 'text', hint: words.valueHint },
          ]}
          initial={{ ...edited }}
          toSheet={({ dictionary = '', label = '', value = '' }) => ({
            dictionaries: { [dictionary.trim()]: { [label.trim()]: value.trim() || null } },
          })}
          seen={answer.seen}
          onClose={() => setEdited(undefined)}
          onStale={again}
        />
      )}
    </>
  );
}
